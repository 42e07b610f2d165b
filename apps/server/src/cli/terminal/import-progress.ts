import { SingleBar } from 'cli-progress'
import type { ImportProgress } from '../../import/summary.js'

/** Shows the progress of an import. */
export interface ProgressView {
  show(progress: ImportProgress): void
  stop(): void
}

const SECOND = 1_000
const LINE_EVERY = 5 * SECOND

/** Writes to standard error: a progress bar on a terminal, otherwise a line every few seconds. */
export function createProgressView(stream: NodeJS.WriteStream = process.stderr): ProgressView {
  return stream.isTTY ? showBar(stream, Date.now()) : showLines(stream, Date.now())
}

function showBar(stream: NodeJS.WriteStream, startedAt: number): ProgressView {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {files} | {rate} | {left} left | {counts}',
    hideCursor: true,
    stopOnComplete: false,
    stream,
    barsize: 24,
  })
  return {
    show: (progress) => {
      const { done, total } = progress
      // A folder may grow while its files are counted.
      const expected = Math.max(total ?? done * 2, done, 1)
      const facts = { files: total ?? '…', counts: toCounts(progress), ...toPace(progress, startedAt) }
      // Only now is there something to show: a folder that cannot be read has no progress.
      if (!bar.isActive) return bar.start(expected, done, facts)
      bar.setTotal(expected)
      bar.update(done, facts)
    },
    stop: () => {
      if (bar.isActive) bar.stop()
    },
  }
}

function toCounts({ added, updated, moved, failed }: ImportProgress): string {
  return [`${added} added`, updated && `${updated} updated`, moved && `${moved} moved`, failed && `${failed} failed`]
    .filter(Boolean)
    .join(', ')
}

/** Returns the files per second since the start, and the remaining time at that rate. */
function toPace({ done, total }: ImportProgress, startedAt: number) {
  const rate = done / Math.max((Date.now() - startedAt) / SECOND, 0.001)
  return {
    rate: `${rate.toFixed(rate < 10 ? 1 : 0)} files/s`,
    left: total === null || done === 0 ? '--:--:--' : clock(Math.max(0, total - done) / rate),
  }
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function showLines(stream: NodeJS.WriteStream, startedAt: number): ProgressView {
  let shownAt = startedAt
  return {
    show: (progress) => {
      if (Date.now() - shownAt < LINE_EVERY) return
      shownAt = Date.now()
      const { rate, left } = toPace(progress, startedAt)
      const { done, total } = progress
      stream.write(`${done} of ${total ?? '…'} files, ${rate}, ${left} left, ${toCounts(progress)}\n`)
    },
    stop: () => {},
  }
}
