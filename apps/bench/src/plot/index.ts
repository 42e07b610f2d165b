import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateOnce } from '../generated-once.js'
import { measureGrowth } from './growth.js'
import { drawCharts } from './svg.js'

interface PlotOptions {
  quick: boolean
  signal: AbortSignal
  onProgress(line: string): void
}

/** The size of the library before it grows. */
const FIRST_ASSETS = 10_000

/**
 * Measures on both sides how the time of operations grows with the work, and draws an SVG file for each into a folder.
 */
export async function plot(pictures: string, { quick, signal, onProgress }: PlotOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
  const generated = generateOnce(FIRST_ASSETS)
  try {
    const growth = await measureGrowth({ folder, quick, signal, openGenerated: generated.open }, onProgress)
    await mkdir(pictures, { recursive: true })
    for (const [name, charts] of growth) await writeFile(join(pictures, `growth-${name}.svg`), drawCharts(charts))
  } finally {
    await generated.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
