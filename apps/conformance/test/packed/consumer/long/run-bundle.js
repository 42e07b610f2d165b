import { readFile, writeFile } from 'node:fs/promises'
import { runInThisContext } from 'node:vm'

// Runs a bundle as React Native does, and writes a script that runs it in Hermes.
const [, , bundle, address] = process.argv
const code = await readFile(bundle, 'utf8')
globalThis.Buffer = Buffer
runInThisContext(code)
const operations = JSON.stringify(await globalThis.run(address, { hasStreams: false }))

const answers = `globalThis.recorded = ${JSON.stringify(globalThis.answers)};`
const start = `run(${JSON.stringify(address)}, { hasStreams: false }).then((all) => print(JSON.stringify(all)), (error) => { print(error.stack); throw error })`
await writeFile('hermes.js', [answers, code, start].join('\n'))
process.stdout.write(operations)
