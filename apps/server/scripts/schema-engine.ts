import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { DiagnoseMigrationHistoryOutput, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import { Pool, type QueryArrayConfig, types } from 'pg'
import { type Migration, readMigrations } from '../src/database/migrations/migrations.js'

// Neither the library nor @types/node declares it without the browser's types.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

const CHARACTER_ARRAY = 1002

const onPanic = {
  set_message: (message: string) => {
    throw new Error(`Prisma's schema engine failed: ${message}`)
  },
}

// The bindings keep views of the memory of one instance.
let loaded: ReturnType<typeof instantiate> | undefined

/** Runs a script of many statements. */
export type RunScript = (script: string) => Promise<void>

/** Opens Prisma's schema engine over the one connection of a pool; `runScript` runs its scripts, such as migrations. */
export async function openSchemaEngine(pool: Pool, runScript: RunScript): Promise<SchemaEngine> {
  const prisma = new PrismaPg(pool)
  const connectAdapter = async (): Promise<SqlDriverAdapter> => {
    const adapter = await prisma.connect()
    // The adapter itself splits a script at each semicolon, including those in texts and functions.
    adapter.executeScript = runScript
    passCharacters(pool, adapter)
    return adapter
  }
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: prisma.provider,
    adapterName: prisma.adapterName,
    connect: connectAdapter,
    connectToShadowDb: () => Promise.reject(new Error('No shadow database is needed.')),
  }
  const Engine = await load()
  return Engine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory))
}

/** Finds out what `prisma migrate deploy` does about a database before it applies anything. */
export async function diagnoseHistory(url: string, folder: string): Promise<DiagnoseMigrationHistoryOutput> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    const engine = await openSchemaEngine(pool, async () => {})
    const migrations = await readMigrations(folder)
    return await engine.diagnoseMigrationHistory({
      migrationsList: toMigrationList(folder, migrations),
      optInToShadowDatabase: false,
      filters: { externalTables: [], externalEnums: [] },
    })
  } finally {
    await pool.end()
  }
}

/** Converts migrations to the format of Prisma's engine. */
function toMigrationList(folder: string, migrations: Migration[]): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

async function instantiate() {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: onPanic })
  // Node does not instantiate WebAssembly on import.
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(path.replace(/\.js$/, '.wasm'))
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const imports = Object.entries(bindings).map(([name, binding]) => [
    name,
    name.startsWith('__wbg_setTimeout_') ? startTimer : binding,
  ])
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': Object.fromEntries(imports) })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings.SchemaEngine
}

/** Starts a timer that does not keep the process alive, as the engine's time limits would after its work. */
function startTimer(callback: () => void, ms: number) {
  return setTimeout(callback, ms).unref()
}

/**
 * Lets the adapter accept PostgreSQL's internal type "char" from the catalogue. The pool reports such a column as an array, which the
 * catalogue queries do not return otherwise, and the answer of the adapter reports it as a character.
 */
function passCharacters(pool: Pool, adapter: SqlDriverAdapter): void {
  const query = pool.query.bind(pool)
  pool.query = (async (config: QueryArrayConfig) => {
    const result = await query(config)
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === types.builtins.CHAR) field.dataTypeID = CHARACTER_ARRAY
    }
    return result
  }) as unknown as Pool['query']
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
}

function load() {
  loaded ??= instantiate()
  return loaded
}
