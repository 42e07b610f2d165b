import { JobName } from '@media-library/contract'
import { readConfig } from '@media-library/server/config'
import { openContext } from '@media-library/server/context'
import { startWorkers } from '@media-library/server/workers'

async function succeed() {
  return { state: 'succeeded' } as const
}

const context = await openContext(readConfig(process.env))
const handlers = Object.fromEntries(JobName.options.map((name) => [name, succeed]))
const worker = await startWorkers(context, { handlers: handlers as Record<JobName, typeof succeed> })
process.once('SIGTERM', async () => {
  await worker.stop()
  await context.close()
})
process.stdout.write('ready\n')
