import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * What `pnpm test`, its longer tiers (`test:commands` to `test:walks`), `lint` and `build` run.
 */
const tasks = [
  'build',
  'typecheck',
  'test',
  'test:root',
  'test:commands',
  'test:torture',
  'test:pooler',
  'test:journeys',
  'test:packed',
  'test:platforms',
  'test:walks',
  ...['style', 'secrets', 'tree', 'imports', 'unused', 'lockfile', 'workflows'].map((name) => `lint:${name}`),
]

const turbo = join(createRequire(import.meta.url).resolve('turbo/package.json'), '../bin/turbo')

const { PATH, HOME, TMPDIR } = process.env

/** A task as turbo plans it. */
interface Task {
  taskId: string
  /** Finds what an earlier run left. */
  hash: string
  command: string
  directory: string
  /** What it reads, relative to its directory. */
  inputs: Record<string, string>
  /** The tasks that run after it, and whose hashes include its own. */
  dependents: string[]
  /** `NAME=hash` of each variable that is set and reaches it. */
  environmentVariables: { configured: string[] }
}

/** What turbo would run in a folder. A plan takes turbo some seconds, so one has to answer many questions. */
export function plan(folder: string, env: Record<string, string> = {}): Task[] {
  const args = [turbo, 'run', ...tasks, '--dry=json', '--skip-infer', '--no-update-notifier', '--cwd', folder]
  const answer = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR, TURBO_TELEMETRY_DISABLED: '1', ...env },
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
  })
  const { tasks: planned }: { tasks: Task[] } = JSON.parse(answer)
  return planned
}

/** The tasks that a change of any of the files reruns: those that read it, and all that come after them. */
export function reading(planned: Task[], ...paths: string[]): string[] {
  const byId = new Map(planned.map((task) => [task.taskId, task]))
  const rerun = new Set<string>()
  const add = (task: Task | undefined) => {
    if (!task || rerun.has(task.taskId)) return
    rerun.add(task.taskId)
    for (const dependent of task.dependents) add(byId.get(dependent))
  }
  for (const task of planned) {
    if (Object.keys(task.inputs).some((input) => paths.includes(join(task.directory, input)))) add(task)
  }
  return names(planned.filter(({ taskId }) => rerun.has(taskId)))
}

/** The tasks that a variable reaches. */
export function given(planned: Task[], variable: string): string[] {
  return names(
    planned.filter(({ environmentVariables }) =>
      environmentVariables.configured.some((value) => value.startsWith(`${variable}=`)),
    ),
  )
}

/** The tasks of a plan that another one does not have with the same hash. */
export function difference(after: Task[], before: Task[]): string[] {
  const hashes = new Map(before.map(({ taskId, hash }) => [taskId, hash]))
  return names(after.filter(({ taskId, hash }) => hashes.get(taskId) !== hash))
}

/** A package that lacks a script is in the plan of each task all the same. */
function names(chosen: Task[]) {
  return chosen
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(({ taskId }) => taskId.replace('@media-library/', ''))
    .sort()
}
