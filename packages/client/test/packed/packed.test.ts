import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

function at(path: string) {
  return fileURLToPath(new URL(path, import.meta.url))
}

const folder = await mkdtemp(join(tmpdir(), 'packed-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a program to its end; what it wrote, and whether it was content. */
function run(program: string, args: string[], cwd = folder) {
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(program, args, { cwd, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` })
    })
  })
}

async function runOrThrow(program: string, args: string[], cwd?: string) {
  const { exitCode, output } = await run(program, args, cwd)
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
}

function tool(name: string, ...args: string[]) {
  return run(process.execPath, [join('node_modules', name), ...args])
}

await cp(at('consumer'), folder, { recursive: true })
/** Copies the first program of a page that imports a package into the consumer. */
async function copyProgram(page: string, name: string, file: string) {
  const blocks = (await readFile(at(page), 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g)
  const program = [...blocks].map(([, code = '']) => code).find((code) => code.includes(`from '${name}'`))
  await writeFile(join(folder, 'src', file), program ?? '')
}

await copyProgram('../../../../README.md', '@media-library/client', 'readme.ts')
await copyProgram('../../../contract/README.md', '@ts-rest/express', 'server.ts')
for (const name of ['contract', 'client']) {
  await runOrThrow('npx', ['--yes', 'pnpm@10', 'pack', '--pack-destination', folder], at(`../../../${name}`))
}

const tarballs = (await readdir(folder)).filter((file) => file.endsWith('.tgz'))
await runOrThrow('npm', [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  ...tarballs.map((file) => `./${file}`),
])

describe('the packed packages', () => {
  test('are the contract and the client', () => {
    expect(tarballs.map((file) => file.replace(/-\d.*/, ''))).toEqual([
      'media-library-client',
      'media-library-contract',
    ])
  })

  test.each(tarballs)('publint and attw find nothing in %s', async (tarball) => {
    const published = await tool('publint/src/cli.js', 'run', tarball, '--strict')
    const typed = await tool('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'node16')

    expect(published).toMatchObject({ exitCode: 0 })
    expect(typed).toMatchObject({ exitCode: 0 })
  })

  test('the client installs nothing else, and names what cannot be reached', async () => {
    const light = await mkdtemp(join(tmpdir(), 'light-'))
    onTestFinished(() => rm(light, { recursive: true, force: true }))
    const program = `import { createClient } from '@media-library/client'
      const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'mlk_1', retries: 0 })
      await client.getAllTags().catch(({ code }) => console.log(code))`
    await writeFile(join(light, 'package.json'), '{ "type": "module" }')
    await writeFile(join(light, 'first.js'), program)

    const client = tarballs.find((file) => file.startsWith('media-library-client')) ?? ''
    await runOrThrow('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, client)], light)
    const first = await run(process.execPath, ['first.js'], light)

    expect(await readdir(join(light, 'node_modules/@media-library'))).toEqual(['client'])
    expect((await readdir(join(light, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      '@media-library',
    ])
    expect(first).toEqual({ exitCode: 0, output: 'network\n' })
  })

  test('the fake service and the validated client run without ts-rest, with the oldest zod', async () => {
    const apart = await mkdtemp(join(tmpdir(), 'no-ts-rest-'))
    onTestFinished(() => rm(apart, { recursive: true, force: true }))
    const program = `import { createFakeService } from '@media-library/client/testing'
      import { createClient } from '@media-library/client/validated'
      const service = createFakeService()
      const { albumName } = await createClient(service.options).createAlbum({ albumName: 'Summer' })
      console.log(albumName)`
    await writeFile(join(apart, 'package.json'), '{ "type": "module" }')
    await writeFile(join(apart, 'first.js'), program)

    const files = tarballs.map((file) => join(folder, file))
    await runOrThrow('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...files, 'zod@4.1.0'], apart)

    expect((await readdir(join(apart, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      '@media-library',
      'zod',
    ])
    expect(await run(process.execPath, ['first.js'], apart)).toEqual({ exitCode: 0, output: 'Summer\n' })
  })

  describe.each(['5.9', '6.0', '7.0'])('with TypeScript %s', (version) => {
    test.each(['nodenext', 'bundler'])('type-check under %s, their declarations too', async (resolution) => {
      const checked = await tool(`typescript-${version}/bin/tsc`, '-p', `tsconfig.${resolution}.json`, '--noEmit')

      expect(checked).toEqual({ exitCode: 0, output: '' })
    })

    test('type-check by status and in another server, where libraries are not checked', async () => {
      const checked = await tool(`typescript-${version}/bin/tsc`, '-p', 'tsconfig.ts-rest.json', '--noEmit')

      expect(checked).toEqual({ exitCode: 0, output: '' })
    })
  })

  describe('compiled', () => {
    beforeAll(() =>
      runOrThrow(process.execPath, ['node_modules/typescript-6.0/bin/tsc', '-p', 'tsconfig.nodenext.json']),
    )

    test.each(['app-test.js', 'app-test-cjs.cjs'])('run, as %s', async (program) => {
      expect(await run(process.execPath, [`out/${program}`])).toEqual({ exitCode: 0, output: '' })
    })
  })
})
