import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groups } from '../../scripts/mutation-groups.ts'
import { toPath } from './files.js'

test.each(groups.flatMap(({ folder, mutate, tests }) => [...mutate, ...tests].map((path) => `${folder}/${path}`)))(
  'the mutation tests name %s, which is there',
  (path) => {
    expect(existsSync(toPath(path))).toBe(true)
  },
)
