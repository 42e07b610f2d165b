import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as sdk from '@immich/sdk'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { codeBlocks, readPage } from '../support/pages.js'
import { runCommands } from './service.js'

const hasJq = spawnSync('jq', ['--version']).status === 0

const { home, pictures, url, env } = inject('reader')

const page = readPage('docs/build/clients.md')
const [program = ''] = codeBlocks(page, 'ts')
const [script = ''] = codeBlocks(page, 'sh')

const commands = `
npx --yes pnpm@10 media-library user add ada@example.org >&2
npx --yes pnpm@10 media-library user add ben@example.org >&2
npx --yes pnpm@10 media-library import ${pictures} --user ada@example.org >&2
npx --yes pnpm@10 media-library tag add Holiday --user ada@example.org >&2
npx --yes pnpm@10 media-library tag assign Holiday --folder ${pictures} --user ada@example.org >&2
npx --yes pnpm@10 media-library key create --user ada@example.org --quiet
npx --yes pnpm@10 media-library key create --user ben@example.org --quiet
`

describe('an app that shares the pictures of a tag', () => {
  let keys = { KEY: '', BENS_KEY: '' }
  beforeAll(async () => {
    const [KEY = '', BENS_KEY = ''] = (await runCommands(commands, env)).trim().split(/\s+/)
    keys = { KEY, BENS_KEY }
  })

  const atService = (code: string) => code.replace('http://127.0.0.1:2283', url)

  test('is written with the client', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', atService(program)],
      { cwd: fileURLToPath(new URL('..', import.meta.url)), env: { ...process.env, ...keys }, timeout: 300_000 },
    )

    expect(stdout).toBe('Ada image/webp\nBen image/webp\nBen image/webp\n')
    expect(stderr).toBe('')
  })

  test.skipIf(!hasJq)('is written with curl and jq (skipped without jq)', async () => {
    await runCommands(atService(script), keys, home)

    const loaded = (await readdir(home)).filter((name) => name.endsWith('.webp'))
    expect(loaded).toHaveLength(3)
    for (const name of loaded) expect((await readFile(join(home, name))).toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('is written with the client of Immich', { timeout: 300_000 }, async () => {
    sdk.defaults.baseUrl = `${url}/api`
    const ada = { headers: { 'x-api-key': keys.KEY } }
    const ben = { headers: { 'x-api-key': keys.BENS_KEY } }
    const tag = (await sdk.getAllTags(ada)).find(({ name }) => name === 'Holiday')
    const assetIds = (await sdk.getTagAssets({ id: tag?.id ?? '' }, ada)).map(({ id }) => id)
    const user = (await sdk.getAllUsers({ isAll: false }, ada)).find(({ email }) => email === 'ben@example.org')
    const createAlbumDto = { albumName: 'Holiday', assetIds, sharedWithUserIds: [user?.id ?? ''] }
    const { id } = await sdk.createAlbum({ createAlbumDto }, ada)
    await sdk.runAssetJobs({ assetJobsDto: { assetIds, name: sdk.AssetJobName.RegenerateThumbnail } }, ada)

    const shown = await loadWhenMade(() => sdk.getAssetThumbnail({ id: assetIds[0] ?? '' }, ada))
    const { assets } = await sdk.getAlbumInfo({ id }, ben)
    const shared = await Promise.all(
      assets.map((asset) => loadWhenMade(() => sdk.getAssetThumbnail({ id: asset.id }, ben))),
    )

    expect([shown, ...shared].map(({ type }) => type)).toEqual(['image/webp', 'image/webp', 'image/webp'])
  })
})

/** Loads a picture as soon as it exists. Immich's client has no operation that returns the state of a job. */
async function loadWhenMade(load: () => Promise<Blob>): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load()
    } catch (error) {
      if ((error as { status?: number }).status !== 404 || attempt === 100) throw error
      await sleep(200)
    }
  }
}
