import { execFile, spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { codeBlocks, readPage, root } from '../support/pages.js'
import { runCommands, startService } from './service.js'

const hasRsync = spawnSync('rsync', ['--version']).status === 0

const { home, env, url } = inject('reader')

const readme = readPage('README.md')
const [, yourPhotos = '', curl = ''] = codeBlocks(readme, 'sh')
const [program = ''] = codeBlocks(readme, 'ts')

function atService(code: string) {
  return code.replace('http://127.0.0.1:2283', url)
}

/** Uploads a photo, and removes it. */
async function upload(key: string): Promise<void> {
  const photo = sharp({ create: { width: 80, height: 60, channels: 3, background: 'green' } }).jpeg()
  const moment = new Date(0).toISOString()
  const facts = { deviceAssetId: 'green', deviceId: 'test', fileCreatedAt: moment, fileModifiedAt: moment }
  const body = new FormData()
  for (const [name, value] of Object.entries(facts)) body.append(name, value)
  body.append('assetData', new File([new Uint8Array(await photo.toBuffer())], 'green.jpg'))
  const { status } = await fetch(`${url}/api/asset/upload`, { method: 'POST', headers: { 'x-api-key': key }, body })
  expect(status).toBe(201)
}

/** Runs the program of README with another address. */
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
    const printed = await runCommands(`${yourPhotos}echo "=$KEY=$TAG="`, env)
    ;[, key = '', tagId = ''] = printed.split('=')
  })

  test('runs commands in any folder, on the same library, once the PATH is set', async () => {
    const [line = ''] = readme.match(/(?<=`)export PATH=[^`]+/) ?? []

    const printed = await runCommands(`${line}\ncd "$HOME"\nmedia-library --version\nprintenv DATA_DIR`, env, root)

    expect(printed).toMatch(/^\d+\.\d+\.\d+\n/)
    expect(printed.trim().split('\n').at(-1)).toBe(join(root, 'data'))
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

  test.skipIf(!hasRsync)(
    'restores the library with its files, as docs/operate/backup.md says (skipped without rsync)',
    async () => {
      const blocks = codeBlocks(readPage('docs/operate/backup.md'), 'sh')
      const [backUp = '', restore = '', check = '', rehearse = ''] = blocks.map((block) =>
        block.replaceAll('/mnt/usb', 'usb'),
      )
      await mkdir(join(home, 'usb'))
      await upload(key)
      await runCommands('npx --yes pnpm@10 media-library jobs watch', env)

      await runCommands(backUp, env, home)
      await runCommands(rehearse, env, home)
      await runCommands(restore, env, home)
      const restored = { ...env, DATA_DIR: join(home, 'restored') }
      const service = await startService({ ...restored, WORKER_IMAGES: '0' })
      onTestFinished(service.stop)
      const checked = await runCommands(check, { ...restored, PORT: '0' }, home)
      const assets: { id: string; originalPath: string }[] = JSON.parse(
        await runCommands('npx --yes pnpm@10 media-library asset list --json', restored),
      )

      const load = (path: string) => fetch(`${service.url}/api${path}`, { headers: { 'x-api-key': key } })
      const answers = assets.flatMap(({ id }) => [`/asset/thumbnail/${id}`, `/download/asset/${id}`]).map(load)
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      expect(assets.filter(({ originalPath }) => originalPath.startsWith(restored.DATA_DIR))).toHaveLength(1)
      expect(checked).toMatch(/^ok +missing derived files +none of 6 /m)
    },
  )

  test('tags photos by folder, as docs/operate/commands.md says', async () => {
    const [script = ''] = codeBlocks(readPage('docs/operate/commands.md'), 'sh')
    const listTags = 'npx --yes pnpm@10 media-library tag list --user you@example.org --json'

    const tags = JSON.parse(await runCommands(`{\n${script}} >&2\n${listTags}`, env))

    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['2024', 'Holiday'])
  })
})
