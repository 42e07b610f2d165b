import { inject } from 'vitest'
import { de } from '../../src/language/de.js'
import { en } from '../../src/language/en.js'
import { createFormats, type Formats } from '../../src/language/formats.js'
import { fingers, type Hands, keyboard, mouse, type Place } from './hands.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether each journey is made in every way, and not in one. */
    everyWay: boolean
  }
}

/** A way of using the page, and its language. */
export interface Way extends Pick<Place, 'say'> {
  input: string
  hands: Hands
  formats: Formats
  /** Whether a folder can be chosen. */
  folder: boolean
}

const [english, german] = [createFormats('en-GB'), createFormats('de-DE')]

const ways = {
  mouse: { input: 'a mouse', hands: mouse, formats: english, say: en(english), folder: true },
  fingers: { input: 'fingers on a phone, in German', hands: fingers, formats: german, say: de(german), folder: false },
  keyboard: {
    input: 'the keyboard alone, in the dark',
    hands: keyboard,
    formats: english,
    say: en(english),
    folder: true,
  },
} satisfies Record<string, Way>

export const { fingers: byFingers } = ways

/** Lists every way in which a journey is made at night, and the given one before each landing. */
export function waysOr(one: keyof typeof ways): Way[] {
  return inject('everyWay') ? Object.values(ways) : [ways[one]]
}
