import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
    'apps/web/src/main.tsx': '',
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

test('a command builds what was never built, and then runs that build, whenever its sources were written', async () => {
  const { folder, run } = await openClone()

  const first = await run()
  await utimes(join(folder, 'apps/server/src/main.ts'), new Date(), new Date())
  const second = await run()

  expect(first).toMatchObject({ stdout: 'ran', stderr: 'Building…\n' })
  expect(first.called).toContain('run build --filter=@media-library/server')
  expect(second).toEqual({ stdout: 'ran', stderr: '', called: null })
})

test('a build is out of date when any source has changed, or is new', async () => {
  const { folder } = await openClone()
  const { areBuilt, fingerprints, noteBuilt } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'apps/server/bin/sources.mjs')).href
  )
  const outdates = async (path: string) => {
    noteBuilt(fingerprints())
    await writeFile(join(folder, path), '// changed')
    return !areBuilt(fingerprints())
  }

  for (const path of [
    'apps/server/src/main.ts',
    'apps/server/src/new.ts',
    'apps/web/src/main.tsx',
    'packages/contract/src/index.ts',
    'packages/embedded-postgres/src/index.ts',
    'packages/media/src/index.ts',
    'prisma/schema.prisma',
  ]) {
    expect([path, await outdates(path)]).toEqual([path, true])
  }
  expect(await outdates('apps/server/dist/main.js')).toBe(false)
})

test('a build leaves no migration of a newer version', async () => {
  const { folder, run } = await openClone()
  const newer = join(folder, 'apps/server/dist/prisma/migrations/9_newer')
  await mkdir(newer, { recursive: true })

  await run()

  expect(existsSync(newer)).toBe(false)
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
