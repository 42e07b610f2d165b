import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Problem } from '@media-library/contract/schemas'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, runCommands, startService } from './support/cli.js'
import { codeBlocks, readPage } from './support/pages.js'

const readme = readPage('README.md')
const [, yourPhotos = '', curl = ''] = codeBlocks(readme, 'sh')
const [program = ''] = codeBlocks(readme, 'ts')
const [problem = ''] = codeBlocks(readme, 'json')

const home = await makeFolder()
const env = { HOME: home, DATA_DIR: join(home, 'data'), MEDIA_LIBRARY_DEMO: 'false' }
const pictures = join(home, 'Pictures', '2024')
await mkdir(pictures, { recursive: true })
for (const background of ['red', 'blue']) {
  await sharp({ create: { width: 80, height: 60, channels: 3, background } }).toFile(
    join(pictures, `${background}.jpg`),
  )
}
const url = await startService(env)

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
    key = (await runCommands(`${yourPhotos}printf %s "$KEY"`, env)).split('\n').at(-1) ?? ''
    const [tag] = JSON.parse(await runCommands('npx --yes pnpm@10 media-library tag list --json', env))
    tagId = tag.id
  })

  test('makes an album with curl', async () => {
    const album = JSON.parse(await runCommands(atService(curl), { KEY: key }))

    expect(album).toMatchObject({ albumName: 'Summer', assetCount: 0 })
  })

  test('makes an album of the imported photos with the ten lines of TypeScript', async () => {
    const { stdout, stderr } = await runProgram({ KEY: key, TAG: tagId })

    expect(program.trim().split(/\n+/)).toHaveLength(10)
    expect(stdout).toMatch(/^2 assets in [0-9a-f-]{36}\n$/)
    expect(stderr).toBe('')
  })

  test('is told what is wrong with a tag that does not exist', async () => {
    const { stdout, stderr } = await runProgram({ KEY: key, TAG: '0190a3c2-0000-7000-8000-000000000000' })

    expect(stdout).toBe('')
    expect(stderr).toMatch(/code: 'not_found'/)
  })

  test('backs the library up and restores it, as docs/backup.md says', async () => {
    const [commands = ''] = codeBlocks(readPage('docs/backup.md'), 'sh')
    const [backup = '', restore = ''] = commands.replaceAll('/mnt/usb', 'usb').split('\n')
    await mkdir(join(home, 'usb'))

    await runCommands(backup, env, home)
    await runCommands(restore, env, home)

    expect(await readdir(join(home, 'usb'))).toHaveLength(1)
    const listed = await runCommands('DATA_DIR=./restored npx --yes pnpm@10 media-library album list --json', env, home)
    expect(JSON.parse(listed)).toHaveLength(2)
  })
})

test('the problem that README shows is one of the contract', () => {
  const shown = JSON.parse(problem)
  shown.errors[0].detail = 'There is no 0190a3c2-0000-7000-8000-000000000000 that you may use.'

  expect(Problem.parse(shown)).toEqual(shown)
})
