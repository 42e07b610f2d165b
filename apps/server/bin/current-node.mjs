// Each program imports this file first: when the Node that runs it is too old, the Node of the workspace replaces it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

function inServer(path) {
  return fileURLToPath(new URL(path, import.meta.url))
}
// In a clone, the field only exists for publishing: pnpm, which runs on an older Node, would warn about it.
const { publishConfig, engines = publishConfig.engines } = JSON.parse(readFileSync(inServer('../package.json'), 'utf8'))
const oldest = engines.node.replace('>=', '')

function isNewEnough() {
  const [major, minor = 0] = oldest.split('.').map(Number)
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number)
  return runningMajor > major || (runningMajor === major && runningMinor >= minor)
}

/**
 * Returns the program of the Node package that was installed for this platform; undefined when the registry has none.
 */
function findNode() {
  const [system, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']
  return [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`]
    .map((name) => join(inServer('../../../node_modules'), name, 'bin', program))
    .find((path) => existsSync(path))
}

/** Runs this program again with that Node until it ends. A signal may reach both processes, and counts as one stop. */
function runBy(node) {
  return new Promise(() => {
    const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  })
}

if (!isNewEnough()) {
  const node = findNode()
  if (node) await runBy(node)
  process.stderr.write(
    `error: Node ${process.versions.node} is too old. Install Node ${oldest} or later from https://nodejs.org, and try again.\n`,
  )
  process.exit(1)
}
