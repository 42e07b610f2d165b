import { toPlainDigits } from '../plain-digits.js'

/**
 * Reads a date in a table of iCloud Photos, which is in GMT, such as `Saturday June 4,2022 12:11 PM GMT`, in the order and the language that its
 * owner has; null when it is none.
 */
export function readICloudDate(text: string): Date | null {
  // A date has fewer letters. Without that limit, a million of them would be read half a trillion times.
  if (text.length > LONGEST || /(gmt|utc) ?[-+\d]/i.test(text)) return null
  const plain = toPlainDigits(text.normalize('NFKC').toLowerCase())
  const [whole = '', before = '', hour = '', minute = '', after = '', more = ''] = TIME.exec(plain) ?? []
  if (whole === '' || Number(hour) > 23 || Number(minute) > 59) return null
  const around = [before, after, more, after + more].map((word) => [...(words().halves.get(toLetters(word)) ?? [])])
  const [half] = around.find(({ length }) => length === 1) ?? []
  // Some hours go up to 23, and have their half, too.
  const hours = half === undefined || Number(hour) > 12 ? Number(hour) : (Number(hour) % 12) + half
  const [day, ...others] = listDays(plain.replace(whole, `${before} ${after} ${more}`))
  return day && others.length === 0 ? new Date(day.setUTCHours(hours, Number(minute))) : null
}

const LONGEST = 100

/** A time with the words around it, of which one may tell the half of the day. */
const TIME =
  /([\p{L}\p{M}.]*) ?(?<![\d.])(\d{1,2})(?:[:.]| h )(\d\d)(?![\d.])(?::\d\d)? ?([\p{L}\p{M}.]*) ?([\p{L}\p{M}.]*)/u

/** The days that a text may mean: two, if the name of a month is that of another one in another language, and no day of the week tells which. */
function listDays(text: string): Date[] {
  const yearFirst = /(?<!\d)(\d{4})[-/.年년] ?(\d{1,2})[-/.月월] ?(\d{1,2})(?!\d)/u.exec(text)
  if (yearFirst) return toDays(yearFirst[1], [yearFirst[2]], yearFirst[3])
  const [, first = '', sign, second = '', end] = /(?<!\d)(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})(?!\d)/.exec(text) ?? []
  if (sign !== undefined) {
    if (Number(second) > 12) return toDays(end, [first], second)
    // Nobody knows whether 4/6 is in June or in April.
    return sign !== '/' || Number(first) > 12 || first === second ? toDays(end, [second], first) : []
  }
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]
  const [numbered = '', ...number] = /(?<!\d)(\d{1,2}) ?[月월]|tháng (\d{1,2})(?!\d)/u.exec(text) ?? []
  const named = text.match(WORDS) ?? []
  const months = numbered ? number.filter(Boolean) : named.flatMap((word) => [...(words().months.get(word) ?? [])])
  const days = toDays(year, months, /(?<!\d)\d{1,2}(?!\d)/.exec(text.replace(numbered, ' '))?.[0])
  const isNamed = (date: Date) => named.some((word) => words().weekdays.get(word)?.has(date.getUTCDay()))
  return days.length > 1 ? days.filter(isNamed) : days
}

type Digits = string | number | undefined

function toDays(year: Digits, months: Digits[], day: Digits): Date[] {
  return [...new Set(months.map(Number))]
    .map((month) => new Date(Date.UTC(Number(year), month - 1, Number(day))))
    .filter((date) => date.getUTCDate() === Number(day) && months.map(Number).includes(date.getUTCMonth() + 1))
}

const WORDS = /[\p{L}\p{M}]+/gu

function toLetters(word: string): string {
  return word.toLowerCase().normalize('NFKC').match(WORDS)?.join('') ?? ''
}

const LANGUAGES =
  'ar bg ca cs da de de-AT el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sv th tr uk vi zh zh-TW'

type Numbers = Map<string, Set<number>>

/** The numbers of months and of days of the week, and the hours that a half of the day adds. */
interface CalendarWords {
  months: Numbers
  weekdays: Numbers
  halves: Numbers
}

let known: CalendarWords | null = null

function words(): CalendarWords {
  known ??= listWords()
  return known
}

function listWords(): CalendarWords {
  const halves: Numbers = new Map([
    ['am', new Set([0])],
    ['pm', new Set([12])],
  ])
  const [months, weekdays]: [Numbers, Numbers] = [new Map(), new Map()]
  const add = (numbers: Numbers, word: string, number: number) =>
    numbers.set(word, (numbers.get(word) ?? new Set()).add(number))
  for (const language of LANGUAGES.split(' ')) {
    const read = (type: Intl.DateTimeFormatPartTypes, format: Intl.DateTimeFormatOptions, date: number) => {
      const formatter = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...format, timeZone: 'UTC' })
      const part = formatter.formatToParts(date).find((each) => each.type === type)?.value ?? ''
      return { letters: toLetters(part), whole: formatter.format(date).toLowerCase().normalize('NFKC') }
    }
    for (const hours of [0, 12])
      add(halves, read('dayPeriod', { hour: 'numeric', hour12: true }, Date.UTC(2022, 0, 1, hours + 2)).letters, hours)
    for (let day = 0; day < 7; day += 1)
      add(weekdays, read('weekday', { weekday: 'long' }, Date.UTC(2022, 0, 2 + day)).letters, day)
    for (let month = 1; month <= 12; month += 1)
      for (const format of [{ month: 'long' }, { day: 'numeric', month: 'long', year: 'numeric' }] as const) {
        const { letters, whole } = read('month', format, Date.UTC(2022, month - 1, 4))
        // In some languages, what stands before the name is one word with it, or a part of it.
        for (const word of whole.match(WORDS) ?? [])
          if (word.length > 1 && (word.endsWith(letters) || letters.endsWith(word))) add(months, word, month)
      }
  }
  return { months, weekdays, halves }
}
