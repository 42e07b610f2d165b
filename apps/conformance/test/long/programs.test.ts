import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { installProject } from '../packed/project.js'
import { root, runToEnd } from '../packed/run.js'

const { folder, remove } = await installProject({ packed: ['server'] })
afterAll(remove)

/** What docs/build/clients.md names: the tests of each program or of its requests, which ask the packed service here. */
test.each([
  ['@immich/cli', 'apps/server', 'e2e', ['test/cli/commands/immich-cli.test.ts']],
  [
    '@immich/sdk, immich-go, immich-folder-album-creator and the phone app',
    'apps/server',
    'test',
    ['test/immich-sdk.test.ts', 'test/programs'],
  ],
  ['tus-js-client and Uppy', 'apps/conformance', 'test', ['test/clients/tus.test.ts']],
])('the packed service serves what the docs name: %s', async (_programs, cwd, project, files) => {
  const env = { ...process.env, PACKED_SERVER: join(folder, 'node_modules/@media-library/server') }

  const printed = await runToEnd('npx', ['vitest', 'run', '--project', project, ...files], {
    cwd: join(root, cwd),
    env,
  })

  expect(stripVTControlCharacters(printed)).toMatch(/Tests +\d+ passed \(/)
})
