import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** What a copy leaves out: git's folder, reports and caches. Builds are copied, so that a test builds only what it changes. */
const leftOut = /^(\.git|\.turbo|\.cache|data|generated\.d|.*-results\.json|reports|\.stryker-tmp|pictures)$/

/** One edit by hand: a new file, or the replacement of a text in a file. */
export interface Edit {
  path: string
  from?: string
  to: string
}

/** A copy of the repository with its dependencies and builds. */
export interface Scratch {
  folder: string
  edit(edits: Edit[]): void
  /** Undoes edits. */
  undo(edits: Edit[]): void
  /** Runs a program for at most two minutes: its output, and whether it succeeded. */
  run(folder: string, program: string, ...args: string[]): Promise<{ ok: boolean; output: string }>
  remove(): void
}

/** Copies the repository, and links to its installed dependencies. */
export function copyRepository(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'))
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === root || !(leftOut.test(basename(path)) || path === join(root, 'node_modules')),
  })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return {
    folder,
    edit: (edits) => {
      for (const one of edits) apply(folder, one)
    },
    undo: (edits) => {
      for (const one of edits.toReversed()) takeBack(folder, one)
    },
    run: (where, program, ...args) => run(join(folder, where), program, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function apply(folder: string, { path, from, to }: Edit) {
  const file = join(folder, path)
  if (from === undefined) {
    if (existsSync(file)) throw new Error(`${path} is there already.`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, to)
    return
  }
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from))
    throw new Error(`${path} has no ${JSON.stringify(from)} any more: the walk has to be written anew.`)
  writeFileSync(
    file,
    text.replace(from, () => to),
  )
}

function takeBack(folder: string, { path, from, to }: Edit) {
  const file = join(folder, path)
  if (from !== undefined) return apply(folder, { path, from: to, to: from })
  rmSync(file)
  // Git does not keep empty folders either.
  if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file))
}

const LIMIT_MS = 120_000

const { PATH = '', HOME, TMPDIR } = process.env

function run(cwd: string, program: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const bins = [join(cwd, 'node_modules/.bin'), join(root, 'node_modules/.bin'), PATH].join(':')
  const env = { PATH: bins, HOME, TMPDIR, NO_COLOR: '1', CHECKPOINT_DISABLE: '1' }
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, timeout: LIMIT_MS, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: stdout + stderr })
    })
  })
}
