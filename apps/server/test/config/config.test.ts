import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { findDataDir } from '../../src/config/places.js'
import { ConfigError } from '../../src/errors.js'

describe('readConfig', () => {
  test('needs no variable', () => {
    expect(readConfig({})).toMatchObject({ databaseUrl: null, host: '127.0.0.1', port: null, demo: null })
  })

  test('a server whose database others may use goes on for 5 s after SIGTERM', () => {
    expect(readConfig({ DATABASE_URL: 'postgresql://localhost/x' }).drainMs).toBe(5_000)
    expect(readConfig({}).drainMs).toBe(0)
  })

  test('an idle connection outlives the 60 s of nginx', () => {
    expect(readConfig({}).http.keepAliveMs).toBeGreaterThan(60_000)
  })

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', MEDIA_LIBRARY_DEMO: '' })).toEqual(readConfig({}))
  })

  test('paths are absolute', () => {
    expect(readConfig({ DATA_DIR: './somewhere' }).dataDir).toBe(`${process.cwd()}/somewhere`)
  })

  test('a library is created in the current folder, but never in a package of a clone', () => {
    const clone = fileURLToPath(new URL('../../../../', import.meta.url))

    expect(findDataDir(undefined, '/srv/photos')).toBe('/srv/photos/data')
    expect(findDataDir(undefined, join(clone, 'apps/server'))).toBe(join(clone, 'data'))
    expect(findDataDir('./mine', join(clone, 'apps/server'))).toBe(join(clone, 'apps/server/mine'))
    expect(readConfig({}).dataDir).toBe(join(clone, 'data'))
  })

  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgresql://ada:p#w@localhost/x'],
    ['DATABASE_URL', 'postgresql://ada:1#2@localhost/x'],
    ['DATABASE_URL', 'postgresql://ada:1/2@localhost/x'],
    ['DATABASE_URL', 'postgresql://ada:p?w@localhost/x'],
    ['DATABASE_URL', 'postgresql://one:5432,two:5432/x'],
    ['DATABASE_POOLER_URL', 'postgresql://ada:p#w@localhost/x'],
    ['DATABASE_REPLICA_URL', 'postgresql://ada:p#w@localhost/x'],
    ['DATABASE_CONNECTIONS', '0'],
    ['DATABASE_WAIT_SECONDS', 'soon'],
    ['DATABASE_STATEMENT_SECONDS', '0'],
    ['MEDIA_LIBRARY_DEMO', 'perhaps'],
    ['WORKER_IMAGES', '65'],
    ['WORKER_VIDEOS', '1.5'],
    ['WORKER_STOP_SECONDS', '-1'],
    ['HEADERS_TIMEOUT_SECONDS', '0'],
    ['REQUEST_TIMEOUT_SECONDS', 'long'],
    ['KEEP_ALIVE_SECONDS', '3601'],
    ['RATE_LIMIT', '-1'],
    ['RATE_LIMIT_FAILURES', 'few'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,10.0.0.0/33'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://*.example.org'],
    ['ALLOWED_ORIGINS', 'null'],
    ['ALLOWED_ORIGINS', 'photos.example.org'],
    ['ALLOWED_ORIGINS', 'https://photos.example.org/'],
    ['ALLOWED_ORIGINS', 'https://photos.example.org:443'],
    ['ALLOWED_ORIGINS', 'https://photos.example.org,'],
    ['ALLOW_HTTP', 'http://nas.lan'],
    ['ALLOW_HTTP', 'nas.lan:2283'],
    ['ALLOW_HTTP', '*'],
    ['WRITE_SIDECARS', 'beside'],
    ['WATCH_FOLDERS', 'photos'],
    ['WATCH_FOLDERS', 'ada@example.org=photos'],
    ['WATCH_FOLDERS', '\u212aate@example.org=/photos/kate'],
    ['DERIVED_STORAGE', '/mnt/derived'],
    ['DERIVED_STORAGE', 's3://Photos'],
    ['S3_ENDPOINT', 'store.example.org:9000'],
    ['LOG_LEVEL', 'loud'],
    ['POSTGRES_SETTINGS', 'shared_buffers'],
    ['POSTGRES_SETTINGS', 'work_mem = 32MB'],
    ['POSTGRES_SETTINGS', "search_path='public"],
    ['OAUTH_CONFIG_SUNSET', 'tomorrow'],
  ])('refuses %s=%s by name, and says what it must be', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}=.*: must be `))
  })

  test('allows no other origin, or only the listed ones', () => {
    const given = 'https://photos.example.org, http://localhost:5173,capacitor://localhost'

    expect(readConfig({}).http.allowedOrigins).toEqual([])
    expect(readConfig({ ALLOWED_ORIGINS: given }).http.allowedOrigins).toEqual([
      'https://photos.example.org',
      'http://localhost:5173',
      'capacitor://localhost',
    ])
  })

  test.each([
    ['ALLOWED_ORIGINS', 'https://Photos.example.org/app', 'https://photos.example.org'],
    ['ALLOW_HTTP', 'http://nas.lan', 'nas.lan'],
    ['ALLOW_HTTP', 'https://nas.lan:2283/photos', 'nas.lan'],
    ['ALLOW_HTTP', 'nas.lan:2283', 'nas.lan'],
  ])('in %s=%s, says what was meant', (name, value, meant) => {
    expect(() => readConfig({ [name]: value })).toThrow(`write ${meant} instead of "${value}"`)
  })

  test('settings of PostgreSQL are separated by spaces, and need its embedded database', () => {
    const given = ` shared_buffers=1GB  search_path='public, "it''s"' `

    expect(readConfig({}).postgresSettings).toEqual({})
    expect(readConfig({ POSTGRES_SETTINGS: given }).postgresSettings).toEqual({
      shared_buffers: '1GB',
      search_path: 'public, "it\'s"',
    })
    expect(() => readConfig({ POSTGRES_SETTINGS: given, DATABASE_URL: 'postgresql://ada@localhost/library' })).toThrow(
      'POSTGRES_SETTINGS: is for the embedded database',
    )
  })

  test('watches no folder, or those of each user (D6)', () => {
    expect(readConfig({}).watchFolders).toEqual([])
    expect(readConfig({ WATCH_FOLDERS: 'Ada@example.org=/photos/a=b:/photos/only' }).watchFolders).toEqual([
      { email: 'ada@example.org', folder: '/photos/a=b' },
      { email: null, folder: '/photos/only' },
    ])
  })

  test('trusts no proxy, or only the listed ones', () => {
    expect(readConfig({}).http.trustedProxies).toEqual([])
    expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8' }).http.trustedProxies).toEqual([
      '127.0.0.1',
      '::1',
      '10.0.0.0/8',
    ])
  })

  test("derived files go to a folder of a bucket, with the given keys or the machine's own", () => {
    const place = { DERIVED_STORAGE: 's3://library/derived/files/' }
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

    expect(readConfig({}).bucket).toBeNull()
    expect(readConfig({ ...place, AWS_REGION: 'eu-north-1' }).bucket).toEqual({
      bucket: 'library',
      prefix: 'derived/files',
      endpoint: null,
      region: 'eu-north-1',
      credentials: null,
    })
    expect(readConfig({ ...place, ...keys, S3_ENDPOINT: 'https://store.example.org' }).bucket).toMatchObject({
      endpoint: 'https://store.example.org',
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
    expect(() => readConfig({ ...place, AWS_SECRET_ACCESS_KEY: 'secret' })).toThrow(/AWS_ACCESS_KEY_ID: (?!.*secret)/)
  })

  test("the headers' time limit is at most that of the whole request", () => {
    expect(readConfig({ REQUEST_TIMEOUT_SECONDS: '5' }).http).toMatchObject({ headersMs: 5_000, requestMs: 5_000 })
  })

  test('hides the password of an address', () => {
    for (const address of ['mysql://me:secret@localhost/x', 'postgresql://secret#1@localhost/x'])
      expect(() => readConfig({ DATABASE_URL: address })).toThrow(/^(?!.*secret)/s)
  })

  test.each([
    'postgresql://%2F%40:%23@localhost:5432/x?sslmode=require',
    'postgresql://ada:p@w d@localhost/x',
    'postgres://localhost',
    'postgresql:///x?host=/run/postgresql',
    'postgresql://ada:pw@/x?host=%2Frun%2Fpostgresql',
  ])('takes the PostgreSQL address %s', (address) => {
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
  })
})
