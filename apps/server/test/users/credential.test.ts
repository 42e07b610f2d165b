import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeApiKey, readApiKey, sameSecret } from '../../src/users/credential.js'

const ID = '0197a5c07c1e70008000000000000001'

function withChecksum(text: string) {
  return text + crc32(text).toString(16).padStart(8, '0')
}

test('makes keys of a fixed form, each different', () => {
  const keys = Array.from({ length: 1_000 }, () => makeApiKey().key)

  expect(new Set(keys).size).toBe(1_000)
  expect(keys.filter((key) => !/^mlk_[0-9a-f]{32}_[\w-]{43}[0-9a-f]{8}$/.test(key))).toEqual([])
})

test('refuses a key with any single character changed', () => {
  const { key } = makeApiKey()
  const changed = [...key].map(
    (character, at) => key.slice(0, at) + (character === 'A' ? 'B' : 'A') + key.slice(at + 1),
  )

  expect(changed.filter((text) => readApiKey(text) !== null)).toEqual([])
})

test.each([
  ['an empty text', ''],
  ['a text of another kind', 'Bearer abc'],
  ['a key with a line end', `${makeApiKey().key}\n`],
  ['a key with a blank before', ` ${makeApiKey().key}`],
  ['a key without its checksum', makeApiKey().key.slice(0, -8)],
  ['a key in upper case', makeApiKey().key.toUpperCase()],
  ['two keys', makeApiKey().key + makeApiKey().key],
  ['another spelling of the same secret', withChecksum(`mlk_${ID}_${'A'.repeat(42)}B`)],
])('refuses %s', (_, text) => {
  expect(readApiKey(text)).toBeNull()
})

test('accepts a key with any UUID as its id, whatever its version', () => {
  const key = withChecksum(`mlk_${'f'.repeat(32)}_${'A'.repeat(43)}`)

  expect(readApiKey(key)?.id).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
})

test('tells equal secrets from different ones, also of another length', () => {
  const secret = new Uint8Array([1, 2, 3])

  expect(sameSecret(secret, new Uint8Array([1, 2, 3]))).toBe(true)
  expect(sameSecret(secret, new Uint8Array([1, 2, 4]))).toBe(false)
  expect(sameSecret(secret, new Uint8Array([1, 2]))).toBe(false)
})
