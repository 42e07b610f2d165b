import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import { formatFindings } from '../../../src/cli/commands/doctor.js'

const findings = [
  { check: 'node', verdict: 'ok', detail: 'v24.18.1', remedy: null },
  {
    check: 'data folder',
    verdict: 'problem',
    detail: `${'/a'.repeat(30)} cannot be created: EACCES: permission denied, and nothing was changed there`,
    remedy: 'Give this account write access to the folder, or set DATA_DIR to another folder that it can write.',
  },
] as const

test('findings for a file or a pipe have one line each', () => {
  const lines = formatFindings([...findings], { columns: Number.POSITIVE_INFINITY, isColored: false }).split('\n')

  expect(lines).toHaveLength(4)
  expect(lines[0]).toBe('ok       node         v24.18.1')
})

test('findings for a terminal fit its columns, below where each began', () => {
  const lines = formatFindings([...findings], { columns: 100, isColored: false }).split('\n')

  expect(lines.filter((line) => line.length > 100)).toEqual([])
  expect(lines.slice(2)).toEqual([
    '                      created: EACCES: permission denied, and nothing was changed there',
    '                      → Give this account write access to the folder, or set DATA_DIR to another',
    '                        folder that it can write.',
    '',
  ])
})

test('a color marks the verdict and nothing else', () => {
  const colored = formatFindings([...findings], { columns: 100, isColored: true })

  expect(colored).toContain(`${styleText('green', 'ok       ', { validateStream: false })}node `)
  expect(colored).toContain(`${styleText('red', 'problem  ', { validateStream: false })}data folder `)
  expect(stripVTControlCharacters(colored)).toBe(formatFindings([...findings], { columns: 100, isColored: false }))
})
