import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AppRoute } from '@ts-rest/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import * as contract from '../../src/index.js'
import { createOpenApi } from '../../src/openapi/index.js'
import { listReferences } from '../../src/openapi/schemas.js'
import { toText } from '../../src/openapi/to-text.js'
import { examples, requireExample } from '../../src/route/example.js'
import { listBreaks } from './changes.js'

const folder = new URL('../../', import.meta.url)
function readText(name: string) {
  return readFileSync(new URL(name, folder), 'utf8')
}
const { version } = JSON.parse(readText('package.json'))
const committed = readText('openapi.json')
/** What an operation may take on average: tools and people load the whole at once. */
const MAX_BYTES_EACH = 4_000

function git(...args: string[]) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}

/** Finds the newest description in the history that differs from the present one; null when there is none. */
function findEarlier() {
  try {
    const commits = git('log', '-20', '--format=%H', '--', 'openapi.json').split('\n').filter(Boolean)
    const texts = commits.map((commit) => git('show', `${commit}:./openapi.json`))
    return texts.find((text) => text !== committed.trim()) ?? null
  } catch {
    return null
  }
}

/**
 * Returns the part of a version that changes with a breaking release: before 1.0.0, semver allows one in a minor
 * version.
 */
function toLine(text: string) {
  return text
    .split('.')
    .slice(0, text.startsWith('0.') ? 2 : 1)
    .join('.')
}

/**
 * The operations that were renamed before the first release, so that client and contract use the same names. Their
 * paths are unchanged.
 */
const renamed = ['POST /api/oauth/callback', 'POST /api/download/asset/{id}', 'GET /api/download/asset/{id}'].map(
  (where) => `${where}: it has another operationId`,
)

