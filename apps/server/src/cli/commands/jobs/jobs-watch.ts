import { setTimeout as sleep } from 'node:timers/promises'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { countWorkers, type JobSummaryRow, summarizeJobs } from '../../../jobs/queue/list-jobs.js'
import { examples } from '../../terminal/messages.js'
import { withContext } from '../context/with-context.js'

const INTERVAL_MS = 500
const LINE_EVERY_MS = 5_000

const states = ['queued', 'running', 'succeeded', 'skipped', 'failed', 'perMinute'] as const

/** The jobs of all names together. */
type Totals = Record<(typeof states)[number], number>

interface View {
  show(totals: Totals, done: number, total: number): void
  stop(): void
}

export const watch = new Command('watch')
  .description('show the progress of the jobs until none are queued or running')
  .option('--json', 'print one JSON object per line')
  .addHelpText('after', examples('jobs watch', 'jobs watch --json'))
  .action((_: object, command: Command) =>
    withContext(async ({ database }) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      let totals = add(await summarizeJobs(database))
      const open = () => totals.queued + totals.running
      if (open() > 0 && (await countWorkers(database)) === 0) {
        process.stderr.write('No worker is running. Start `media-library serve` or `media-library worker`.\n')
      }
      if (json || open() > 0) {
        const view = openView(json)
        try {
          for (let total = open(); ; total = Math.max(total, open())) {
            view.show(totals, total - open(), total)
            if (open() === 0) break
            await sleep(INTERVAL_MS)
            totals = add(await summarizeJobs(database))
          }
        } finally {
          view.stop()
        }
      }
      if (!json) process.stderr.write(`No jobs are queued or running. ${totals.failed} failed.\n`)
    }),
  )

function add(rows: JobSummaryRow[]): Totals {
  return Object.fromEntries(states.map((state) => [state, rows.reduce((sum, row) => sum + row[state], 0)])) as Totals
}

function openView(json: boolean | undefined): View {
  if (json) return showJson()
  return process.stderr.isTTY ? showBar() : showLines()
}

function showJson(): View {
  return {
    show: (totals, done, total) => process.stdout.write(`${JSON.stringify({ done, total, ...totals })}\n`),
    stop: () => {},
  }
}

function showBar(): View {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {total} | {counts}',
    hideCursor: true,
    stopOnComplete: false,
    stream: process.stderr,
    barsize: 24,
  })
  bar.start(1, 0, { counts: '' })
  return {
    show: (totals, done, total) => {
      bar.setTotal(total)
      bar.update(done, { counts: describe(totals) })
    },
    stop: () => bar.stop(),
  }
}

function describe({ queued, running, failed, perMinute }: Totals) {
  return `${queued} queued, ${running} running, ${failed} failed, ${perMinute} per minute`
}

function showLines(): View {
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show: (totals, done, total) => {
      if (performance.now() - shownAt < LINE_EVERY_MS && done < total) return
      shownAt = performance.now()
      process.stderr.write(`${done} of ${total} done: ${describe(totals)}\n`)
    },
    stop: () => {},
  }
}
