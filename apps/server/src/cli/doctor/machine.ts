import { findAgeFault, findHeicFault, findSandbox, findTool, runTool, type ToolName } from '@media-library/media'
import { createExifReader } from '@media-library/media/metadata'
import { migrationsFolder, readMigrations } from '../../database/migrations/migrations.js'
import { type Check, type Finding, ok, problem, warning } from './finding.js'

const limits = { timeout: 10_000 }

const INSTALL = 'Install again, including the optional dependencies.'

export const checkFfprobe = checkTool('ffprobe')

const ENCODERS = ['libx264', 'aac']

export const checkFfmpeg: Check = async (config) => {
  const finding = await checkTool('ffmpeg')(config)
  if (finding.verdict === 'problem') return finding
  const printed = await runTool(await findTool('ffmpeg'), ['-hide_banner', '-encoders'], limits)
  const missing = ENCODERS.filter((encoder) => !new RegExp(` ${encoder} `).test(printed.toString('utf8')))
  if (missing.length === 0) return finding
  return problem(
    `${finding.detail} cannot encode ${missing.join(', ')}`,
    'Install an ffmpeg with H.264 and AAC, or unset FFMPEG_PATH to use the one from npm.',
  )
}

/** Checks which limits apply to ffmpeg, and explains how to enable the others. */
export const checkSandbox: Check = async () => {
  const { hasMemoryLimit, hasNoNetwork, hasNoFiles } = await findSandbox(await findTool('ffmpeg'))
  const withheld = [hasNoNetwork && 'network', hasNoFiles && 'other files'].filter(Boolean).join(' and ')
  const protection = [hasMemoryLimit && 'with a memory limit', withheld && `without ${withheld}`]
    .filter(Boolean)
    .join(' and ')
  const detail = `ffmpeg runs ${protection || 'with time limits only'}`
  if (hasNoNetwork) return ok(detail)
  return warning(
    detail,
    'On Linux, install util-linux and bubblewrap, and allow user namespaces; or run `worker` in a container.',
  )
}

export const checkExiftool: Check = async () => {
  const exif = createExifReader({ processes: 1 })
  const fault = await exif.findFault().finally(() => exif.close())
  if (fault === null) return ok('exiftool runs')
  return problem(fault, 'Install perl, which exiftool needs except on Windows. Without it, no metadata can be read.')
}

export const checkSharp: Check = async () => {
  try {
    const { default: sharp } = await import('sharp')
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .webp()
      .toBuffer()
    return ok(`sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`)
  } catch (error) {
    return problem((error as Error).message.split('\n')[0] ?? '', INSTALL)
  }
}

export const checkHeic: Check = async () => {
  const fault = await findHeicFault()
  return fault === null ? ok('HEIC photos can be decoded') : problem(fault, INSTALL)
}

function checkTool(name: ToolName): Check {
  return async () => {
    try {
      return await describeTool(name)
    } catch (error) {
      return problem(
        (error as Error).message,
        'Until then, the jobs of videos fail. Afterwards, `media-library jobs retry --failed` runs them again.',
      )
    }
  }
}

async function describeTool(name: ToolName): Promise<Finding> {
  const path = await findTool(name)
  const printed = (await runTool(path, ['-version'], limits)).toString('utf8')
  const version = /version (\S+)/.exec(printed)?.[1]
  if (version === undefined) throw new Error(`${path} is not ${name}`)
  const ageFault = findAgeFault(printed)
  return ageFault === null
    ? ok(`${version}, ${path}`)
    : warning(`${version}, ${path}: ${ageFault}`, 'Install ffmpeg with the package manager of the system.')
}

export const checkNode: Check = async () => {
  const { node } = process.versions
  return isSupported(node) ? ok(node) : problem(`Node ${node} is too old`, 'Install Node 22.18 or later.')
}

const DAY = 86_400_000

export const checkClock: Check = async () => {
  const now = new Date()
  const newest = Math.max(...(await readMigrations(migrationsFolder)).map(({ name }) => readDate(name)))
  if (now.getTime() > newest - 2 * DAY && now.getFullYear() < 2100) return ok(now.toISOString())
  return problem(
    `the clock says ${now.toISOString()}, which is before this version was made on ${new Date(newest).toISOString().slice(0, 10)}`,
    'Set the clock of this machine, and synchronize it with a time server (timedatectl set-ntp true).',
  )
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/** Returns the date in the name of a migration, in milliseconds. */
function readDate(name: string): number {
  return Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'))
}
