import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as schemas from '@media-library/contract/schemas'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type { Album, Asset, Person, ProblemCode, ProblemStatuses, Tag } from '../src/index.js'
import type { Types } from './types-by-name.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

/** What a schema of that name makes. */
type Made<Name> = Name extends keyof typeof schemas
  ? (typeof schemas)[Name] extends { _zod: { output: infer Output } }
    ? Output
    : never
  : never

type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false

/** The names of types that differ from what their schema makes. */
type Different<Name extends keyof Types = keyof Types> = Name extends unknown
  ? Same<Types[Name], Made<Name>> extends true
    ? never
    : Name
  : never

/** What the service always answers (C2, C13), although the description of its API calls it optional. */
type Promised = 'livePhotoVideoId' | 'people' | 'stackParentId' | 'tags'

/** The files whose types no app meets. */
const inner = /^(answer|calls|exchange|request|routes|ts-rest)\.d\.ts$/

/** The members of the interfaces and classes in a declaration file that have no words. */
function listSilent(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const isMember = /^ {4}(readonly )?['\w-]+\??[:(<]/.test(line) && !line.includes('constructor(')
    return isMember && !lines[index - 1]?.trimEnd().endsWith('*/') ? [`${path}: ${line.trim()}`] : []
  })
}

/** What the compiler says about a program. */
function compile(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'media-library-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'program.mts'), code)
  const options = ['--noEmit', '--strict', '--pretty', 'false', '--ignoreConfig', '--module', 'nodenext', 'program.mts']
  const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  return spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' }).stdout
}

describe('the types of the client', () => {
  test('are those of the schemas', () => {
    expectTypeOf<Different>().toEqualTypeOf<'Album' | 'Asset'>()
    expectTypeOf<Omit<Album, 'assets'>>().toEqualTypeOf<Omit<schemas.Album, 'assets'>>()
    expectTypeOf<Omit<Asset, Promised | 'stack'>>().toEqualTypeOf<Omit<schemas.Asset, Promised | 'stack'>>()
    expectTypeOf<ProblemCode>().toEqualTypeOf<schemas.ProblemCode>()
    expectTypeOf<ProblemStatuses>().branded.toEqualTypeOf<{
      [Code in ProblemCode]: (typeof schemas.problems)[Code]['status']
    }>()
  })

  test('C2 C13 an asset has what the service always answers', () => {
    expectTypeOf<Pick<Asset, Promised>>().toEqualTypeOf<{
      livePhotoVideoId: string | null
      people: Person[]
      stackParentId: string | null
      tags: Tag[]
    }>()
    expectTypeOf<Asset['stack']>().toEqualTypeOf<Asset[] | undefined>()
    expectTypeOf<Album['assets']>().toEqualTypeOf<Asset[]>()
    expectTypeOf<Asset>().toExtend<schemas.Asset>()
  })

  test('have words for every property, option and error', () => {
    const files = globSync('{*,events/*,types/*,uploads/upload*}.d.ts', { cwd: dist }).filter(
      (file) => !inner.test(file),
    )

    expect(files.length).toBeGreaterThan(20)
    expect(files.flatMap((file) => listSilent(`${dist}/${file}`))).toEqual([])
  })

  test('name all three credentials when there is none', () => {
    const said = compile(
      `import { createClient } from '${dist}/index.js'; createClient({ baseUrl: 'http://localhost' })`,
    )

    expect(said).toContain("Property ''one of apiKey, token and session'' is missing in type '{ baseUrl: string; }'")
    expect(said.match(/error TS/g)).toHaveLength(1)
  })
})
