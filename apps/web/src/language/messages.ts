import { en, type Messages } from './en.js'
import { createFormats, type Formats } from './formats.js'

/** The languages besides English, each in a file of its own, which is loaded when it is needed. */
const others: Record<string, () => Promise<(formats: Formats) => Messages>> = {
  de: async () => (await import('./de.js')).de,
}

/** The formats of numbers and times. */
export let formats: Formats = createFormats(preferred((language) => language === 'en') ?? 'en')

/** The texts of the page. */
export let messages: Messages = en(formats)

const listeners = new Set<() => void>()

/** Calls a function when the texts are those of another language. Returns a function that ends this. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the first of the browser's languages that the page has, or that it has to have. */
export function findLocale(only?: string): string {
  const isThere = (language: string) => language === 'en' || language in others
  return preferred((language) => (only === undefined ? isThere(language) : language === only)) ?? only ?? 'en'
}

/** Speaks the language of a locale from now on. If it cannot be loaded, the texts stay. */
export async function speak(locale: string): Promise<void> {
  if (locale === formats.locale) return
  const load = others[toLanguage(locale)] ?? (async () => en)
  try {
    const language = await load()
    formats = createFormats(locale)
    messages = language(formats)
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

function preferred(isWanted: (language: string) => boolean) {
  return navigator.languages.find((locale) => isWanted(toLanguage(locale)))
}

function toLanguage(locale: string) {
  return locale.replace(/-.*/, '').toLowerCase()
}
