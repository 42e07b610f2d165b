import type { OwnPerson } from '@media-library/client'
import { fold } from '../ui/lists/fold.js'
import { type Asked, join, toWords } from './asked.js'

/** Where a suggestion leads. */
export type Goal =
  | { to: '/search'; search: Asked }
  | { to: '/tags/$tagId'; params: { tagId: string } }
  | { to: '/albums/$albumId'; params: { albumId: string } }

/** Something that can be looked for. */
export interface Known {
  /** The name, by whose words it is found. */
  name: string
  /** What distinguishes it from others of its name, such as a country; it is found by its words, too. */
  note?: string | undefined
  count?: number | undefined
  coverId?: string | undefined
  person?: OwnPerson
  /** Returns where it leads, with the words beside it that were typed; null when it goes with no others. */
  toGoal: (others: string[]) => Goal | null
}

export type GroupName = 'people' | 'places' | 'tags' | 'albums' | 'kinds' | 'years' | 'cameras'

/** Groups of what can be looked for, in the order in which they are shown. */
export type Sources = { group: GroupName; known: Known[] }[]

export interface Suggestion extends Omit<Known, 'toGoal'> {
  goal: Goal
  /** Whether it is found by its name alone. */
  isByName: boolean
}

/** The number of suggestions of a group. */
const MOST = 4

/** Suggests what has the last of the typed words; those before it are looked for as words. */
export function suggest(text: string, sources: Sources): { group: GroupName; suggestions: Suggestion[] }[] {
  const typed = toWords(text)
  const tails = typed.map((_, index) => ({ others: typed.slice(0, index), wanted: fold(typed.slice(index).join(' ')) }))
  return sources
    .map(({ group, known }) => {
      const found = known.flatMap((each) => toSuggestion(each, tails) ?? [])
      // Sydney comes before Zermatt in Switzerland.
      const byName = [...found.filter(({ isByName }) => isByName), ...found.filter(({ isByName }) => !isByName)]
      return { group, suggestions: byName.slice(0, MOST) }
    })
    .filter(({ suggestions }) => suggestions.length > 0)
}

function toSuggestion({ toGoal, ...shown }: Known, tails: { others: string[]; wanted: string[] }[]): Suggestion | null {
  const words = fold(shown.name)
  const noted = fold(shown.note ?? '')
  for (const { others, wanted } of tails) {
    const isByName = hasAll(words, wanted)
    if (wanted.length === 0 || !(isByName || hasAll([...words, ...noted], wanted))) continue
    const goal = toGoal(others)
    if (goal) return { ...shown, goal, isByName }
  }
  return null
}

function hasAll(words: string[], wanted: string[]): boolean {
  return wanted.every((each) => words.some((word) => word.startsWith(each)))
}

/** Returns where a filter leads that is added to what is asked for. */
export function adding(asked: Asked, filter: Asked): (others: string[]) => Goal {
  return (others) => ({ to: '/search', search: { ...asked, q: join(others), ...filter } })
}
