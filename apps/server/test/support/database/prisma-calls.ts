import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CALL = /\bdatabase\.(\w+)\.(find|count|create|update|delete|upsert|aggregate|groupBy)\w*\(/
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/** The functions outside of the commands that call Prisma Client, and how often each does. */
export function listPrismaCalls(): Map<string, number> {
  const folder = fileURLToPath(new URL('../../../src/', import.meta.url))
  const calls = new Map<string, number>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /^(generated|cli)[/\\]/.test(path)) continue
    let caller = path
    for (const line of readFileSync(join(folder, path), 'utf8').split('\n')) {
      caller = NAME.exec(line)?.[1] ?? caller
      if (CALL.test(line)) calls.set(caller, (calls.get(caller) ?? 0) + 1)
    }
  }
  return calls
}
