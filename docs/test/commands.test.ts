import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommands } from './support/cli.js'
import { pages, readPage, root } from './support/pages.js'

const operating = readPage('docs/operating.md')
const [, table = ''] = operating.split('## Commands\n')

test('docs/operating.md lists all commands', async () => {
  const [rows = ''] = table.split('\n## ')
  const cells = [...rows.matchAll(/^\| (`.+`) +\|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+(?: [\w-]+)?)/g)].map(([, name = '']) => name))

  expect(listed.toSorted()).toEqual((await allCommands()).toSorted())
})

test.each(pages)('every pnpm script that %s names exists', (path) => {
  const code = readPage(path).match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? []
  const calls = code.flatMap((text) => [...text.matchAll(/\bpnpm(?:@10)? (?:run |exec )?([a-z][\w:-]*)/g)])
  const names = calls.map(([, name = '']) => name)

  expect(names.filter((name) => !isScript(name))).toEqual([])
})

/** The commands and, where a command has some, its subcommands. */
async function allCommands(): Promise<string[]> {
  const groups = await commandsOf('')
  const all = await Promise.all(
    groups.map(async (group) => {
      const names = await commandsOf(group)
      const runsAlone = names.length === 0 || group === 'jobs'
      return [...(runsAlone ? [group] : []), ...names.map((name) => `${group} ${name}`)]
    }),
  )
  return all.flat()
}

async function commandsOf(group: string): Promise<string[]> {
  const help = await runCommands(`npx --yes pnpm@10 media-library ${group} --help`, {})
  const [, commands = ''] = help.split('\nCommands:\n')
  const [block = ''] = commands.split('\n\n')
  return [...block.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

function isScript(name: string): boolean {
  const { scripts } = JSON.parse(readPage('package.json'))
  return name in scripts || ['install', 'pack'].includes(name) || existsSync(join(root, 'node_modules/.bin', name))
}
