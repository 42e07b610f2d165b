import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CALL = /\bdatabase\.\w+\.((?:find|count|create|update|delete|upsert|aggregate|groupBy)\w*)\(/
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/

/** The functions outside of the commands that call Prisma Client, and the methods that each calls. */
export function listPrismaCalls(): Map<string, string[]> {
  const folder = fileURLToPath(new URL('../../../src/', import.meta.url))
  const calls = new Map<string, string[]>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /^(generated|cli)[/\\]/.test(path)) continue
    let caller = path
    for (const line of readFileSync(join(folder, path), 'utf8').split('\n')) {
      caller = NAME.exec(line)?.[1] ?? caller
      const [, method] = CALL.exec(line) ?? []
      if (method) calls.set(caller, [...(calls.get(caller) ?? []), method])
    }
  }
  return calls
}
