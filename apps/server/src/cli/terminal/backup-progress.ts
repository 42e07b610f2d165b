import { SingleBar } from 'cli-progress'
import type { Progress } from '../backup/progress.js'

/** Shows the progress of a backup or a restore. */
export interface BackupProgress {
  show(progress: Progress): void
  stop(): void
}

const LINE_EVERY_MS = 5_000

/** Formats a number of bytes with a unit. */
export function toSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1_000 ** power
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}

/** Writes to standard error: a progress bar on a terminal, otherwise a line every few seconds. */
export function createBackupProgress(): BackupProgress {
  return process.stderr.isTTY ? showBar() : showLines()
}

function showBar(): BackupProgress {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {size} | {eta_formatted} left | {step}',
    hideCursor: true,
    stopOnComplete: false,
    clearOnComplete: true,
    stream: process.stderr,
    barsize: 24,
  })
  return {
    show: ({ step, done, total }) => {
      const facts = { size: toSize(done), step }
      if (!bar.isActive) return bar.start(Math.max(total, 1), done, facts)
      bar.setTotal(Math.max(total, 1))
      bar.update(done, facts)
    },
    stop: () => {
      if (bar.isActive) bar.stop()
    },
  }
}

function showLines(): BackupProgress {
  let shownAt = Date.now()
  return {
    show: ({ step, done, total }) => {
      if (Date.now() - shownAt < LINE_EVERY_MS) return
      shownAt = Date.now()
      process.stderr.write(`${step}, ${toSize(done)} of ${toSize(total)}\n`)
    },
    stop: () => {},
  }
}
