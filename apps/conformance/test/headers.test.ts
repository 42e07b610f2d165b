import { api } from '@media-library/contract'
import { listResponseHeaders } from '@media-library/contract/openapi'
import { describe, expect, inject, test } from 'vitest'
import { type Operation, send } from './support/request.js'
import { addChanging, listScenarios } from './support/scenarios.js'

const service = inject('service')

/** The headers of HTTP itself and of browsers' security, which are no part of the API. */
const general = new Set([
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'origin-agent-cluster',
  'referrer-policy',
  'transfer-encoding',
  // Responses differ by origin, because the service has ALLOWED_ORIGINS.
  'vary',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

/**
 * The operations that need what this service lacks: a provider where users sign in, or a link that the operator created.
 */
const needSignIn = ['authorize', 'finishSignIn', 'logout', 'signInWithCode', 'signUpAdmin']

/** The headers that are only sent to browsers that sign in. */
const conditional = ['set-cookie']

const scenarios = listScenarios({ ...service, ...(await addChanging(service)) })
const answers: { operation: Operation; status: number; names: string[] }[] = []
for (const scenario of scenarios) {
  const { status, headers } = await send(service.url, scenario)
  answers.push({
    operation: scenario.operation,
    status,
    names: [...headers.keys()].filter((name) => !general.has(name)),
  })
}

function declaredBy(operation: Operation, status: number) {
  return listResponseHeaders(api[operation], status).map((name) => name.toLowerCase())
}

describe('headers of answers', () => {
  test('every operation has a request that succeeds', () => {
    const succeeded = new Set(scenarios.filter(({ status }) => status < 300).map(({ operation }) => operation))
    const lacking = Object.keys(api).filter((name) => !succeeded.has(name as Operation) && !needSignIn.includes(name))

    expect(lacking.map((name) => `${name} has no request that succeeds: add one to support/scenarios.ts`)).toEqual([])
  })

  test('every scenario is answered with its status', () => {
    expect(answers.map(({ status }) => status)).toEqual(scenarios.map(({ status }) => status))
  })

  test.each(answers)('$operation sends only declared headers with $status', ({ operation, status, names }) => {
    expect(names.filter((name) => !declaredBy(operation, status).includes(name))).toEqual([])
  })

  test.each(Object.keys(api) as Operation[])('%s sends every header that it declares', (operation) => {
    const own = answers.filter((answer) => answer.operation === operation)
    const declared = new Set(own.flatMap(({ status }) => declaredBy(operation, status)))
    const sent = new Set(own.flatMap(({ names }) => names))

    expect([...declared].filter((name) => !sent.has(name) && !conditional.includes(name))).toEqual([])
  })
})
