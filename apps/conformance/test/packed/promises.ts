import { describe, expect, inject, test } from 'vitest'
import { type Consumer, operations } from './consumer.js'

/** Describes the promises of the packed packages on any line of Node, for programs of modules and of CommonJS. */
export function describeNodes(
  { node }: Consumer,
  lines: readonly number[],
  programs: ('main.js' | 'main.cjs')[],
): void {
  describe.each(lines)('Node %d', (line) => {
    test.each(programs)('runs every operation on the service by %s', async (program) => {
      expect(await node(line, '--version')).toMatch(`v${line}.`)
      expect(JSON.parse(await node(line, program, inject('world').address))).toEqual(operations)
    })

    test('loads each entry, as a module and as CommonJS', async () => {
      expect(await node(line, 'entries.js')).toBe('')
    })
  })
}

/** Describes the promises of the types of the packed packages to any TypeScript. */
export function describeTypeScripts(
  { script }: Consumer,
  versions: string[],
  { everyWay }: { everyWay: boolean },
): void {
  describe.each(versions)('with TypeScript %s, the packed packages', (version) => {
    const check = (project: string) =>
      script(`typescript-${version}/bin/tsc`, '-p', `tsconfig.${project}.json`, '--noEmit')

    test.each(everyWay ? ['nodenext', 'bundler'] : ['nodenext'])(
      'type-check under %s, their declarations too',
      async (resolution) => {
        expect(await check(resolution)).toBe('')
      },
    )

    if (!everyWay) return
    test('type-check by status and in another server, where libraries are not checked', async () => {
      expect(await check('ts-rest')).toBe('')
    })
  })
}
