import { once } from 'node:events'
import { mkdir, utimes } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'
import { startCli } from './cli.js'

/** Starts the service, however far it comes. It ends with the test at the latest. */
export function startServing(env: NodeJS.ProcessEnv) {
  const child = startCli(['serve'], { PORT: '0', LOG_LEVEL: 'warn', MEDIA_LIBRARY_DEMO: 'false', ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.resume()
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null }))
  return { child, ended, said: () => said }
}

/** Listens at an address that takes connections and sends nothing. Returns it as that of a database. */
export async function listenSilently() {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgresql://ada:secret@127.0.0.1:${(server.address() as { port: number }).port}/library`
}

/** Makes a data folder, and keeps its lock as a living process does. */
export async function holdLock() {
  const folder = await makeFolder()
  const lock = join(folder, 'postgres.lock')
  await mkdir(lock)
  const timer = setInterval(() => void utimes(lock, new Date(), new Date()).catch(() => {}), 1_000)
  onTestFinished(() => clearInterval(timer))
  return folder
}
