import { randomUUID } from 'node:crypto'
import { PrismaClient } from '@media-library/server/prisma-client'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import { answerProcess } from '../ask-process.js'
import { type Ids, queries } from '../queries.js'
import type { Measurement } from '../scenario.js'
import { readMemory } from '../usage.js'

/** A query, the way that it goes, and how often. */
export interface QueryQuestion {
  databaseUrl: string
  name: string
  isPrisma: boolean
  count: number
}

/** So many run until the code is compiled. */
const WARM_UP = 300

/** Asks one query after the other, prepared by its name either way. Its memory is what the first one adds. */
answerProcess(async ({ databaseUrl, name, isPrisma, count }: QueryQuestion): Promise<Measurement> => {
  const query = queries[name]
  if (!query) throw new Error(`There is no query ${name}.`)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const client = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: () => name }) })
  const { rows } = await pool.query('SELECT user_id AS "userId", id AS "keyId" FROM api_key LIMIT 1')
  const run = () => {
    const ids: Ids = { ...rows[0], other: randomUUID() }
    return isPrisma ? query.prisma(client, ids) : pool.query({ name, text: query.sql, values: query.values(ids) })
  }
  try {
    const before = await readMemory(process.pid)
    await run()
    const after = await readMemory(process.pid)
    for (let number = 0; number < WARM_UP; number += 1) await run()

    const times: number[] = []
    const cpu = process.cpuUsage()
    for (let number = 0; number < count; number += 1) {
      const startedAt = performance.now()
      await run()
      times.push(performance.now() - startedAt)
    }
    const { user, system } = process.cpuUsage(cpu)
    times.sort((one, other) => one - other)
    return {
      rate: (1_000 * count) / times.reduce((sum, time) => sum + time, 0),
      exchange: {
        p50: times[Math.floor(count / 2)] ?? Number.NaN,
        p99: times[Math.floor(count * 0.99)] ?? Number.NaN,
        serverCpu: (user + system) / 1_000 / count,
        databaseCpu: null,
        peakRssMb: before && after && after.now - before.now,
        storeRequests: null,
      },
    }
  } finally {
    await client.$disconnect()
    await pool.end()
  }
})
