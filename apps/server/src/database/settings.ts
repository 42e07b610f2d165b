import { totalmem } from 'node:os'

const MIB = 1024 ** 2

/** Returns the settings of the embedded database on a machine with so many bytes of memory, which the service and its tools share. */
export function settingsFor(memory: number): Record<string, string> {
  return {
    // The server, the workers and the commands each have a pool.
    max_connections: '200',
    // The system caches the rest of the database.
    shared_buffers: inMegabytes(Math.min(Math.max(memory / 16, 128 * MIB), 1024 * MIB)),
    // What the planner expects that cache to hold.
    effective_cache_size: inMegabytes(memory / 2),
    // Enough to sort a library of 100,000 assets in memory.
    work_mem: '16MB',
    // Enough to build an index of that library in memory.
    maintenance_work_mem: '128MB',
    // The indexes of a library fit in memory, where random and sequential reads cost about the same.
    random_page_cost: '1.1',
    // Compilation takes longer than the short queries of a request.
    jit: 'off',
    // After each checkpoint, whole pages go to the log. They compress well.
    wal_compression: 'pglz',
  }
}

/** Returns the bytes of memory of the machine, or of the container if that has less. */
export function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MIB)}MB`
}
