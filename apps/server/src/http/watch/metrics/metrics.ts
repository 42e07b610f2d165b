import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../../../config/config.js'
import { type PrismaDatabase, sentBy } from '../../../database/connect.js'
import type { Measures } from '../../../measures.js'
import { addBuild } from './build.js'
import { addDatabase } from './database.js'
import { addDisks } from './disks.js'
import { addJobs } from './jobs.js'
import { addMeasures } from './measured.js'
import { addQuotas } from './quotas.js'
import { createReader } from './reader.js'

/** The metrics of a process for Prometheus. */
export interface Metrics {
  registry: Registry
  /** Returns all metrics as text, within some seconds. Values that cannot be read in time are left out. */
  read(): Promise<string>
}

/** Creates the metrics of this process and its database, in a separate registry. */
export async function createMetrics({
  config,
  database,
  measures,
}: {
  config: Pick<Config, 'dataDir' | 'uploads'>
  database: PrismaDatabase
  measures: Measures
}): Promise<Metrics> {
  const registry = new Registry()
  const reader = createReader(registry)
  const own = sentBy('metrics', database)
  await addBuild(registry)
  addMeasures(registry, measures)
  addDatabase(registry, reader, own)
  addJobs(registry, reader, own)
  addQuotas(registry, reader, own)
  addDisks(registry, reader, config)
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    read: async () => {
      await reader.readAll()
      return registry.metrics()
    },
  }
}
