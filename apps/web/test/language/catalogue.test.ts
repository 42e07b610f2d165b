// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { de } from '../../src/language/de.js'
import { en } from '../../src/language/en.js'
import { createFormats } from '../../src/language/formats.js'

const sources = new URL('../../src/', import.meta.url)

/** The literals that people do not read: keys of the keyboard, and names for programs. */
const forPrograms = new Set(['Enter', 'Escape', 'Home', 'End', 'Files', 'Web page'])

test('all that the page says is in its catalogue', async () => {
  const names = (await readdir(sources, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('language/'),
  )

  const found = await Promise.all(
    names.map(async (name) => listTexts(parseSync(name, await readFile(new URL(name, sources), 'utf8')).program)),
  )

  expect(
    listTexts(parseSync('a.tsx', 'notify(<a title="All photos">Open {x ? `two words` : "Here"}</a>)').program),
  ).toEqual(['All photos', 'Open ', 'two words', 'Here'])
  expect(names.length).toBeGreaterThan(100)
  expect(found.flat()).toEqual([])
})

test('the catalogue counts and writes dates as its language does', () => {
  const [english, german] = [createFormats('en-GB'), createFormats('de-DE')]
  const july = new Date('2024-07-14T12:00:00Z')

  expect([1, 2, 1_234].map(en(english).items)).toEqual(['1 item', '2 items', '1,234 items'])
  expect([1, 2, 1_234].map(de(german).items)).toEqual(['1 Aufnahme', '2 Aufnahmen', '1.234 Aufnahmen'])
  expect([english, german].map(({ weekday }) => weekday(july))).toEqual(['Sun, 14 Jul 2024', 'So., 14. Juli 2024'])
  expect([english, german].map(({ list }) => list(['Ada', 'Ben', 'Mia']))).toEqual([
    'Ada, Ben and Mia',
    'Ada, Ben und Mia',
  ])
  expect([english, german].map(({ bytes }) => bytes(1_230_000))).toEqual(['1.2 MB', '1,2 MB'])
})

test('a long name leaves the sentence around it visible', () => {
  const [english, german] = [en(createFormats('en-GB')), de(createFormats('de-DE'))]
  const long = 'Patagonia '.repeat(30)

  for (const { quoted, albums } of [english, german]) {
    expect(albums.sharing(quoted(long)).length).toBeLessThan(80)
    expect(quoted('Iceland')).toContain('Iceland')
  }
})

test('a device that keeps the page as an app names it in the language', async () => {
  const [english, german] = await Promise.all(
    [en(createFormats('en-GB')), de(createFormats('de-DE'))].map(async ({ name, manifest }) => {
      const content = JSON.parse(await readFile(new URL(`../public${manifest}`, sources), 'utf8'))
      expect(content.name).toBe(name)
      return content
    }),
  )
  const { lang, name, short_name, description } = german

  expect(lang).toBe('de')
  expect(german).toEqual({ ...english, lang, name, short_name, description })
})

/** Returns the texts in a part of a program that people would read. */
function listTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listTexts)
  if (node === null || typeof node !== 'object' || !('type' in node)) return []
  if (isForPrograms(node)) return []
  const text = toText(node)
  if (text !== null) return isRead(node.type, text) ? [text] : []
  return Object.entries(node).flatMap(([name, part]) => (name === 'key' ? [] : listTexts(part)))
}

interface Node {
  type?: unknown
  name?: { name?: string }
  callee?: { name?: string }
  openingElement?: { name: { name?: string } }
  value?: unknown
}

/**
 * Whether a node contains no texts for people: imports, types, errors for programmers, names of classes, and code that people copy.
 */
function isForPrograms({ type, name, callee, openingElement }: Node) {
  if (/^(Import|TS.*Type|TSInterface)/.test(String(type))) return true
  if (type === 'NewExpression') return callee?.name === 'Error'
  if (type === 'JSXAttribute') return name?.name === 'className'
  return openingElement?.name.name === 'code'
}

function toText({ type, value }: Node) {
  if (type === 'TemplateElement') return (value as { raw: string }).raw
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null
}

/** Whether a text is for people: several words, a word that begins a sentence, or any word between elements. */
function isRead(type: unknown, text: string) {
  if (type === 'JSXText') return /\p{L}/u.test(text)
  // The outlines of pictures begin with M and a number.
  if (forPrograms.has(text) || /^M\d/.test(text)) return false
  return /\p{L}{2,} \p{L}/u.test(text) || /^\p{Lu}\p{Ll}{2,}[.…:]?$/u.test(text)
}
