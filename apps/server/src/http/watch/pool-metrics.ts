import { Gauge, type Registry } from 'prom-client'
import { type Database, poolStateOf } from '../../database/connect.js'

/**
 * Adds the metrics of the connection pool. Returns a function that refreshes them.
 */
export function createPoolMetrics(registry: Registry, database: Database): () => void {
  const registers = [registry]
  const connections = new Gauge({
    name: 'media_library_database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'media_library_database_queries_waiting',
    help: 'Queries waiting for a connection of the pool',
    registers,
  })
  return () => {
    const pool = poolStateOf(database) ?? { total: 0, idle: 0, waiting: 0 }
    connections.set({ state: 'active' }, pool.total - pool.idle)
    connections.set({ state: 'idle' }, pool.idle)
    waiting.set(pool.waiting)
  }
}
