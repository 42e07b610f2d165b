export type Formats = ReturnType<typeof createFormats>

/** How a language writes numbers, lists and times. Times are those at the place of capture, written with `Z`. */
export function createFormats(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const lists = new Intl.ListFormat(locale)
  const rules = new Intl.PluralRules(locale)
  const atPlace = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  return {
    locale,
    number: (value: number): string => numbers.format(value),
    list: (names: readonly string[]): string => lists.format(names),
    /** The form for a number, with the number in place of `#`. Names do not belong into a form: they may have a `#`. */
    plural: (count: number, forms: Forms): string =>
      (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count)),
    bytes: (bytes: number): string => formatBytes(locale, bytes),
    compare: new Intl.Collator(locale).compare,
    /** A day of this device. */
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    month: atPlace({ month: 'short', year: 'numeric' }),
    day: atPlace({ day: 'numeric', month: 'short', year: 'numeric' }),
    weekday: atPlace({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
    moment: atPlace({ dateStyle: 'long', timeStyle: 'short' }),
    fullMoment: atPlace({ dateStyle: 'full', timeStyle: 'short' }),
  }
}

/** What is said of one, of few and so on, as a language counts. */
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
