import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, inject, test } from 'vitest'

const { url } = inject('service')
const text = await fetch(`${url}/api/openapi.json`).then((response) => response.text())

/** Paths of Immich, which differ because no id of a user is `info`. */
const OF_IMMICH = 'Found two ambiguous paths: `/api/user/info/{id}` and `/api/user/{id}/restore`.'

async function lintWithRedocly(source: string) {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const findings = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return findings
    .map(({ ruleId, message, location: [where] }) => `${ruleId} ${where?.pointer}: ${message}`)
    .filter((finding) => !finding.endsWith(OF_IMMICH))
}

/** The message of a rule for which only OAuth has scopes. From OpenAPI 3.1 on, every scheme may have some. */
const AS_IN_3_0 = 'must be listed among scopes.'

async function lintWithSpectral(source: string) {
  const linter = new spectral.Spectral()
  linter.setRuleset(new spectral.Ruleset({ extends: rulesets.oas }))
  const findings = await linter.run(JSON.parse(source))
  return findings
    .filter(({ message }) => !message.endsWith(AS_IN_3_0))
    .map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
}

const judges = [
  ['redocly (recommended-strict)', lintWithRedocly],
  ['spectral (oas)', lintWithSpectral],
] as const

test.each(judges)('%s finds no fault with the served description', async (_name, lint) => {
  expect(await lint(text)).toEqual([])
})

test.each(judges)('%s reports a broken reference', async (_name, lint) => {
  const schema = { $ref: '#/components/schemas/Nothing' }
  const answer = { description: 'Nothing.', content: { 'application/json': { schema } } }
  const broken = { ...JSON.parse(text), components: {}, paths: { '/nothing': { get: { responses: { 200: answer } } } } }

  const findings = await lint(JSON.stringify(broken))

  expect(findings).toContainEqual(expect.stringMatching(/can't resolve \$ref|schemas\/Nothing/i))
})
