import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** A program with all that it starts, as a terminal starts one. */
export interface ProcessGroup {
  child: ReturnType<typeof spawn>
  id: number
  /** Returns what it has printed so far. */
  output(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Sends a signal to each of its processes. */
  signal(signal: NodeJS.Signals): void
}

/** Ends the group whose id it is given as soon as its input ends. */
const guard = `process.stdin.resume().once('end', () => { try { process.kill(-process.argv[1], 'SIGTERM') } catch {} })`

/** Starts a program in a process group of its own. It ends with the test, and also when the tests themselves are killed. */
export function startGroup(
  [program = '', ...args]: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): ProcessGroup {
  const child = spawn(program, args, { ...options, detached: true })
  const id = child.pid as number
  const guardian = spawn(process.execPath, ['-e', guard, String(id)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  onTestFinished(() => {
    guardian.kill('SIGKILL')
    endGroup(id)
  })
  return {
    child,
    id,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', resolve)),
    signal: (signal) => process.kill(-id, signal),
  }
}

function endGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // All have ended.
  }
}
