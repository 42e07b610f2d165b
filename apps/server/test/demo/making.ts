import { once } from 'node:events'
import type { Database } from '../../src/database/connect.js'
import { startProgram } from '../support/processes/program.js'

/** Makes the demo library in a process of its own, which can be killed. */
export function startMaking(url: string, dataDir: string) {
  const program = `
    const { connect } = await import(${JSON.stringify(built('database/connect.js'))})
    const { openDemoLibrary } = await import(${JSON.stringify(built('demo/library.js'))})
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

export async function countDemo(database: Database) {
  return {
    users: await database.user.count(),
    assets: await database.asset.count(),
    libraries: await database.library.count(),
    tags: await database.tag.count(),
    albums: await database.album.count(),
    apiKeys: await database.apiKey.count(),
  }
}

function built(path: string) {
  return new URL(`../../dist/${path}`, import.meta.url).href
}
