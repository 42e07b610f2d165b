import { SingleBar } from 'cli-progress'
import type { ImportProgress } from '../../import/summary.js'
import type { Progress } from '../backup/progress.js'
import { toSize } from './messages.js'

/**
 * A view that shows the progress of a long command on standard error: a bar on a terminal, otherwise a line every few seconds.
 */
export interface ProgressView<Shown> {
  show(progress: Shown): void
  stop(): void
}

/** Shows the progress of a backup or a restore. */
export function createBackupProgress(): ProgressView<Progress> {
  return createView(process.stderr, {
    format: '{bar} {percentage}% | {size} | {eta_formatted} left | {step}',
    isCleared: true,
    toBar: ({ step, done, total }) => ({ done, total: Math.max(total, 1), facts: { size: toSize(done), step } }),
    toLine: ({ step, done, total }) => `${step}, ${toSize(done)} of ${toSize(total)}`,
  })
}

/** Shows the progress of work on all assets. */
export function createAssetProgress(): ProgressView<Progress> {
  return createView(process.stderr, {
    format: '{bar} {percentage}% | {value} of {total} assets | {eta_formatted} left | {step}',
    isCleared: true,
    toBar: ({ step, done, total }) => ({ done, total: Math.max(total, 1), facts: { step } }),
    toLine: ({ step, done, total }) => `${step}, ${done} of ${total} assets`,
  })
}

/** Shows the progress of an import. */
export function createImportProgress(stream: NodeJS.WriteStream = process.stderr): ProgressView<ImportProgress> {
  const pace = createPace()
  return createView(stream, {
    format: '{bar} {percentage}% | {value} of {files} | {rate} | {left} left | {counts}',
    isCleared: false,
    toBar: (progress) => ({
      done: progress.done,
      // A folder may grow while its files are counted.
      total: Math.max(progress.total ?? progress.done * 2, progress.done, 1),
      facts: { files: progress.total ?? '…', counts: toCounts(progress), ...toLeft(progress, pace(progress.done)) },
    }),
    toLine: (progress) => {
      const { rate, left } = toLeft(progress, pace(progress.done))
      return `${progress.done} of ${progress.total ?? '…'} files, ${rate}, ${left} left, ${toCounts(progress)}`
    },
  })
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LINE_EVERY_MS = 5 * SECOND

/** The style of a progress. */
interface Look<Shown> {
  format: string
  /** Whether the bar disappears at the end. */
  isCleared: boolean
  toBar(progress: Shown): { done: number; total: number; facts: object }
  toLine(progress: Shown): string
}

function createView<Shown>(stream: NodeJS.WriteStream, look: Look<Shown>): ProgressView<Shown> {
  return stream.isTTY ? createBar(stream, look) : createLines(stream, look)
}

function createBar<Shown>(stream: NodeJS.WriteStream, { format, isCleared, toBar }: Look<Shown>): ProgressView<Shown> {
  const bar = new SingleBar({
    format,
    stream,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: isCleared,
    stopOnComplete: false,
  })
  return {
    show: (progress) => {
      const { done, total, facts } = toBar(progress)
      // The bar starts with the first progress: a folder that cannot be read has none.
      if (!bar.isActive) return bar.start(total, done, facts)
      bar.setTotal(total)
      bar.update(done, facts)
    },
    stop: () => {
      if (bar.isActive) bar.stop()
    },
  }
}

function createLines<Shown>(stream: NodeJS.WriteStream, { toLine }: Look<Shown>): ProgressView<Shown> {
  let shownAt = Date.now()
  return {
    show: (progress) => {
      if (Date.now() - shownAt < LINE_EVERY_MS) return
      shownAt = Date.now()
      stream.write(`${toLine(progress)}\n`)
    },
    stop: () => {},
  }
}

function toCounts({ added, updated, moved, failed }: ImportProgress): string {
  return [`${added} added`, updated && `${updated} updated`, moved && `${moved} moved`, failed && `${failed} failed`]
    .filter(Boolean)
    .join(', ')
}

/**
 * Creates a function that returns the files per second of the last minute. An import skips the files of an earlier one quickly.
 */
function createPace(): (done: number) => number {
  let from = { at: Date.now(), done: 0 }
  let marks = [from]
  return (done) => {
    const now = Date.now()
    from = marks.findLast(({ at }) => now - at >= MINUTE) ?? from
    marks = marks.filter(({ at }) => at >= from.at)
    if (now - (marks.at(-1) ?? from).at >= SECOND) marks.push({ at: now, done })
    return (done - from.done) / Math.max((now - from.at) / SECOND, 0.001)
  }
}

/** Formats a pace, and the remaining time at it. */
function toLeft({ done, total }: ImportProgress, rate: number) {
  return {
    rate: `${rate.toFixed(rate < 10 ? 1 : 0)} files/s`,
    left: total === null || rate === 0 ? '--:--:--' : clock(Math.max(0, total - done) / rate),
  }
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
