import { EmbeddedPostgresError } from './errors.js'

/**
 * Returns the command line of a postmaster on the port. Other settings, such as fsync, have PostgreSQL's defaults. Throws
 * `refused-setting` for one that this package sets itself.
 */
export function argumentsFor(port: number, settings: Record<string, string> = {}): string[] {
  const taken = Object.keys(settings).find((name) => reserved.has(name.toLowerCase()))
  if (taken !== undefined)
    throw new EmbeddedPostgresError('refused-setting', `the setting ${taken} cannot be set: its value is fixed.`)
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

/**
 * The settings that determine the place, the address and the log of the cluster, and those on which its sessions rely.
 */
const reserved = new Set([
  ...Object.keys(fixedSettings),
  'config_file',
  'data_directory',
  'external_pid_file',
  'hba_file',
  'ident_file',
  'log_destination',
  'logging_collector',
  'port',
  // The statements of an application rely on these settings.
  'bytea_output',
  'client_encoding',
  'datestyle',
  'default_transaction_read_only',
  'extra_float_digits',
  'intervalstyle',
  'search_path',
  'session_replication_role',
  'standard_conforming_strings',
])

/**
 * The messages of PostgreSQL about a setting of the command line. A message about a file contains the name of the file.
 */
const REFUSAL =
  /FATAL: {2}(unrecognized configuration parameter ".*"|invalid value for parameter .*|.* is outside the valid range for parameter .*|parameter ".*" cannot be .*)$(?:\n.*HINT: {2}(.*)$)?/m

/** Finds the message with which PostgreSQL refused a setting in the log of its start. */
export function findRefusal(logged: string): string | null {
  const [, message, hint] = REFUSAL.exec(logged) ?? []
  if (message === undefined) return null
  return hint === undefined ? message : `${message}. ${hint.replace(/\.$/, '')}`
}
