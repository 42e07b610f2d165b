import { Gauge, type Registry } from 'prom-client'
import { type Database, isAnswering } from '../../../database/ask.js'
import type { SourceReader } from './reader.js'

/** Adds the metrics of the database and of the pool of its connections. */
export function addDatabase(registry: Registry, reader: SourceReader, database: Database): void {
  const registers = [registry]
  const { pool } = database.driver
  const up = new Gauge({
    name: 'media_library_database_up',
    help: '1 if the database answered within 3 s, else 0',
    registers,
  })
  reader.add({
    name: 'database',
    read: () => isAnswering(database),
    show: (answer) => up.set(answer ? 1 : 0),
  })
  new Gauge({
    name: 'media_library_database_connections',
    help: 'Connections of the pool by state; in a server, those of requests',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'media_library_database_queries_waiting',
    help: 'Statements waiting for a connection of the pool',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
