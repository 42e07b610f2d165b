import { readFileSync } from 'node:fs'
import type { AppRoute } from '@ts-rest/core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import * as exported from '../src/index.js'
import { type Asset, api, contract, Problem, permissions, problems, type RouteMetadata } from '../src/index.js'
import { findName, isStrict, listFields, listNullableFields } from './describe-schema.js'
import { nullable, operations, resources } from './document.js'

const routes = Object.entries<AppRoute>(contract)
const allRoutes = Object.entries<AppRoute>(api)
const around = allRoutes.filter(([name]) => !(name in contract))

function describeRoute({ method, path, responses, ...route }: AppRoute) {
  const [status, success] = Object.entries(responses).find(([code]) => Number(code) < 400) ?? []
  const body = 'body' in route ? findName(route.body) : undefined
  return [method, path, body, '->', status, findName(success)].filter(Boolean).join(' ')
}

describe('the contract is the document', () => {
  test.each(Object.entries(resources))('%s has its fields, in their order', (name, fields) => {
    expect(listFields(name)).toEqual(fields.trim().split(/\n\s*/))
  })

  test('there are exactly its five operations (X5)', () => {
    expect(Object.fromEntries(routes.map(([name, route]) => [name, describeRoute(route)]))).toEqual(operations)
  })

  test('generateOAuthConfig alone is deprecated', () => {
    expect(routes.filter(([, { deprecated }]) => deprecated).map(([name]) => name)).toEqual(['generateOAuthConfig'])
  })
})

describe('what the document leaves open', () => {
  test('null is allowed where no value can exist, and nowhere else (C2)', () => {
    expect(Object.keys(resources).flatMap(listNullableFields).sort()).toEqual(nullable)
  })

  const bodies = allRoutes.flatMap(([, route]) => ('body' in route && findName(route.body)) || [])

  test.each([...new Set(bodies)])('%s refuses unknown properties, unless it is a form (C4)', (name) => {
    expect(isStrict(name)).toBe(!['UploadFile', 'CreateProfileImage'].includes(name))
  })

  test.each(allRoutes)('every failure of %s is a Problem (C11)', (_name, { responses }) => {
    const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)

    expect(failures.length).toBeGreaterThan(3)
    for (const [, schema] of failures) expect(schema).toBe(Problem)
  })

  test('every code of a problem has a status that some route declares, or that no route can answer (C11)', () => {
    const declared = new Set(allRoutes.flatMap(([, { responses }]) => Object.keys(responses).map(Number)))
    const undeclared = Object.values(problems).filter(({ status }) => !declared.has(status))

    expect(undeclared.map(({ status }) => status)).toEqual([405])
  })

  test.each(routes)('%s declares its permission, or that it needs none', (name, { metadata }) => {
    const { permission } = metadata as RouteMetadata

    if (name === 'generateOAuthConfig') expect(permission).toBeNull()
    else expect(permissions).toContain(permission)
  })
})

