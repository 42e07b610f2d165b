import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, inject, test } from 'vitest'

const text = await fetch(`${inject('world').url}/api/openapi.json`).then((response) => response.text())

/** Paths of Immich, which differ because no id of a user is `info`. */
const OF_IMMICH = 'Found two ambiguous paths: `/api/user/info/{id}` and `/api/user/{id}/restore`.'

async function lint(source: string) {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const findings = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return findings
    .map(({ ruleId, message, location: [where] }) => `${ruleId} ${where?.pointer}: ${message}`)
    .filter((finding) => !finding.endsWith(OF_IMMICH))
}

test('redocly (recommended-strict) finds no fault with the served description', async () => {
  expect(await lint(text)).toEqual([])
})

test('redocly reports a broken reference', async () => {
  const schema = { $ref: '#/components/schemas/Nothing' }
  const answer = { description: 'Nothing.', content: { 'application/json': { schema } } }
  const broken = { ...JSON.parse(text), components: {}, paths: { '/nothing': { get: { responses: { 200: answer } } } } }

  expect(await lint(JSON.stringify(broken))).toContainEqual(expect.stringMatching(/can't resolve \$ref/i))
})
