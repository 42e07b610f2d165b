import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createAssets, createTag, createUser } from './support/factories.js'
import { startTestServer } from './support/server.js'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const [, program = ''] = /```ts\n(import[^`]*@media-library\/client[\s\S]*?)```/.exec(readme) ?? []
const server = await startTestServer()
const ada = await createUser(server.database)
const tag = await createTag(server.database, ada, { assetIds: await createAssets(server.database, ada, 2) })

/** Runs the README's program as it stands there, but for the address. */
const runProgram = (env: { KEY: string; TAG: string }) =>
  promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program.replace('http://127.0.0.1:2283', server.url)],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), env: { ...process.env, ...env } },
  )

test('the ten lines of the README make an album of the assets of a tag', async () => {
  const { stdout, stderr } = await runProgram({ KEY: ada.apiKey, TAG: tag.id })

  expect(program.trim().split(/\n+/)).toHaveLength(10)
  expect(stdout).toMatch(/^2 assets in [0-9a-f-]{36}\n$/)
  expect(stderr).toBe('')
})

test('they say what is wrong with a tag that is not there', async () => {
  const { stdout, stderr } = await runProgram({ KEY: ada.apiKey, TAG: ada.id })

  expect(stdout).toBe('')
  expect(stderr).toMatch(/code: 'not_found'/)
})
