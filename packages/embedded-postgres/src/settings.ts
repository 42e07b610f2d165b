const SETTINGS = {
  // Only this machine may connect, and only over TCP, because the path of a Unix socket is limited to 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The server, the workers and the commands each have a pool.
  max_connections: '200',
  // A quarter of the memory of a small home server.
  shared_buffers: '256MB',
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
  // Texts and times are the same on every machine.
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Returns the command line of a postmaster on the port. Other settings, such as fsync, have PostgreSQL's defaults. */
export function settingsFor(port: number): string[] {
  return ['-p', String(port), ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
