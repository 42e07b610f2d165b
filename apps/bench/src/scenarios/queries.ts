import { askProcess } from '../ask-process.js'
import { openLibrary } from '../library.js'
import type { QueryQuestion } from '../programs/query.js'
import { queries } from '../queries.js'
import type { Measurement, Scenario } from '../scenario.js'

const KEYS = 20
const TAGS = 100

const insertKeys = `
  INSERT INTO api_key (id, user_id, name, secret_hash, scopes)
  SELECT uuidv7(), id, 'Key ' || n, sha256(''), '{all}' FROM "user", generate_series(2, $1::int) AS n`

const insertTags = `
  INSERT INTO tag (id, user_id, name) SELECT uuidv7(), id, 'Tag ' || n FROM "user", generate_series(1, $1::int) AS n`

/** The same query through Prisma Client, and as SQL through the pool: what the decision between the two rests on. */
export const queryScenarios: Scenario[] = Object.keys(queries).map((name) => ({
  name: `query-${name}`,
  unit: 'queries',
  aim: null,
  prepare: async ({ folder, quick, signal }) => {
    const { pool, env, close } = await openLibrary(folder)
    const ask = async (isPrisma: boolean) => {
      await pool.query("TRUNCATE tag CASCADE; DELETE FROM api_key WHERE name <> 'bench'")
      await pool.query(insertTags, [TAGS])
      await pool.query(insertKeys, [KEYS])
      const question: QueryQuestion = { databaseUrl: env.DATABASE_URL, name, isPrisma, count: quick ? 300 : 2_000 }
      return askProcess<Measurement>(new URL('../programs/query.js', import.meta.url), question, signal)
    }
    return { ours: () => ask(true), floor: () => ask(false), close }
  },
}))
