import { spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fixtures/folder.js'

function bin(folder: string) {
  return join(folder, 'bin', 'current-node.mjs')
}
const server = fileURLToPath(new URL('../../..', import.meta.url))

/** A folder with a program that starts as those of the workspace do, from the server that lies in `folder`. */
async function makeProgram(source: string, folder = server) {
  const program = `import ${JSON.stringify(pathToFileURL(bin(folder)).href)}\n${source}`
  return join(await makeFolder({ 'a program.mjs': program }), 'a program.mjs')
}

/** Starts a program by a Node that says that it is an older one; no other Node that it starts does. */
function startByOldNode(program: string, ...args: string[]) {
  const old = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.19.0" })'
  const child = spawn(process.execPath, ['--import', old, program, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = new Promise((resolve) => child.on('close', (code) => resolve(code)))
  return { child, exited }
}

test('a program started by a Node that is too old runs on the Node of the workspace, with its arguments and exit code', async () => {
  const program = await makeProgram('console.log(process.versions.node, ...process.argv.slice(2)); process.exit(3)')
  const { child, exited } = startByOldNode(program, 'a b', 'c')

  expect(await text(child.stdout)).toBe(`${process.versions.node} a b c\n`)
  expect(await exited).toBe(3)
})

test('SIGTERM reaches it', async () => {
  const program = await makeProgram(
    'process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log("up")',
  )
  const { child, exited } = startByOldNode(program)
  child.stdout.once('data', () => child.kill('SIGTERM'))

  expect(await exited).toBe(7)
})

test('where no newer Node was installed, it names the version to install', async () => {
  const folder = await makeFolder()
  await cp(bin(server), bin(folder))
  await cp(join(server, 'package.json'), join(folder, 'package.json'))
  const { child, exited } = startByOldNode(await makeProgram('console.log("ran")', folder))

  expect([await text(child.stdout), await text(child.stderr)]).toEqual([
    '',
    expect.stringMatching(
      /^error: Node 20\.19\.0 is too old\. Install Node 22\.18 or later from https:\/\/nodejs\.org/,
    ),
  ])
  expect(await exited).toBe(1)
})
