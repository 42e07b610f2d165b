import { foldWords } from './fold-words.js'

/** What an asset must have to be found: a word, or a part of the date on which it was taken. */
export interface Term {
  /** As a `tsquery`. */
  query: string
  word: string
  /** Whether the asset may have a longer word that begins with it. */
  isBeginning: boolean
}

/** Reads what somebody looks for. Each term has to be true; the last word may be the beginning of one. */
export function readTerms(text: string): Term[] {
  const words = foldWords(text).map(cut)
  return words.map((word, index) => {
    const isBeginning = index === words.length - 1
    const dateParts = [...findMonths(word, isBeginning), ...findDateParts(words, index)]
    const query = [`'${word}'${isBeginning ? ':*' : ''}`, ...dateParts.map((part) => `'${part}'`)].join(' | ')
    return { query: `(${query})`, word, isBeginning }
  })
}

/** Returns what an asset has among its words if it has this text somewhere, and null for a text without words. */
export function toWordsQuery(text: string): string | null {
  const words = foldWords(text).map(cut)
  return words.length === 0 ? null : words.map((word) => `'${word}'`).join(' & ')
}

/** The first characters of a longer word are kept. */
const MOST_CHARACTERS = 64

function cut(word: string) {
  return word.length > MOST_CHARACTERS ? [...word].slice(0, MOST_CHARACTERS).join('') : word
}

/** In English and German, folded. */
const MONTHS = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'marz', 'maerz', 'mar'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
]

function findMonths(word: string, isBeginning = false) {
  const isName = (name: string) => name === word || (isBeginning && word.length > 2 && name.startsWith(word))
  return MONTHS.flatMap((names, index) => (names.some(isName) ? [toMonth(index + 1)] : []))
}

/** A number is the month or day of a date such as 2019-06-15 or 15.6.2019, or the day beside the name of a month. */
function findDateParts(words: string[], index: number): string[] {
  const at = (distance: number) => words[index + distance] ?? ''
  const number = Number(/^\d{1,2}$/.test(at(0)) ? at(0) : 0)
  const isMonth = number >= 1 && number <= 12 && (isYear(at(-1)) || (isYear(at(1)) && isDay(at(-1))))
  const isDayOfDate =
    (isYear(at(-2)) && isDay(at(-1))) || (isYear(at(2)) && isDay(at(1))) || [at(-1), at(1)].some(isMonthName)
  return [...(isMonth ? [toMonth(number)] : []), ...(isDay(at(0)) && isDayOfDate ? [toDay(number)] : [])]
}

function isYear(word: string) {
  return /^(1[89]|20)\d\d$/.test(word)
}

function isDay(word: string) {
  return /^(0?[1-9]|[12]\d|3[01])$/.test(word)
}

function isMonthName(word: string) {
  return findMonths(word).length > 0
}

function toMonth(number: number) {
  return `m${String(number).padStart(2, '0')}`
}

function toDay(number: number) {
  return `d${String(number).padStart(2, '0')}`
}
