import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { TimeFault } from '../errors.js'
import { runTool, type ToolLimits } from './run-tool.js'

/** The restrictions of a tool, as far as the machine supports them. */
export interface Sandbox {
  hasMemoryLimit: boolean
  hasNoNetwork: boolean
  /** Whether it sees no files except the system's programs, its input and its output folder. */
  hasNoFiles: boolean
  start: NonNullable<ToolLimits['start']>
}

/** The bytes of memory of a tool without another limit. */
const USUAL_MEMORY = 2 ** 30

const systemFolders = ['/usr', '/lib', '/lib64', '/bin', '/etc/alternatives', '/etc/ld.so.cache', '/nix/store']

const none: Sandbox = { hasMemoryLimit: false, hasNoNetwork: false, hasNoFiles: false, start: (path) => [path] }

/** The sandboxes, the strictest first. */
const sandboxes: Sandbox[] = [
  {
    hasMemoryLimit: true,
    hasNoNetwork: true,
    hasNoFiles: true,
    start: (path, limits) => [...limited(limits), ...alone(path, limits.output), path],
  },
  {
    hasMemoryLimit: true,
    hasNoNetwork: true,
    hasNoFiles: false,
    start: (path, limits) => [...limited(limits), ...withoutNetwork(), path],
  },
  { ...none, hasMemoryLimit: true, start: (path, limits) => [...limited(limits), path] },
]

const found = new Map<string, Promise<Sandbox>>()

/** Finds the strictest sandbox in which a tool runs on this machine. Tries each sandbox only once, unless the machine was too busy. */
export function findSandbox(path: string): Promise<Sandbox> {
  const sandbox = found.get(path) ?? find(path)
  found.set(path, sandbox)
  sandbox.catch(() => found.delete(path))
  return sandbox
}

/** The seconds of processor time that a process may have beyond the limit of its tool, at which the server ends it. */
const BEYOND_S = 5

/** Also limits the processor time, so that a tool ends soon even when the server was killed. */
function limited({ timeout, memory = USUAL_MEMORY }: ToolLimits) {
  return [
    'prlimit',
    '--core=0',
    `--data=${memory}`,
    `--cpu=${Math.ceil(timeout / 1_000) * availableParallelism() + BEYOND_S}`,
    '--',
  ]
}

function alone(path: string, output: string | undefined) {
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    '--ro-bind',
    path,
    path,
    ...(output ? ['--bind', dirname(output), dirname(output)] : []),
    '--',
  ]
}

function withoutNetwork() {
  const asRoot = process.geteuid?.() === 0
  return ['unshare', ...(asRoot ? [] : ['--user', '--map-current-user']), '--net', '--']
}

async function find(path: string): Promise<Sandbox> {
  if (process.platform !== 'linux') return none
  for (const sandbox of sandboxes) if (await tryOut(sandbox, path)) return sandbox
  return none
}

function tryOut(sandbox: Sandbox, path: string) {
  return runTool(path, ['-version'], { timeout: 10_000, start: sandbox.start }).then(
    () => true,
    (error) => {
      if (error instanceof TimeFault) throw error
      return false
    },
  )
}
