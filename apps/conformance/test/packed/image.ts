import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import ignore from '@balena/dockerignore'
import { findTool } from '@media-library/media'
import { type Copy, DockerfileParser, type From, type Instruction } from 'dockerfile-ast'
import { root, runToEnd } from './run.js'

/** The result of the Dockerfile, in folders in place of an engine: each is the root of a stage. */
export interface Image {
  /** The installed packages. */
  modules: string
  /** Starts the image with arguments and settings, as its user. */
  start(args: string[], settings: Record<string, string>): ChildProcess
  /** Runs the image until it ends. Returns its output; rejects with all of its output when it fails. */
  run(args: string[], settings: Record<string, string>): Promise<string>
  /** Runs the check of a started image. Rejects when it fails. */
  checkHealth(settings: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

interface Stage {
  folder: string
  workdir: string
  env: Record<string, string>
}

/**
 * Runs each step of the Dockerfile, except that which installs packages of Debian: they have to be installed on the machine.
 */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'image '))
  const context = join(folder, 'context')
  await copyContext(context)
  const stages = new Map<string, Stage>()
  const settings: Record<string, string> = {}
  let stage: Stage = { folder, workdir: '/', env: {} }
  const steps: Record<string, (step: Instruction, content: string) => unknown> = {
    FROM: (step) => {
      const name = (step as From).getBuildStage() ?? 'image'
      stage = { folder: join(folder, name), workdir: '/', env: {} }
      stages.set(name, stage)
    },
    WORKDIR: (_step, path) => {
      stage.workdir = resolve(stage.workdir, path)
      return mkdir(inStage(stage, '.'), { recursive: true })
    },
    ENV: (step) => {
      for (const setting of step.getArguments()) {
        const [name = '', value = ''] = setting.getValue().split('=')
        stage.env[name] = value
      }
    },
    COPY: (step) => {
      const other = stages.get((step as Copy).getFromFlag()?.getValue() ?? '')
      const [from = '', to = ''] = step.getArguments().map((argument) => argument.getValue())
      return copyTree(other ? inStage(other, from) : join(context, from), inStage(stage, to))
    },
    RUN: (_step, command) => (command.startsWith('apt-get ') ? undefined : runStep(stage, command)),
  }
  const dockerfile = DockerfileParser.parse(await readFile(join(root, 'deploy/Dockerfile'), 'utf8'))
  for (const step of dockerfile.getInstructions()) {
    const content = step.getArgumentsContent() ?? ''
    const take = steps[step.getKeyword()]
    if (take) await take(step, content)
    else settings[step.getKeyword()] = content
  }
  return openImage(folder, stage, settings)
}

/** Copies the files that an engine gets: the repository without those that `Dockerfile.dockerignore` names. */
async function copyContext(context: string) {
  const ignored = ignore().add((await readFile(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')).split('\n'))
  await cp(root, context, {
    recursive: true,
    filter: (path) => path === root || !ignored.ignores(relative(root, path)),
  })
}

/** Returns the path in the folder of a stage for a path in the stage. */
function inStage({ folder, workdir }: Stage, path: string): string {
  return join(folder, resolve(workdir, path))
}

async function copyTree(from: string, to: string) {
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
}

/** Returns the environment of this machine that the image needs: its registry and caches. */
function machine(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...others } = process.env
  return { ...others, TURBO_CACHE_DIR: join(root, '.turbo/cache') }
}

function runStep(stage: Stage, command: string): Promise<string> {
  return runToEnd('sh', ['-e', '-c', command], { cwd: inStage(stage, '.'), env: { ...machine(), ...stage.env } })
}

async function openImage(folder: string, stage: Stage, settings: Record<string, string>): Promise<Image> {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  await copyFile(process.execPath, join(programs, 'node'))
  for (const name of ['ffmpeg', 'ffprobe'] as const) await copyFile(await findTool(name), join(programs, name))

  // Only root can start a program as another user.
  const [uid, gid] = (process.getuid?.() === 0 ? (settings['USER'] ?? '') : '').split(':').map(Number)
  const volume = inStage(stage, settings['VOLUME'] ?? '')
  await mkdir(volume)
  if (uid && gid) await chown(volume, uid, gid)
  await chmod(folder, 0o755)

  const paths = Object.entries(stage.env).map(([name, value]) => [
    name,
    value.startsWith('/') ? inStage(stage, value) : value,
  ])
  const env = { PATH: `${programs}:/usr/bin:/bin`, ...Object.fromEntries(paths) }
  const toOptions = (given: Record<string, string>) => ({
    cwd: inStage(stage, '.'),
    env: { ...env, ...given },
    ...(uid && gid && { uid, gid }),
  })
  // tini, a package of Debian that starts the program, is left out.
  const [tini, , program = '', ...entry] = JSON.parse(settings['ENTRYPOINT'] ?? '[]') as string[]
  if (tini !== 'tini') throw new Error(`The image starts ${tini}.`)
  const [checker = '', ...check] = JSON.parse((settings['HEALTHCHECK'] ?? '').replace('CMD ', '')) as string[]
  return {
    modules: inStage(stage, 'node_modules'),
    start: (args, given) => spawn(program, [...entry, ...args], toOptions(given)),
    run: (args, given) => runToEnd(program, [...entry, ...args], toOptions(given)),
    checkHealth: (given) => runToEnd(checker, check, toOptions(given)),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}
