import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@media-library/client'
import { expect, onTestFinished, test } from 'vitest'
import { installProject } from '../packed/project.js'

test('the packed server serves its demo without a clone, runs its jobs, and stops with its database', async () => {
  const { folder, run, remove } = await installProject({
    packed: ['contract', 'embedded-postgres', 'media', 'web', 'server'],
  })
  onTestFinished(remove)
  const service = serve(folder)
  await expect.poll(service.output, { timeout: 200_000 }).toContain('Ctrl-C')
  const database = await findDatabase(folder)

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.trim().startsWith('curl'))
  const answers = await Promise.all(
    lines.map((line) => run('sh', ['-c', `${line} --silent --output /dev/null --write-out '%{http_code}'`])),
  )
  const states = await untilThumbnail(folder, /Address +(\S+)/.exec(service.output())?.[1] ?? '')
  process.kill(-(service.child.pid as number), 'SIGTERM')
  await once(service.child, 'close')

  expect(answers.map((printed) => printed.slice(-3))).toEqual(['201', '200', '200', '204', '201'])
  expect(states).toEqual(['succeeded'])
  expect(service.output()).toContain('Applied the migration')
  expect(service.output()).toContain('Stopped. Everything is kept.')
  expect(database).not.toBeNull()
  expect(await findDatabase(folder)).toBeNull()
})

/** Starts the service in a process group of its own, as a terminal does. What is left of it ends with the test. */
function serve(folder: string): { child: ChildProcess; output(): string } {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn('npx', ['media-library', 'serve', '--demo'], { cwd: folder, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  onTestFinished(async () => {
    const database = await findDatabase(folder)
    if (database) process.kill(database, 'SIGQUIT')
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL')
  })
  return { child, output: () => output }
}

/** Waits for the thumbnail of a photo of the demo: how its job ended. */
async function untilThumbnail(folder: string, baseUrl: string): Promise<string[]> {
  const apiKey = (await readFile(join(folder, 'data/demo/api-key'), 'utf8')).trim()
  const client = createClient({ baseUrl, apiKey })
  const [photo] = (await client.getAllAssets({ limit: 1 })).items
  const jobs = await client.waitForJobs([photo?.id ?? ''], { name: 'regenerate-thumbnail' })
  return jobs.map(({ state }) => state)
}

/** The process of the embedded PostgreSQL, or null: it removes the file when it stops. */
async function findDatabase(folder: string): Promise<number | null> {
  const file = await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8').catch(() => null)
  return file === null ? null : Number(file.split('\n')[0])
}
