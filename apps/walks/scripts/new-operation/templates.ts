import type { Wish } from './wish.ts'

/** A handler that does not compile until it returns a response. */
export function handler(wish: Wish) {
  return `import type { Handler } from '../handler.js'

export const ${wish.name}: Handler<'${wish.name}'> =
  ({ database }) =>
  async ({ ${handed(wish)} }) => {
    return '${wish.name} answers nothing yet: ask a policy, read or write by a repository, and return a status and a body' as const satisfies never as never
  }
`
}

/** A test over HTTP that fails until it states the expected response. */
export function test(wish: Wish) {
  return `import { expect, test } from 'vitest'
import { send } from '../../support/http/client.js'
import { createUser } from '../../support/database/factories.js'
import { startTestServer } from '../../support/http/server.js'

const server = await startTestServer()

test('${wish.name} answers the caller', async () => {
  const { apiKey } = await createUser(server.database)

  const answer = await send(server, '/api${wish.path}', { method: '${wish.method}', apiKey })

  expect(answer).toMatchObject({ status: ${wish.status}, body: '${wish.name}: write here what it answers to whom' })
})
`
}

/** A schema without fields. The tests demand its example and its description. */
export function schema(name: string) {
  return `import * as z from 'zod'

export const ${name} = z.strictObject({})
export type ${name} = z.infer<typeof ${name}>
`
}

/** The access rules: only the owner of what \`:id\` names, or every user. */
export function matrixRows(wish: Wish): string {
  const { name, noun, permission, status } = wish
  const row = (on: string, own: number, others: number) => {
    const refused = permission ? [401, 401, 401, 401, 401, 403] : Array.from({ length: 6 }, () => own)
    const [nobody, garbage, expired, revoked, deleted, unscoped] = refused
    const columns = [nobody, garbage, expired, revoked, deleted, unscoped, own, own, others, others, others]
    const widths = [6, 7, 7, 7, 7, 8, 6, 5, 6, 8, 0]
    return `${name.padEnd(19)} ${on.padEnd(16)} ${columns.map((one, at) => String(one).padEnd(widths[at] ?? 0)).join(' ')}\n`
  }
  if (!hasId(wish)) return row('nothing', status, status)
  return row(noun, status, permission ? 404 : status) + row('missing', 404, 404)
}

/** The changeset, which describes the change to callers. */
export function changeset({ name, client }: Wish) {
  return `---
'@media-library/contract': minor
'@media-library/server': minor
${client ? "'@media-library/client': minor\n" : ''}---

\`${name}\` is a new operation.
`
}

function handed(wish: Wish) {
  return [...(hasId(wish) ? ['params: { id }'] : []), ...(wish.takes ? ['body'] : []), 'req: { user }'].join(', ')
}

function hasId({ path }: Wish) {
  return path.includes(':id')
}
