import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '../library.js'
import { startProcess } from '../start-process.js'
import { openBrowser } from './browser.js'
import { type FirstLoad, measureFirstLoad } from './first-load.js'
import { hangPictures } from './pictures.js'
import { measureScrolling, type Scrolling } from './scrolling.js'

interface PageOptions {
  pictures: number
  signal: AbortSignal
  onProgress: (line: string) => void
}

/** What a person waits for on the page. */
export interface PageFigures extends FirstLoad, Scrolling {}

/** Opens and scrolls the page of a library of that many pictures in a browser. */
export async function measurePage({ pictures, signal, onProgress }: PageOptions): Promise<PageFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
  const library = await openLibrary(join(folder, 'library'))
  try {
    onProgress(`Making ${pictures.toLocaleString('en')} pictures …`)
    await hangPictures(library, pictures)
    const server = await startProcess({
      module: import.meta.resolve('@media-library/server/main'),
      args: ['serve', '--no-worker'],
      env: { ...library.env, PORT: '0', RATE_LIMIT: '10000000' },
      ready: /Address +(http\S+)/,
      log: join(folder, 'server.log'),
      signal,
    })
    const url = String(server.greeting[1])
    const browser = await openBrowser({ url, apiKey: library.apiKey, folder: join(folder, 'browser'), signal })
    try {
      onProgress('Loading the page …')
      const loaded = await measureFirstLoad(browser)
      onProgress('Scrolling the page …')
      return { ...loaded, ...(await measureScrolling(browser)) }
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await library.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
