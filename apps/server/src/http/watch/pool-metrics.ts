import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../database/connect.js'

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
    const { totalCount, idleCount, waitingCount } = database.driver.pool
    connections.set({ state: 'active' }, totalCount - idleCount)
    connections.set({ state: 'idle' }, idleCount)
    waiting.set(waitingCount)
  }
}
