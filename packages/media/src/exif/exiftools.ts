import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DefaultExiftoolArgs, ExifTool } from 'exiftool-vendored'
import { CrashFault } from '../errors.js'
import { limitTime, startClock, toTimeFault } from '../tools/clock.js'
import { limitMemory } from '../tools/limit-memory.js'
import { type Caller, createTurns, SPARE_PLACES, type Turn } from '../tools/turns.js'

/** A pool of exiftool processes, each of which starts when it is first needed. */
export interface ExifTools {
  /**
   * Lends a process to a caller. Owners get processes in turn. Throws a TimeFault when the time limit is exceeded, and a TurnFault when
   * another owner has waited for long; the process is then killed.
   */
  lend<T>(caller: Caller, use: (exiftool: ExifTool, turn: Turn) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The memory limit of a process. exiftool usually needs a sixth of it, and reads texts of any length. */
const MEMORY = 150 * 2 ** 20

const settings = fileURLToPath(new URL('../../exiftool.config', import.meta.url))

/** The line with which exiftool ends an answer. Without the line breaks, names and descriptions could match it, too. */
const ready = /(^|\n)\{ready\}\r?\n$/ as unknown as string

const EXPORT = 'export it again'

const SPARE_IDLE_MS = 10_000

export function createExifTools(processes: number, timeoutMs: number): ExifTools {
  const turns = createTurns(processes)
  const spare = Array.from({ length: SPARE_PLACES }, () => createExifTool({ idleMs: SPARE_IDLE_MS }))
  // The last one is lent first.
  const idle = [...spare, ...Array.from({ length: processes }, () => createExifTool())]
  const all = [...idle]

  return {
    lend: (caller, use) =>
      turns.run({ caller, places: 1 }, async (turn) => {
        const exiftool = idle.pop() as ExifTool
        const clock = startClock(() => exiftool.pids[0])
        turn.watch(clock)
        let fault: unknown
        const end = (reason: unknown) => {
          fault ??= reason
          for (const pid of exiftool.pids) process.kill(pid, 'SIGKILL')
        }
        const limit = { what: 'reading its metadata', milliseconds: timeoutMs, remedy: EXPORT }
        const endLimit = limitTime(clock, timeoutMs, () => end(toTimeFault(clock, limit)))
        turn.signal.addEventListener('abort', () => end(turn.signal.reason))
        try {
          return await use(exiftool, turn)
        } catch (error) {
          throw fault ?? explain(error)
        } finally {
          endLimit()
          if (spare.includes(exiftool)) idle.unshift(exiftool)
          else idle.push(exiftool)
        }
      }),
    close: async () => {
      await Promise.all(all.map((exiftool) => exiftool.end()))
    },
  }
}

/** The processes that run now, of all pools. */
const running = new Set<ChildProcess>()

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Creates an exiftool whose process ends after `idleMs` without work, or with 0 never. */
function createExifTool({ idleMs = 0 } = {}): ExifTool {
  const exiftool = new ExifTool({
    maxProcs: 1,
    maxIdleMsPerProcess: idleMs,
    taskTimeoutMillis: 0,
    taskRetries: 0,
    // A listener for each process would make Node warn of a leak on a machine with ten cores.
    cleanupChildProcsOnExit: false,
    // This argument must come first.
    exiftoolArgs: ['-config', settings, ...DefaultExiftoolArgs],
    pass: ready,
    fail: ready,
  })
  exiftool.on('childStart', ({ pid, proc }) => {
    running.add(proc)
    proc.once('exit', () => running.delete(proc))
    void limitMemory(pid, MEMORY)
  })
  return exiftool
}

/** Converts a crash of exiftool to a fault whose message is for the owner of the file. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !/onExit|EPIPE|ended unexpectedly|terminated/i.test(error.message)) return error
  return new CrashFault(`reading its metadata crashed exiftool; ${EXPORT}`, { cause: error })
}
