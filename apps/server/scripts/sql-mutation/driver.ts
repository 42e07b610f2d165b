import pg from 'pg'
import { type Condition, listConditions } from './conditions.js'

/** What the statements of a test meet, and what was seen of them. */
export const mutation = {
  /** The mutant that is in force; null for none. */
  active: null as string | null,
  /** The mutants of the statements that ran. */
  seen: new Set<string>(),
  /** What PostgreSQL could not understand of a mutant. */
  invalid: new Map<string, string>(),
}

type Query = (...parts: unknown[]) => unknown
type Config = { text: string; name?: string }

/** Statements that were met with the calls that led to them. */
const met = new WeakSet<object>()

/** Changes what pools, snapshots and transactions send, as `mutation` says. */
export function installMutation(): void {
  const [pool, client] = [pg.Pool.prototype.query as Query, pg.Client.prototype.query as Query]
  pg.Pool.prototype.query = function (this: unknown, ...parts: unknown[]) {
    return send(this, pool, parts, findSite())
  } as never
  pg.Client.prototype.query = function (this: unknown, ...parts: unknown[]) {
    const config = parts[0]
    if (typeof config !== 'object' || config === null || met.has(config)) return client.apply(this, parts)
    return send(this, client, parts, findSite())
  } as never
}

/** The function of a repository that runs a statement, and the one that was called first; null for statements of others. */
function findSite(): string | null {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error()
  Error.stackTraceLimit = limit
  const frames = [...stack.matchAll(/at (?:async )?(?:([\w.<>]+) \()?[^()\n]*\/src\/repositories\/([\w/-]+)\.ts/g)]
  const names = frames.map(([, name = '', file]) => `${file} ${name.replace(/.*[.<>]/, '')}`.trim())
  const [first, last] = [names[0], names.at(-1)]
  if (first === undefined) return null
  return first === last ? first : `${first} of ${last}`
}

function send(self: unknown, query: Query, parts: unknown[], site: string | null): unknown {
  const config = parts[0]
  if (typeof config !== 'object' || config === null || !site) return query.apply(self, parts)
  met.add(config)
  const { text } = config as Config
  const conditions = 'submit' in config ? listConditions(text) : conditionsOf(text)
  const names = new Map(conditions.map((one) => [`${site}: ${one.key}`, one]))
  for (const name of names.keys()) mutation.seen.add(name)
  const { active } = mutation
  const removed = active === null ? undefined : names.get(active)?.remove()
  if (active === null || removed === undefined) return query.apply(self, parts)
  // A stream of a copy is one object from beginning to end.
  const isStream = 'submit' in config
  const changed = isStream ? Object.assign(config, { text: removed }) : { ...config, text: removed, name: undefined }
  met.add(changed)
  const answer = query.apply(self, [changed, ...parts.slice(1)])
  if (answer instanceof Promise) answer.catch((error: unknown) => judge(active, error))
  return answer
}

/** Of statements with parameters, so that there are few texts. */
const known = new Map<string, Condition[]>()

function conditionsOf(text: string): Condition[] {
  const found = known.get(text) ?? listConditions(text)
  known.set(text, found)
  return found
}

/** PostgreSQL's class of errors about statements that it cannot understand. */
function judge(mutant: string, error: unknown): void {
  const { code, message } = error as { code?: string; message: string }
  if (code?.startsWith('42')) mutation.invalid.set(mutant, message)
}
