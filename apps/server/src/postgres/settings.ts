const SETTINGS = {
  // Only this machine may connect, and only over TCP, because the path of a socket is limited to 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The server, its workers and commands each have a pool.
  max_connections: '200',
  // A quarter of the memory of a small home server.
  shared_buffers: '256MB',
  // Sorting a library of some 100,000 assets stays in memory.
  work_mem: '16MB',
  // Building an index of such a library too.
  maintenance_work_mem: '128MB',
  // The indexes of a library fit in memory, where a random read costs about as much as the next one.
  random_page_cost: '1.1',
  // Compiling costs more time than the short queries of a request take.
  jit: 'off',
  // Whole pages go to the log after each checkpoint; they compress well.
  wal_compression: 'pglz',
  // Texts and times are the same on every machine.
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** The command line of a postmaster for a home server on the port; all else is PostgreSQL's default, fsync included. */
export function settingsFor(port: number): string[] {
  return ['-p', String(port), ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
