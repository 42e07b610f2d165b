import { availableParallelism, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { runTool, type ToolLimits } from './run-tool.js'

/** What keeps a tool in, as far as the machine allows. */
export interface Fence {
  hasMemoryLimit: boolean
  hasNoNetwork: boolean
  /** It sees the programs of the system, its input and the folder of its output alone. */
  hasNoFiles: boolean
  start: NonNullable<ToolLimits['start']>
}

const GIGABYTE = 2 ** 30

/** Bytes that a tool may have. */
export const toolMemory: number = Math.max(GIGABYTE, Math.min(6 * GIGABYTE, Math.floor(totalmem() / 2)))

const systemFolders = ['/usr', '/lib', '/lib64', '/bin', '/etc/alternatives', '/etc/ld.so.cache', '/nix/store']

const none: Fence = { hasMemoryLimit: false, hasNoNetwork: false, hasNoFiles: false, start: (path) => [path] }

/** The best first. */
const fences: Fence[] = [
  {
    ...{ hasMemoryLimit: true, hasNoNetwork: true, hasNoFiles: true },
    start: (path, { timeout, output }) => [...limited(timeout), ...alone(path, output), path],
  },
  {
    ...{ hasMemoryLimit: true, hasNoNetwork: true, hasNoFiles: false },
    start: (path, { timeout }) => [...limited(timeout), ...withoutNetwork(), path],
  },
  { ...none, hasMemoryLimit: true, start: (path, { timeout }) => [...limited(timeout), path] },
]

const found = new Map<string, Promise<Fence>>()

/** The best fence in which a tool runs on this machine; each is tried once. */
export function findFence(path: string): Promise<Fence> {
  const fence = found.get(path) ?? find(path)
  found.set(path, fence)
  return fence
}

/** Time of the processors counts too, so that a tool ends soon even when the server was killed. */
function limited(timeout: number) {
  return [
    ...['prlimit', '--core=0', `--data=${toolMemory}`],
    ...[`--cpu=${Math.ceil(timeout / 1_000) * availableParallelism()}`, '--'],
  ]
}

function alone(path: string, output: string | undefined) {
  return [
    ...['bwrap', '--unshare-all', '--die-with-parent', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--ro-bind', path, path],
    ...(output ? ['--bind', dirname(output), dirname(output)] : []),
    '--',
  ]
}

function withoutNetwork() {
  const asRoot = process.geteuid?.() === 0
  return ['unshare', ...(asRoot ? [] : ['--user', '--map-current-user']), '--net', '--']
}

async function find(path: string): Promise<Fence> {
  if (process.platform !== 'linux') return none
  for (const fence of fences) if (await tryOut(fence, path)) return fence
  return none
}

function tryOut(fence: Fence, path: string) {
  return runTool(path, ['-version'], { timeout: 10_000, start: fence.start }).then(
    () => true,
    () => false,
  )
}
