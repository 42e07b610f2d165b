import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLibrary } from '../library.js'
import { startProcess } from '../start-process.js'
import { type Audit, audit } from './audit.js'
import { openBrowser } from './browser.js'
import { type FirstLoad, measureFirstLoad } from './first-load.js'
import { hangPictures } from './pictures.js'
import { toAuditTable, toLoadTable, toScrollTable } from './report.js'
import { type Scroll, scrollThrough } from './scroll.js'

export interface PageFigures {
  pictures: number
  firstLoad: FirstLoad
  scrolls: Scroll[]
  audits: Audit[]
}

interface PageOptions {
  pictures: number
  signal: AbortSignal
  onProgress: (line: string) => void
  /** Called with the figures of each part, as soon as they exist. */
  onTable: (table: string) => void
}

/** Opens the page of a library of that many pictures in a browser, scrolls through it, and lets Lighthouse audit it. */
export async function measurePage({ pictures, signal, onProgress, onTable }: PageOptions): Promise<PageFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'media-library-bench-'))
  const library = await openLibrary(join(folder, 'library'))
  try {
    onProgress(`Making ${pictures.toLocaleString('en')} pictures …`)
    const albumId = await hangPictures(library, pictures)
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
      const firstLoad = await measureFirstLoad(browser)
      onTable(toLoadTable(pictures, firstLoad))
      onProgress('Scrolling …')
      const scrolls = await scrollThrough(browser)
      onTable(toScrollTable(scrolls))
      onProgress('Asking Lighthouse …')
      const audits = await audit(browser, { wall: '/', album: `/albums/${albumId}` })
      onTable(toAuditTable(audits))
      return { pictures, firstLoad, scrolls, audits }
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await library.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
