import { execFile } from 'node:child_process'
import { cp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'

const server = fileURLToPath(new URL('../../..', import.meta.url))

/** A clone of few files, with the real start of a command, whose turbo only notes how it was called. */
async function openClone() {
  const noted = join(await makeFolder(), 'called')
  const folder = await makeFolder({
    'apps/server/src/main.ts': '',
    'apps/server/dist/main.js': "process.stdout.write('ran')",
    'apps/web/dist/index.html': '',
    'packages/contract/src/index.ts': '',
    'packages/embedded-postgres/src/index.ts': '',
    'packages/media/src/index.ts': '',
    'prisma/schema.prisma': '',
    'node_modules/turbo/bin/turbo': `require('node:fs').writeFileSync(${JSON.stringify(noted)}, process.argv.join(' '))`,
  })
  for (const path of ['bin', 'package.json']) {
    await cp(join(server, path), join(folder, 'apps/server', path), { recursive: true })
  }

  const run = () =>
    new Promise<{ stdout: string; stderr: string; called: string | null }>((resolve) => {
      const env = { PATH: process.env['PATH'], npm_config_user_agent: 'pnpm/10' }
      const program = join(folder, 'apps/server/bin/media-library.mjs')
      execFile(process.execPath, [program], { env }, async (_, stdout, stderr) => {
        const called = await readFile(noted, 'utf8').catch(() => null)
        await rm(noted, { force: true })
        resolve({ stdout, stderr, called })
      })
    })
  return { folder, run }
}

const asBuilt = { stdout: 'ran', stderr: '', called: null }

test('a command runs the existing build', async () => {
  const { folder, run } = await openClone()

  const first = await run()
  await utimes(join(folder, 'apps/server/src/main.ts'), new Date(), new Date())
  const second = await run()

  expect(first).toMatchObject({ stdout: 'ran', stderr: 'Building…\n' })
  expect(first.called).toContain('run build --filter=@media-library/server')
  expect(second).toEqual(asBuilt)
})

test.each([
  'apps/server/src/main.ts',
  'apps/server/src/new.ts',
  'packages/contract/src/index.ts',
  'packages/embedded-postgres/src/index.ts',
  'packages/media/src/index.ts',
  'prisma/schema.prisma',
])('a command builds once when %s has changed', async (path) => {
  const { folder, run } = await openClone()
  await run()
  await writeFile(join(folder, path), '// changed')

  expect((await run()).called).not.toBeNull()
  expect(await run()).toEqual(asBuilt)
})

test('printing the help loads no command', async () => {
  const names = await new Promise<string>((resolve, reject) => {
    const program = `process.argv = [process.argv[0], 'media-library', '--help']
      const { registerHooks } = require('node:module')
      registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })
      import(${JSON.stringify(new URL('../../../dist/main.js', import.meta.url).href)})`
    execFile(process.execPath, ['--eval', program], (error, _, stderr) => (error ? reject(error) : resolve(stderr)))
  })

  expect(names).toContain('/dist/cli/commands/index.js')
  expect(names).not.toMatch(/\/dist\/(cli\/commands\/(serve|tag|user)|database|generated|config)/)
})
