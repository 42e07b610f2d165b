import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrismaDatabase } from '../../../src/database/connect.js'
import { openTestDatabase } from '../database/database.js'
import { serverModule } from '../server-module.js'
import { startProgram } from './program.js'

/** The counts of the whole demo. */
export const whole = { users: 2, assets: 43, libraries: 2, tags: 6, albums: 1, apiKeys: 1 }

export interface Place {
  url: string
  database: PrismaDatabase
  dataDir: string
}

/** Opens a database and a data folder for a demo. */
export async function openPlace() {
  const { url, database, close: drop } = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-library-'))
  const close = async () => {
    await drop()
    await rm(dataDir, { recursive: true })
  }
  return { url, database, dataDir, close }
}

/** Returns a test that has a place of its own. */
export function withPlace(work: (place: Place) => Promise<void>) {
  return async () => {
    const place = await openPlace()
    await work(place).finally(place.close)
  }
}

/** Makes the demo library in a process of its own, which can be killed. */
export function startMaking(url: string, dataDir: string) {
  const program = `
    const { connect } = await import(${JSON.stringify(serverModule('database/connect'))})
    const { openDemoLibrary } = await import(${JSON.stringify(serverModule('cli/demo/library'))})
    await openDemoLibrary({ database: connect(${JSON.stringify(url)}), dataDir: ${JSON.stringify(dataDir)} })`
  const child = startProgram(['--input-type=module', '-e', program])
  child.stdout.resume()
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit')
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function countDemo(database: PrismaDatabase) {
  return {
    users: await database.user.count(),
    assets: await database.asset.count(),
    libraries: await database.library.count(),
    tags: await database.tag.count(),
    albums: await database.album.count(),
    apiKeys: await database.apiKey.count(),
  }
}
