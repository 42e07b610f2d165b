import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages, readPage, root } from './support/pages.js'

const operating = readPage('docs/operate/commands.md')
const [, section = ''] = operating.split('## All commands\n')

test('docs/operate/commands.md lists all commands', async () => {
  const [list = ''] = section.split('\n## ')
  const cells = [...list.matchAll(/^- (`.+?`): /gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+(?: [\w-]+)?)/g)].map(([, name = '']) => name))

  expect(listed.toSorted()).toEqual((await allCommands()).toSorted())
})

test.each(pages)('every pnpm script that %s names exists', (path) => {
  const code = readPage(path).match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? []
  const calls = code.flatMap((text) => [...text.matchAll(/\bpnpm(?:@10)? (?:run |exec )?([a-z][\w:-]*)/g)])
  const names = calls.map(([, name = '']) => name)

  expect(names.filter((name) => !isScript(name))).toEqual([])
})

interface Command {
  commands: { name(): string }[]
}

/** Lists the commands and the subcommands. */
async function allCommands(): Promise<string[]> {
  const main = createRequire(import.meta.url).resolve('@media-library/server/main')
  const built: { commands: Record<string, { load(): Promise<Command> }> } = await import(
    join(main, '../cli/commands/index.js')
  )
  const all = Object.entries(built.commands).map(async ([group, { load }]) => {
    const names = (await load()).commands.map((command) => `${group} ${command.name()}`)
    const runsAlone = names.length === 0 || group === 'jobs'
    return [...(runsAlone ? [group] : []), ...names]
  })
  return (await Promise.all(all)).flat()
}

function isScript(name: string): boolean {
  const { scripts } = JSON.parse(readPage('package.json'))
  return (
    name in scripts || ['audit', 'install', 'pack'].includes(name) || existsSync(join(root, 'node_modules/.bin', name))
  )
}