describe('openapi.json', () => {
  test('breaks no caller of the last committed version, or has another version number', (context) => {
    const earlier = findEarlier()
    if (earlier === null) return context.skip('The history holds no earlier openapi.json to compare with.')

    const before = JSON.parse(earlier)

    if (toLine(before.info.version) !== toLine(version)) return
    const breaks = listBreaks(before, JSON.parse(committed))
    expect(breaks.filter((line) => !renamed.includes(line))).toEqual([])
  })

  const toContent = (part: { content?: unknown } | undefined) => Object.values((part?.content ?? {}) as object)

  const document = createOpenApi({ version })
  const { paths, components } = document
  /** Follows the reference of an answer. */
  const resolved = (answer: Record<string, unknown>) =>
    (components['responses']?.[String(answer['$ref']).split('/').at(-1) ?? ''] ?? answer) as Record<string, unknown>
  const bodies = Object.values(paths)
    .flatMap(Object.values)
    .flatMap(({ operationId, requestBody, responses }) => [
      ...toContent(requestBody).map((body) => ({ operationId, body, of: 'its body' })),
      ...Object.entries<Record<string, unknown>>(responses).flatMap(([status, answer]) =>
        toContent(resolved(answer)).map((body) => ({ operationId, body, of: `its answer ${status}` })),
      ),
    ])

  test('has an example of every body that is not a file', () => {
    const faults = bodies
      .filter(({ body }) => body.schema?.format !== 'binary')
      .filter(
        ({ body }) =>
          !(
            'example' in body ||
            'examples' in body ||
            listReferences(body.schema).some((name) => components.schemas[name]?.examples)
          ),
      )
      .map(({ operationId, body, of }) => {
        const schema = listReferences(body.schema)[0] ?? 'its schema, which needs a name first'
        return `${operationId} has no example of ${of}: add one to ${schema} in its schemas.ts, by .register(examples, { example: … })`
      })

    expect(bodies.length).toBeGreaterThan(9)
    expect(faults).toEqual([])
  })

  test('each example conforms to its schema', () => {
    const named = Object.entries<unknown>(contract).filter(
      (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType && examples.has(entry[1]),
    )

    const faults = named.flatMap(([name, schema]) => {
      const { error } = schema.safeParse(requireExample(schema))
      return error ? `${name}: ${z.prettifyError(error)}` : []
    })

    expect(named.length).toBeGreaterThan(9)
    expect(faults).toEqual([])
  })

  test('describes each operation in words', () => {
    const lacking = Object.entries<AppRoute & { description?: string }>(contract.api).flatMap(([name, route]) =>
      (['summary', 'description'] as const)
        .filter((field) => !route[field])
        .map((field) => `${name} has no ${field}: add one where the contract describes it`),
    )

    expect(lacking).toEqual([])
  })

  test('describes each answer in words', () => {
    const answers = Object.values(paths)
      .flatMap(Object.values)
      .flatMap(({ operationId, responses }) =>
        Object.entries<Record<string, unknown>>(responses).map(([status, answer]) => {
          const { description } = resolved(answer)
          return { operationId, status, description }
        }),
      )

    const lacking = answers
      .filter(({ description }) => !description)
      .map(({ operationId, status }) => `${operationId} has no words for its answer ${status}: describe its schema`)

    expect(lacking).toEqual([])
  })

  test('describes a stack by a reference to the asset it is part of', () => {
    expect(components.schemas['Asset']?.properties?.['stack']).toMatchObject({
      items: { $ref: '#/components/schemas/Asset' },
    })
  })

  test('is generated from the contract; run `pnpm --filter @media-library/contract openapi` to write it again', () => {
    expect(toText(document)).toBe(committed)
  })

  test('is JSON, and has at most 4 kB for each operation', () => {
    expect(JSON.parse(toText(document))).toEqual(JSON.parse(JSON.stringify(document)))
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    expect(Buffer.byteLength(committed)).toBeLessThanOrEqual(MAX_BYTES_EACH * operations.length)
  })
})

describe('a change', () => {
  const before = JSON.parse(committed)
  const album = '/api/album'
  type Edit = (document: typeof before) => void

  const changed = (edit: Edit) => {
    const after = structuredClone(before)
    edit(after)
    return listBreaks(before, after)
  }

  const withScopes = (...scopes: string[]) =>
    ['apiKey', 'bearer', 'userToken', 'session'].map((scheme) => ({ [scheme]: scopes }))
  const needing =
    (...scopes: string[]): Edit =>
    ({ paths }) =>
      (paths['/api/tag'].get.security = withScopes(...scopes))

  test.each<[string, Edit, string]>([
    ['an operation goes', ({ paths }) => delete paths[album], 'POST /api/album is gone'],
    ['an operation is renamed', ({ paths }) => (paths[album].post.operationId = 'x'), 'another operationId'],
    ['a status goes', ({ paths }) => delete paths[album].post.responses[409], 'the status 409 is gone'],
    [
      'a header goes',
      ({ paths }) => delete paths[album].post.responses[201].headers['X-Request-Id'],
      'the header X-Request-Id is gone',
    ],
    ['a field goes', ({ components }) => delete components.schemas.Asset.properties.id, 'id is gone'],
    ['a field may be missing', ({ components }) => components.schemas.User.required.pop(), 'may be missing now'],
    [
      'a field may be null',
      ({ components }) => (components.schemas.Tag.properties.name.type = ['string', 'null']),
      'another type',
    ],
    [
      'a property is required',
      ({ components }) => components.schemas.CreateAlbum.required.push('description'),
      'is required now',
    ],
    [
      'a name must be shorter',
      ({ components }) => (components.schemas.CreateAlbum.properties.albumName.maxLength = 10),
      'a tighter maxLength',
    ],
    ['a list must be shorter', ({ components }) => (components.schemas.Ids.maxItems = 10), 'a tighter maxItems'],
    ['a job is gone', ({ components }) => components.schemas.JobName.enum.pop(), 'fewer values'],
    [
      'a key is needed',
      ({ paths }) => (paths['/api/oauth/config'].post.security = [{ apiKey: [] }]),
      'no key is not enough now',
    ],
    ['another scope is needed', needing('tag.update'), 'apiKey with tag.read is not enough now'],
    ['a further scope is needed', needing('tag.read', 'asset.read'), 'session with tag.read is not enough now'],
    [
      'sessions are refused',
      ({ paths }) => paths['/api/tag'].get.security.pop(),
      'GET /api/tag: session with tag.read is not enough now',
    ],
    [
      'a scope is needed where any key was enough',
      ({ paths }) => (paths['/api/auth/key'].post.security = withScopes('tag.read')),
      'POST /api/auth/key: apiKey is not enough now',
    ],
  ])('breaks callers when %s', (_name, edit, line) => {
    expect(changed(edit).join('\n')).toContain(line)
  })

  test.each<[string, Edit]>([
    ['an operation', ({ paths }) => (paths['/api/new'] = paths[album])],
    ['a status', ({ paths }) => (paths[album].post.responses[418] = {})],
    ['a field of an answer', ({ components }) => (components.schemas.Asset.properties.rating = { type: 'integer' })],
    ['an optional property of a request', ({ components }) => (components.schemas.CreateAlbum.properties.x = {})],
    ['a job', ({ components }) => components.schemas.JobName.enum.push('develop')],
    ['a way to authenticate', ({ paths }) => paths['/api/tag'].get.security.push({ oauth: [] })],
    ['words', ({ components }) => (components.schemas.Asset.description = 'A file.')],
  ])('breaks no caller when it adds %s', (_name, edit) => {
    expect(changed(edit)).toEqual([])
  })

  test.each<[string, Edit]>([
    ['scope', needing()],
    ['key', ({ paths }) => (paths['/api/tag'].get.security = [])],
  ])('breaks no caller when an operation needs no %s any more', (_name, edit) => {
    expect(changed(edit)).toEqual([])
  })
})
