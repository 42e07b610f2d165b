import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as schemas from '@media-library/contract/schemas'
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import type * as z from 'zod'
import type { AddUsersToAlbum, Album, AlbumOptions, Asset, Client, List, Person, Tag } from '../src/index.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

/** The fields that the service always answers (C2, C13), although the description of its API calls them optional. */
type Promised = 'livePhotoVideoId' | 'people' | 'stackParentId' | 'tags'

/** The files whose types no app uses. */
const inner = /^(answer|calls|exchange|method|request|routes|ts-rest)\.d\.ts$/

/** Lists the members of the interfaces and classes in a declaration file that have no description. */
function listSilent(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const isMember = /^ {4}(readonly )?['\w-]+\??[:(<]/.test(line) && !line.includes('constructor(')
    return isMember && !lines[index - 1]?.trimEnd().endsWith('*/') ? [`${path}: ${line.trim()}`] : []
  })
}

/** Returns the messages of the compiler about a program. */
function compile(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'media-library-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'program.mts'), code)
  const options = ['--noEmit', '--strict', '--pretty', 'false', '--ignoreConfig', '--module', 'nodenext', 'program.mts']
  const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  return spawnSync(process.execPath, [tsc, ...options], { cwd: folder, encoding: 'utf8' }).stdout
}

describe('the types of the client', () => {
  test('are those of the contract', () => {
    expectTypeOf<Album>().toEqualTypeOf<z.output<typeof schemas.Album>>()
    expectTypeOf<Asset>().toEqualTypeOf<z.output<typeof schemas.Asset>>()
    expectTypeOf<Parameters<Client['addUsersToAlbum']>>().toEqualTypeOf<
      [id: string, body: AddUsersToAlbum, options?: AlbumOptions]
    >()
    expectTypeOf<ReturnType<Client['getTagAssets']>>().toEqualTypeOf<List<Asset>>()
  })

  test('an asset has what the service always answers (C2, C13)', () => {
    expectTypeOf<Pick<Asset, Promised>>().toEqualTypeOf<{
      livePhotoVideoId: string | null
      people: Person[]
      stackParentId: string | null
      tags: Tag[]
    }>()
    expectTypeOf<Asset['stack']>().toEqualTypeOf<Asset[] | undefined>()
    expectTypeOf<Album['assets']>().toEqualTypeOf<Asset[]>()
  })

  test('have words for every property, option and error', () => {
    const files = globSync('{*,events/*,uploads/upload*}.d.ts', { cwd: dist }).filter((file) => !inner.test(file))

    expect(files.length).toBeGreaterThan(10)
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
