import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What `pnpm test`, `test:packed`, `test:walks`, `lint` and `build` run. */
const tasks = [
  'build',
  'typecheck',
  'test',
  'test:root',
  'test:packed',
  'test:walks',
  ...['style', 'secrets', 'tree', 'imports', 'unused', 'lockfile', 'workflows'].map((name) => `lint:${name}`),
]

const turbo = join(createRequire(import.meta.url).resolve('turbo/package.json'), '../bin/turbo')

const { PATH, HOME, TMPDIR } = process.env

interface Plan {
  tasks: { taskId: string; hash: string; command: string }[]
}

/** The tasks that turbo would run in a folder, each with the hash by which it finds what an earlier run left. */
export function plan(folder: string, env: Record<string, string> = {}): Map<string, string> {
  const args = [turbo, 'run', ...tasks, '--dry=json', '--skip-infer', '--no-update-notifier', '--cwd', folder]
  const answer = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR, TURBO_TELEMETRY_DISABLED: '1', ...env },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const { tasks: planned }: Plan = JSON.parse(answer)
  return new Map(
    planned
      .filter(({ command }) => command !== '<NONEXISTENT>')
      .map(({ taskId, hash }) => [taskId.replace('@media-library/', ''), hash]),
  )
}

/** The tasks of a plan that another one does not have with the same hash. */
export function difference(after: Map<string, string>, before: Map<string, string>): string[] {
  return [...after.keys()].filter((task) => before.get(task) !== after.get(task)).sort()
}
