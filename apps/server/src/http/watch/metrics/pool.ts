import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../../database/ask.js'

/** Adds the metrics of the connection pool. */
export function addPool(registry: Registry, { driver: { pool } }: Database): void {
  const registers = [registry]
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
    help: 'Statements waiting for a connection of that pool',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
