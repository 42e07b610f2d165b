import { expect, test } from 'vitest'
import { readPage } from './support/pages.js'

const [, libraries = ''] = readPage('docs/develop/dependencies.md').split('## Libraries\n')
const [table = ''] = libraries.split('\n## ')

test('docs/develop/dependencies.md gives a reason for each library that users install, and for no other', () => {
  const cells = [...table.matchAll(/^- (`.+?): /gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))

  expect(listed.toSorted()).toEqual(installed().toSorted())
})

/**
 * Lists the run-time dependencies of the published packages, without their own; packages for single platforms count as one.
 */
function installed(): string[] {
  const packages = ['client', 'contract', 'embedded-postgres', 'media'].map((name) => `packages/${name}`)
  const manifests = ['apps/server', ...packages].map((folder) => JSON.parse(readPage(`${folder}/package.json`)))
  const names = manifests.flatMap(({ dependencies = {}, optionalDependencies = {}, peerDependencies = {} }) =>
    Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
  )
  const others = names.filter((name) => !name.startsWith('@media-library/'))
  return [...new Set(others.map((name) => name.replace(/^@embedded-postgres\/.+/, '@embedded-postgres/*')))]
}
