import { findTool } from './find-tool.js'
import { runTool } from './run-tool.js'

const YEARS = 5

/**
 * Why a build of ffmpeg is too old for files of strangers, by the year that it prints of itself (`Copyright (c)
 * 2000-2018`, which releases and builds between them tell alike); null when it is not.
 */
export function findAgeFault(printed: string, now: Date = new Date()): string | null {
  const year = Number(/Copyright \(c\) \d{4}-(\d{4})/.exec(printed)?.[1] ?? Number.NaN)
  return year < now.getFullYear() - YEARS
    ? `it is of ${year} and lacks all fixes since; install a current ffmpeg, which is then used instead`
    : null
}

/** The same of the ffmpeg that is used here, with its path; null also where there is none. */
export async function findOldFfmpeg(): Promise<string | null> {
  try {
    const path = await findTool('ffmpeg')
    const fault = findAgeFault((await runTool(path, ['-version'], { timeout: 10_000 })).toString())
    return fault && `${path}: ${fault}`
  } catch {
    return null
  }
}
