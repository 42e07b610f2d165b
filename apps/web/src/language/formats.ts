export type Formats = ReturnType<typeof createFormats>

/**
 * Creates the formats of a language for numbers, lists and times. Times are those at the place of capture, written with `Z`.
 */
export function createFormats(locale: string) {
  const numbers = whenNeeded(() => new Intl.NumberFormat(locale))
  const lists = whenNeeded(() => new Intl.ListFormat(locale))
  const rules = whenNeeded(() => new Intl.PluralRules(locale))
  const collator = whenNeeded(() => new Intl.Collator(locale))
  const date = whenNeeded(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
  const atPlace = (options: Intl.DateTimeFormatOptions) =>
    whenNeeded(() => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }))
  const month = atPlace({ month: 'short', year: 'numeric' })
  const day = atPlace({ day: 'numeric', month: 'short', year: 'numeric' })
  const weekday = atPlace({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const moment = atPlace({ dateStyle: 'long', timeStyle: 'short' })
  const fullMoment = atPlace({ dateStyle: 'full', timeStyle: 'short' })
  return {
    locale,
    number: (value: number): string => numbers().format(value),
    list: (names: readonly string[]): string => lists().format(names),
    /**
     * Returns the form for a number, with the number in place of `#`. A form must not contain names, because they may have a `#`.
     */
    plural: (count: number, forms: Forms): string =>
      (forms[rules().select(count)] ?? forms.other).replaceAll('#', numbers().format(count)),
    /** Shortens a long name, so that the sentence around it is seen. */
    short: (name: string): string =>
      name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name,
    bytes: (bytes: number): string => formatBytes(locale, bytes),
    compare: (one: string, other: string): number => collator().compare(one, other),
    /** Formats a day of this device. */
    date: (time: Date): string => date().format(time),
    month: (time: Date): string => month().format(time),
    weekday: (time: Date): string => weekday().format(time),
    moment: (time: Date): string => moment().format(time),
    fullMoment: (time: Date): string => fullMoment().format(time),
    dayRange: (from: Date, to: Date): string => day().formatRange(from, to),
    monthRange: (from: Date, to: Date): string => month().formatRange(from, to),
  }
}

/** The number of characters of a name in a sentence. */
const LONGEST_NAME = 60

/** Creates a formatter when it is first needed: creating all of them would delay the first picture. */
function whenNeeded<T>(make: () => T): () => T {
  let formatter: T | undefined
  return () => {
    formatter ??= make()
    return formatter
  }
}

/** The forms of a text for one, few and so on, by the plural rules of a language. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte']

function formatBytes(locale: string, bytes: number) {
  let value = bytes / 1_000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const maximumFractionDigits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit: units[unit], maximumFractionDigits }).format(value)
}
