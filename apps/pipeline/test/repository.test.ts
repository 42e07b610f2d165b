import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './support/scratch.js'

interface Package {
  name: string
  private?: boolean
  homepage?: string
  bugs?: string
  repository?: { type: string; url: string; directory?: string }
  scripts: Record<string, string>
}

interface Workflow {
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }>
}

function readText(path: string) {
  return readFileSync(join(root, path), 'utf8')
}
function readPackage(folder: string): Package {
  return JSON.parse(readText(join(folder, 'package.json')))
}

const top = readPackage('.')
// A package that went may have left a folder with what it built.
const folders = ['apps', 'packages']
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(join(root, folder, 'package.json')))
const published = folders.filter((folder) => !readPackage(folder).private)
const address = top.repository?.url.replace(/^git\+/, '').replace(/\.git$/, '') ?? ''

test.each(published)('%s names its source, its documentation, and where to report a fault', (folder) => {
  const { repository, homepage, bugs } = readPackage(folder)

  expect(repository).toEqual({ ...top.repository, directory: folder })
  expect(homepage).toBe(`${address}/tree/main/${folder}#readme`)
  expect(bugs).toBe(`${address}/issues`)
})

test('the issue templates link to the same repository', () => {
  const { contact_links: links }: { contact_links: { url: string }[] } = parse(
    readText('.github/ISSUE_TEMPLATE/config.yml'),
  )

  expect(links.map(({ url }) => url)).toEqual([`${address}/security/advisories/new`])
})

const workflows = readdirSync(join(root, '.github/workflows'))
function stepsOf(name: string) {
  const { jobs }: Workflow = parse(readText(`.github/workflows/${name}`))
  return Object.values(jobs).flatMap(({ steps }) => steps)
}

test.each(workflows)('%s pins each action to a commit', (name) => {
  const actions = stepsOf(name).flatMap(({ uses }) => uses ?? [])

  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
})

/** The commands of a workflow: its steps, and what it hands to an action. */
function commandsOf(name: string) {
  return stepsOf(name).flatMap(({ run, with: inputs }) =>
    [run, inputs?.['publish'], inputs?.['version']].filter(isText),
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

test.each(workflows)('every script that %s runs exists', (name) => {
  const commands = commandsOf(name)

  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((command) => !isThere(command))).toEqual([])
})

/** A program of the repository, a script of its package.json, a command of pnpm itself, or the installation of a package. */
function isThere(command: string): boolean {
  if (command.startsWith('sudo apt-get ')) return true
  const [, script = ''] = /^npx --yes pnpm@10 (?:run )?(\S+)/.exec(command) ?? []
  if (script) return script in top.scripts || ['install', 'exec'].includes(script)
  try {
    accessSync(join(root, command), constants.X_OK)
    return true
  } catch {
    return false
  }
}
