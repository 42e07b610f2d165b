/** Returns the command line of a postmaster on the port. Other settings, such as fsync, have PostgreSQL's defaults. */
export function argumentsFor(port: number, settings: Record<string, string> = {}): string[] {
  const all = Object.entries({ ...settings, ...fixedSettings })
  return ['-p', String(port), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const fixedSettings = {
  // Only this machine may connect, and only over TCP, because the path of a Unix socket is limited to 107 bytes.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Texts and times are the same on every machine.
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
