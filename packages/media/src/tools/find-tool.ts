import { access, chmod, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { runTool } from './run-tool.js'

export type ToolName = 'ffmpeg' | 'ffprobe'

/**
 * Finds the path of a tool: the value of FFMPEG_PATH or FFPROBE_PATH, else the first in PATH, else that of the npm package that is
 * installed beside this one. Throws when there is none, or when the program that the environment names cannot run.
 */
export async function findTool(name: ToolName): Promise<string> {
  const variable = `${name.toUpperCase()}_PATH`
  const configured = process.env[variable]
  if (configured) {
    if (await canRun(configured)) return configured
    throw new Error(`${variable}=${configured} is not a program that this user can run; correct the variable`)
  }
  for (const path of listPathCandidates(name)) if (await canRun(path)) return path
  const packaged = await findPackaged(name)
  if (packaged !== null) return makeRunnable(packaged)
  throw new Error(
    `${name} is missing; install ffmpeg with the package manager of the system, or the npm package @${name}-installer/${name} beside the service, or set ${variable} to its path`,
  )
}

function canRun(path: string) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

function listPathCandidates(name: ToolName) {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, process.platform === 'win32' ? `${name}.exe` : name))
}

/** Finds the program inside an npm package. The import throws when it is not installed, or has none for the platform. */
function findPackaged(name: ToolName): Promise<string | null> {
  const packaged = name === 'ffmpeg' ? import('@ffmpeg-installer/ffmpeg') : import('@ffprobe-installer/ffprobe')
  return packaged.then(
    (found) => found.default.path,
    () => null,
  )
}

/**
 * Makes the program of a package executable, which is the task of an install script that package managers may leave out.
 */
async function makeRunnable(path: string): Promise<string> {
  if (await canRun(path)) return path
  await chmod(path, 0o755).catch((error: Error) => {
    throw new Error(`${path} is not marked as a program: ${error.message}; run chmod +x on it as its owner`)
  })
  return path
}

const YEARS = 5

/**
 * Returns the reason why a build of ffmpeg is too old for untrusted files; null when it is not. The year comes from the copyright line
 * that the build prints (`Copyright (c) 2000-2018`).
 */
export function findAgeFault(printed: string, now: Date = new Date()): string | null {
  const year = Number(/Copyright \(c\) \d{4}-(\d{4})/.exec(printed)?.[1] ?? Number.NaN)
  return year < now.getFullYear() - YEARS
    ? `it dates from ${year} and lacks all later fixes; install a current ffmpeg, which the service then uses instead`
    : null
}

/**
 * Returns the reason why videos cannot be read, or only by an ffmpeg that is too old for untrusted files; null when neither is so.
 */
export async function findFfmpegFault(): Promise<string | null> {
  try {
    const path = await findTool('ffmpeg')
    await findTool('ffprobe')
    const fault = findAgeFault((await runTool(path, ['-version'], { timeout: 10_000 })).toString())
    return fault && `videos are decoded with ${path}: ${fault}`
  } catch (error) {
    return `the jobs of videos fail: ${(error as Error).message}`
  }
}
