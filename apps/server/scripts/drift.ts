import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'pg'
import { openSchemaEngine } from './schema-engine.js'

const schemaPath = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url))

/** Returns the SQL that changes a migrated database to the schema; empty when the two agree. */
export async function findDrift(url: string): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
  const filters = { externalTables: [], externalEnums: [] }
  try {
    const content = await readFile(schemaPath, 'utf8')
    const files = [{ path: schemaPath, content }]
    const engine = await openSchemaEngine(pool, async (script) => {
      await pool.query(script)
    })
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    })
    engine.free()
    return exitCode === 0 ? '' : (stdout ?? '')
  } finally {
    await pool.end()
  }
}
