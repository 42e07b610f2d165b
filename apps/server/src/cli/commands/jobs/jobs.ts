import { Command, Option } from 'commander'
import { countUndated } from '../../../assets/metadata/count-undated.js'
import type { OpenContext } from '../../../context.js'
import { UserError } from '../../../errors.js'
import { retryFailedJobs } from '../../../jobs/queue/enqueue-jobs.js'
import { countWorkers, listFailedJobs, listWarnings, summarizeJobs } from '../../../jobs/queue/list-jobs.js'
import type { WorkOptions } from '../../backup/progress.js'
import * as argument from '../../terminal/arguments.js'
import { printListing } from '../../terminal/listing.js'
import { counted, examples } from '../../terminal/messages.js'
import { createAssetProgress } from '../../terminal/progress.js'
import { withProgress } from '../context/with-archive.js'
import { withContext } from '../context/with-context.js'
import { watch } from './jobs-watch.js'

const TABLE_ROWS = 50

const failed = new Command('failed')
  .description('list the jobs whose last attempt failed, newest first')
  .option('--limit <count>', `the maximum number of jobs (default: ${TABLE_ROWS}, with --json all)`, argument.count)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('jobs failed', "jobs failed --json | jq -r '.[].file'"))
  .action(listAs(listFailedJobs, 'No jobs failed.'))

const warnings = new Command('warnings')
  .description('list the jobs that succeeded with a warning, such as the thumbnails of damaged photos, newest first')
  .option('--limit <count>', `the maximum number of jobs (default: ${TABLE_ROWS}, with --json all)`, argument.count)
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('jobs warnings', "jobs warnings --json | jq -r '.[].file'"))
  .action(listAs(listWarnings, 'No jobs have warnings.'))

interface RetryOptions {
  failed?: boolean
  missing?: boolean
  json?: boolean
}

const retry = new Command('retry')
  .description(
    'queue jobs again: the failed ones of the given assets, all failed ones, or those whose files are missing',
  )
  .argument('[assets...]', 'the ids of assets', argument.ids)
  .addOption(new Option('--failed', 'all failed jobs'))
  .addOption(new Option('--missing', 'the jobs whose thumbnails and videos are missing or empty'))
  .option('--json', 'print the number of queued jobs as one JSON object')
  .addHelpText(
    'after',
    examples('jobs retry --failed', 'jobs retry --missing', 'jobs retry 0197a5c0-7c1e-7000-8000-0123456789ab'),
  )
  .action(async (assets: string[], _: object, command: Command) => {
    const { failed: all, missing, json = false } = command.optsWithGlobals<RetryOptions>()
    if ([assets.length > 0, all, missing].filter(Boolean).length !== 1) {
      command.error('error: name the jobs: either the ids of assets, or --failed, or --missing.')
    }
    await withContext(async (context) => {
      const queued = missing ? await retryMissing(context, json) : await retryFailed(context, all ? null : assets)
      if (json) process.stdout.write(`${JSON.stringify({ queued })}\n`)
      else process.stdout.write(`Queued ${counted(queued, 'job')} again.\n`)
    })
  })

async function retryFailed({ database }: OpenContext, assets: string[] | null): Promise<number> {
  const queued = await retryFailedJobs(database, assets)
  if (queued > 0 || assets === null) return queued
  throw new UserError('no jobs of these assets failed. `media-library jobs failed` lists the failed jobs.')
}

async function retryMissing({ database, openDerived }: OpenContext, json: boolean): Promise<number> {
  const { enqueueMissing } = await import('../../../jobs/derived/enqueue-missing.js')
  const derived = await openDerived()
  const work = (options: WorkOptions) => enqueueMissing({ database, derived, ...options })
  return withProgress({ json }, work, createAssetProgress)
}

export const jobs = new Command('jobs')
  .allowExcessArguments()
  .option('--json', 'print one JSON array')
  .addHelpText('after', examples('jobs', 'jobs failed', 'jobs warnings', 'jobs retry --failed', 'jobs watch'))
  .action(summary)
  .addCommand(failed)
  .addCommand(warnings)
  .addCommand(retry)
  .addCommand(watch)

function summary({ json }: { json?: boolean }, command: Command) {
  const [unknown] = command.args
  if (unknown !== undefined) command.error(`error: unknown command '${unknown}'`)
  return withContext(async ({ database }) => {
    const rows = await summarizeJobs(database)
    printListing(
      rows.map((row) => ({ ...row })),
      {
        json,
        columns: [
          ['name', 'Job'],
          ['queued', 'Queued'],
          ['running', 'Running'],
          ['succeeded', 'Succeeded'],
          ['warnings', 'With warnings'],
          ['skipped', 'Skipped'],
          ['failed', 'Failed'],
          ['perMinute', 'Per minute'],
          ['oldestWaiting', 'Oldest waiting'],
        ],
        empty: 'There are no jobs yet. `media-library import <folder>` and runAssetJobs queue jobs.',
      },
    )
    if (json) return
    if (rows.some(({ warnings }) => warnings > 0))
      process.stderr.write('`media-library jobs warnings` lists the warnings.\n')
    if (rows.some(({ failed }) => failed > 0)) process.stderr.write('`media-library jobs failed` lists the reasons.\n')
    const undated = await countUndated(database)
    if (undated > 0)
      process.stderr.write(`${counted(undated, 'asset')} without a date but the last change of the file.\n`)
    const isWaiting = rows.some(({ queued }) => queued > 0)
    if (isWaiting && (await countWorkers(database)) === 0) {
      process.stderr.write('No worker is running. Start `media-library serve` or `media-library worker`.\n')
    }
  })
}

/** Creates the action of a command that lists jobs with their files and reasons. */
function listAs(list: typeof listFailedJobs, empty: string) {
  return (_: object, command: Command) => {
    const { limit, json } = command.optsWithGlobals<{ limit?: number; json?: boolean }>()
    return withContext(async ({ database }) => {
      const rows = await list(database, limit ?? (json ? null : TABLE_ROWS))
      printListing(
        rows.map((row) => ({ ...row })),
        {
          json,
          columns: [
            ['assetId', 'Asset'],
            ['name', 'Job'],
            ['attempts', 'Attempts'],
            ['file', 'File'],
            ['reason', 'Reason'],
          ],
          empty,
        },
      )
    })
  }
}
