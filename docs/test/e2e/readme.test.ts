import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { codeBlocks, readPage } from '../support/pages.js'
import { runCommands } from './service.js'

const { home, env, url } = inject('reader')

const readme = readPage('README.md')
const [, yourPhotos = '', curl = ''] = codeBlocks(readme, 'sh')
const [program = ''] = codeBlocks(readme, 'ts')

function atService(code: string) {
  return code.replace('http://127.0.0.1:2283', url)
}

/** Runs the program of README as it stands there, but for the address. */
function runProgram(variables: { KEY: string; TAG: string }) {
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', atService(program)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...variables },
  })
}

describe('a reader who follows README', () => {
  let key = ''
  let tagId = ''
  beforeAll(async () => {
    const listTags = 'npx --yes pnpm@10 media-library tag list --user you@example.org --json'
    const [printed = '', tags = ''] = (await runCommands(`${yourPhotos}echo "=$KEY="; ${listTags}`, env))
      .split('=')
      .slice(1)
    key = printed
    tagId = JSON.parse(tags)[0].id
  })

  test('makes an album with curl', async () => {
    const album = JSON.parse(await runCommands(atService(curl), { KEY: key }))

    expect(album).toMatchObject({ albumName: 'Summer', assetCount: 0 })
  })

  test('makes an album of the imported photos with the ten lines of TypeScript', async () => {
    const { stdout, stderr } = await runProgram({ KEY: key, TAG: tagId })

    expect(stdout).toMatch(/^2 assets in [0-9a-f-]{36}\n$/)
    expect(stderr).toBe('')
  })

  test('is told what is wrong with a tag that does not exist', async () => {
    const { stdout, stderr } = await runProgram({ KEY: key, TAG: '0190a3c2-0000-7000-8000-000000000000' })

    expect(stdout).toBe('')
    expect(stderr).toMatch(/code: 'not_found'/)
  })

  test('backs the library up and restores it, as docs/operate/backup.md says', async () => {
    const [commands = ''] = codeBlocks(readPage('docs/operate/backup.md'), 'sh')
    const [backup = '', restore = ''] = commands.replaceAll('/mnt/usb', 'usb').split('\n')
    const listTags = 'DATA_DIR=./restored npx --yes pnpm@10 media-library tag list --user you@example.org --json'
    await mkdir(join(home, 'usb'))

    const restored = await runCommands(`{\n${backup}\n${restore}\n} >&2\n${listTags}`, env, home)

    expect(await readdir(join(home, 'usb'))).toHaveLength(1)
    expect(JSON.parse(restored)).toMatchObject([{ id: tagId, name: 'Holiday' }])
  })

  test('tags photos by folder, as docs/operate/commands.md says', async () => {
    const [script = ''] = codeBlocks(readPage('docs/operate/commands.md'), 'sh')
    const listTags = 'npx --yes pnpm@10 media-library tag list --user you@example.org --json'

    const tags = JSON.parse(await runCommands(`{\n${script}} >&2\n${listTags}`, env))

    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['2024', 'Holiday'])
  })
})
