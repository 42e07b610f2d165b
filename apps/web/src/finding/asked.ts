import type { OwnPerson, SearchMetadata } from '@media-library/client'
import { messages } from '../language/messages.js'
import { toName } from '../people/to-name.js'
import { formatCamera } from '../pictures/camera.js'

/** What an address asks for: words, and filters. */
export type Asked = { [Name in Text | Mark | 'personIds']?: SearchMetadata[Name] | undefined } & Pick<
  SearchMetadata,
  'type'
>

type Text = (typeof texts)[number]
type Mark = (typeof marks)[number]

const texts = ['q', 'city', 'state', 'country', 'make', 'model', 'lensModel'] as const
const marks = ['isFavorite', 'isMotion', 'isNotInAlbum'] as const
const types = ['IMAGE', 'VIDEO', 'AUDIO', 'OTHER'] as const

/** The length limit of the words. */
export const MOST_LETTERS = 256

const MOST_PEOPLE = 100
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads what an address asks for. What it cannot ask for is left out. */
export function readAsked(address: Record<string, unknown>): Asked {
  const asked: Asked = {}
  for (const name of texts) {
    const value = address[name]
    // A year in an address is read as a number.
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (text !== '') asked[name] = name === 'q' ? text.slice(0, MOST_LETTERS) : text
  }
  for (const name of marks) if (address[name] === true) asked[name] = true
  const ids = [address['personIds']].flat().filter((id): id is string => typeof id === 'string' && ID.test(id))
  if (ids.length > 0) asked.personIds = [...new Set(ids)].slice(0, MOST_PEOPLE)
  const type = types.find((each) => each === address['type'])
  return type ? { ...asked, type } : asked
}

export function isEmpty(asked: Asked): boolean {
  return Object.values(asked).every((value) => value === undefined)
}

/** A part of what is asked for. */
export interface Part {
  label: string
  /** What is asked for without it. */
  without: Asked
}

/** Lists the parts of what is asked for: each word, each person, and each filter. Somebody who is not among `people` has no name. */
export function listParts(asked: Asked, people: readonly Pick<OwnPerson, 'id' | 'name'>[]): Part[] {
  const words = toWords(asked.q ?? '')
  const ofWords = words.map((label, index) => ({ label, without: { ...asked, q: join(words.toSpliced(index, 1)) } }))
  const { city, state, country, make, model, lensModel, type, personIds = [] } = asked
  const { kinds, marked, person } = messages.finding
  const ofPeople = personIds.map((id) => {
    const known = people.find((each) => each.id === id)
    const others = personIds.filter((other) => other !== id)
    return { label: person(known && toName(known)), without: readAsked({ ...asked, personIds: others }) }
  })
  const ofFilters: (Part | null)[] = [
    toPart([city, state, country].filter(Boolean).join(', '), {
      ...asked,
      city: undefined,
      state: undefined,
      country: undefined,
    }),
    toPart(formatCamera({ make, model }), { ...asked, make: undefined, model: undefined }),
    toPart(lensModel, { ...asked, lensModel: undefined }),
    toPart(type && kinds[type], { ...asked, type: undefined }),
    ...marks.map((name) => toPart(asked[name] && marked[name], { ...asked, [name]: undefined })),
  ]
  return [...ofWords, ...ofPeople, ...ofFilters.filter((part) => part !== null)]
}

function toPart(label: string | null | undefined | false, without: Asked): Part | null {
  return label ? { label, without: readAsked(without) } : null
}

export function toWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Joins words to what is looked for; undefined without any. */
export function join(words: readonly string[]): string | undefined {
  return words.length > 0 ? words.join(' ') : undefined
}
