import { randomUUID } from 'node:crypto'
import { appendFile, rename, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobName } from '@media-library/contract'
import type { JobHandler } from '../../../src/jobs/worker/job-handler.js'
import { serverModule } from '../server-module.ts'

const folder = process.env['OUT'] as string

/** What the asset's path says: how it ends, and how long it takes. */
const obey: JobHandler = async (_, { id, originalPath }) => {
  const [, how, milliseconds] = originalPath.split('/') as [string, string, string]
  await appendFile(join(folder, 'starts'), `${id}\n`)
  if (how === 'crash') process.kill(process.pid, 'SIGKILL')
  await sleep(Number(milliseconds))
  if (how === 'fail') throw new Error('the file is damaged')
  if (how === 'skip') return { state: 'skipped', reason: 'there is nothing to do' }
  // Several jobs of an asset may run at once.
  const staged = join(folder, `${id}.${randomUUID()}`)
  await writeFile(staged, id.repeat(1_000))
  await rename(staged, join(folder, id))
  return { state: 'succeeded' }
}

const { readConfig }: typeof import('../../../src/config/config.js') = await import(serverModule('config/config'))
const { openContext }: typeof import('../../../src/services.js') = await import(serverModule('services'))
const { startWorkers }: typeof import('../../../src/jobs/worker/worker.js') = await import(
  serverModule('jobs/worker/worker')
)
const context = await openContext(readConfig(process.env))
const handlers = Object.fromEntries(JobName.options.map((name) => [name, obey])) as Record<JobName, JobHandler>
const workers = await startWorkers(context, { handlers, backoffMs: 100, pollMs: 200 })
process.stdout.write('ready\n')
// Those that follow load what this one compiled, even if it is killed.
flushCompileCache()
process.once('SIGTERM', async () => {
  await workers.stop()
  await context.close()
})