describe('what an app needs around the five operations', () => {
  test('signs users in and finds ids for them, and is separate from them (X3, X5)', () => {
    expect(Object.fromEntries(around.map(([name, route]) => [name, describeRoute(route)]))).toMatchObject({
      authorize: 'POST /api/oauth/authorize OAuthRedirect -> 201 OAuthAuthorization',
      finishSignIn: 'POST /api/oauth/callback OAuthCallback -> 201 Login',
      signInWithKey: 'POST /api/auth/key -> 201 Login',
      signInWithCode: 'POST /api/auth/code SignInCode -> 201 Login',
      logout: 'POST /api/auth/logout -> 200 LoggedOut',
      features: 'GET /api/server-info/features -> 200 ServerFeatures',
      getApiKeys: 'GET /api/api-key -> 200 ApiKey[]',
      createApiKey: 'POST /api/api-key CreateApiKey -> 201 ApiKeyWithSecret',
      getApiKey: 'GET /api/api-key/:id -> 200 ApiKey',
      updateApiKey: 'PUT /api/api-key/:id UpdateApiKey -> 200 ApiKey',
      deleteApiKey: 'DELETE /api/api-key/:id -> 204',
      getAllTags: 'GET /api/tag -> 200 Tag[]',
      getTagById: 'GET /api/tag/:id -> 200 Tag',
      getAllUsers: 'GET /api/user -> 200 User[]',
      getMyUserInfo: 'GET /api/user/me -> 200 User',
      getAllAlbums: 'GET /api/album -> 200 Album[]',
      getAlbumInfo: 'GET /api/album/:id -> 200 Album',
      getAllAssets: 'GET /api/asset -> 200 Asset[]',
      getAssetStatistics: 'GET /api/asset/statistics -> 200 AssetStatistics',
      getTimeBuckets: 'GET /api/asset/time-buckets -> 200 TimeBucket[]',
      getTimeBucket: 'GET /api/asset/time-bucket -> 200 Asset[]',
      getAssetInfo: 'GET /api/asset/:id -> 200 Asset',
      getServerVersion: 'GET /api/server-info/version -> 200 ServerVersion',
      pingServer: 'GET /api/server-info/ping -> 200 ServerPing',
      getServerConfig: 'GET /api/server-info/config -> 200 ServerConfig',
      getSupportedMediaTypes: 'GET /api/server-info/media-types -> 200 ServerMediaTypes',
    })
  })

  test('needs no key to sign in, except to do so with one, and to see or end sessions (X3)', () => {
    const needs = around.flatMap(([name, { path, metadata }]) =>
      /^\/api\/(auth|oauth)\//.test(path) ? [[name, (metadata as RouteMetadata).permission]] : [],
    )

    expect(needs).toEqual([
      ['authorize', null],
      ['finishSignIn', null],
      ['signInWithKey', 'key'],
      ['signInWithCode', null],
      ['logout', 'any'],
      ['getAuthDevices', 'session.read'],
      ['logoutAuthDevices', 'session.delete'],
      ['logoutAuthDevice', 'session.delete'],
      ['login', null],
      ['changePassword', 'user.update'],
      ['validateAccessToken', 'any'],
      ['signUpAdmin', null],
      ['getPasskeys', 'user.read'],
      ['createPasskeyOptions', 'user.update'],
      ['createPasskey', 'user.update'],
      ['createPasskeySignInOptions', null],
      ['signInWithPasskey', null],
      ['updatePasskey', 'user.update'],
      ['deletePasskey', 'user.update'],
    ])
  })

  test('no look-up names a parameter that it does not know (C4)', () => {
    const strict = allRoutes.filter(([, { query }]) => {
      const issues = query ? (query as z.ZodType).safeParse({ 'no parameter': '1' }).error?.issues : []
      return issues?.some(({ code }) => code === 'unrecognized_keys')
    })

    expect(strict).toEqual([])
  })

  test.each(around)('%s declares the answers that every operation may give (C11)', (_name, route) => {
    const { permission, answers = [] } = route.metadata as RouteMetadata
    const always = ['400', '408', '429', '431', '500', '501', '503']
    const isFile = answers.includes('file') || answers.includes('archive')

    expect(406 in route.responses).toBe(!isFile)
    expect(Object.keys(route.responses)).toEqual(
      expect.arrayContaining(permission ? [...always, '401', '403'] : always),
    )
  })
})

test.each(allRoutes)('the metadata of %s say what its parameters are for', (_name, { query, headers, metadata }) => {
  const { answers = [] } = metadata as RouteMetadata
  const taken = [query, headers].flatMap((fields) => Object.keys((fields as z.ZodObject)?.shape ?? fields ?? {}))
  const facts = {
    cursor: answers.includes('pages'),
    prefer: answers.includes('prefer'),
    'idempotency-key': answers.includes('idempotent'),
    'last-event-id': answers.includes('events'),
    'if-match': answers.includes('file'),
  }

  expect(Object.keys(facts).filter((name) => taken.includes(name))).toEqual(
    Object.entries(facts).flatMap(([name, isFact]) => (isFact ? [name] : [])),
  )
  if (answers.includes('etag')) expect(taken).toContain('if-none-match')
})

test('a fixed path is matched before one with an id in its place', () => {
  const paths = allRoutes.map(([, { path }]) => path)
  const hidden = paths.filter((path, position) =>
    paths
      .slice(0, position)
      .some((other) => other !== path && new RegExp(`^${other.replace(/:\w+/g, '[^/]+')}$`).test(path)),
  )

  expect(hidden).toEqual([])
})

test('everything that the package declares is served', () => {
  const declared = Object.values<unknown>(exported)
    .flatMap((value) => Object.entries(value ?? {}))
    .filter(([, value]) => typeof value?.method === 'string' && typeof value?.path === 'string')

  expect(declared.length).toBeGreaterThan(allRoutes.length)
  for (const [name, route] of declared) expect(api).toHaveProperty(name, route)
})

describe('types', () => {
  test('a stack is made of assets', () => {
    expectTypeOf<Asset['stack']>().toEqualTypeOf<Asset[] | undefined>()
  })

  test('the emitted declaration of Asset keeps its recursion', () => {
    const declaration = readFileSync(new URL('../dist/asset/schemas.d.ts', import.meta.url), 'utf8')

    expect(declaration).toContain('stack: z.ZodOptional<z.ZodArray<AssetSchema>>')
    expect(declaration).not.toMatch(/\bany\b/)
  })
})
