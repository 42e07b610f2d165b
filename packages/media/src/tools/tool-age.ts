import { findTool } from './find-tool.js'
import { runTool } from './run-tool.js'

const YEARS = 5

/**
 * Returns why a build of ffmpeg is too old for untrusted files, or null when it is not. The year comes from the copyright
 * line that the build prints (`Copyright (c) 2000-2018`).
 */
export function findAgeFault(printed: string, now: Date = new Date()): string | null {
  const year = Number(/Copyright \(c\) \d{4}-(\d{4})/.exec(printed)?.[1] ?? Number.NaN)
  return year < now.getFullYear() - YEARS
    ? `it dates from ${year} and lacks all later fixes; install a current ffmpeg, which the service then uses instead`
    : null
}

/** Returns the age fault of the ffmpeg in use, with its path; null also when there is none. */
export async function findOldFfmpeg(): Promise<string | null> {
  try {
    const path = await findTool('ffmpeg')
    const fault = findAgeFault((await runTool(path, ['-version'], { timeout: 10_000 })).toString())
    return fault && `${path}: ${fault}`
  } catch {
    return null
  }
}
