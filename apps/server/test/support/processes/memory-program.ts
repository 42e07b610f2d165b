// Preloaded into a process: at SIGUSR2 it collects garbage, and writes the memory that it uses to standard error.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: (options: object) => void = runInNewContext('gc')

process.on('SIGUSR2', () => {
  // As V8 does when memory is short: pages with room are emptied and given back.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  process.stderr.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
})
