import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'

/** Something outside the process whose values are read for each scrape. */
export interface MetricSource<Found> {
  name: string
  read(): Promise<Found>
  /** Sets the values; null removes them, because they could not be read in time. */
  show(found: Found | null): void
}

/** Reads the sources of metrics. */
export interface SourceReader {
  add<Found>(source: MetricSource<Found>): void
  /** Reads all sources at once, within 3 s. */
  readAll(): Promise<void>
}

/** The longest time that a scrape waits; Prometheus gives up after 10 s. */
export const LIMIT_MS = 3_000

/** Creates a reader that counts the values that could not be read. */
export function createReader(registry: Registry): SourceReader {
  const failures = new Counter({
    name: 'media_library_scrape_failures_total',
    help: "Scrapes that lack a source's metrics because it could not be read within 3 s",
    labelNames: ['source'],
    registers: [registry],
  })
  const refreshers: (() => Promise<void>)[] = []
  return {
    add: ({ name, read, show }) => {
      failures.inc({ source: name }, 0)
      const readOnce = shareRead(read)
      refreshers.push(async () => {
        const found = await Promise.race([readOnce().catch(() => null), sleep(LIMIT_MS, null, { ref: false })])
        if (found === null) failures.inc({ source: name })
        show(found)
      })
    },
    readAll: async () => {
      await Promise.all(refreshers.map((refresh) => refresh()))
    },
  }
}

/** Shares a read among simultaneous scrapes. A read that hangs, as on a dead mount, is not begun again. */
function shareRead<Found>(read: () => Promise<Found>): () => Promise<Found> {
  let reading: Promise<Found> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
