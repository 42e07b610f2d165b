import { en, type Messages } from './en.js'
import { createFormats, type Formats } from './formats.js'

/** The languages besides English, each in a file of its own, which is loaded when a browser prefers it. */
const others: Record<string, () => Promise<(formats: Formats) => Messages>> = {
  de: async () => (await import('./de.js')).de,
}

/** The formats of numbers and times. */
export let formats: Formats = createFormats(preferred((language) => language === 'en'))

/** The texts of the page. */
export let messages: Messages = en(formats)

/** Chooses the first of the browser's languages that the page has, before anything is shown. */
export async function chooseLanguage(): Promise<void> {
  const locale = preferred((language) => language === 'en' || language in others)
  const load = others[toLanguage(locale)]
  if (!load) return
  try {
    const language = await load()
    formats = createFormats(locale)
    messages = language(formats)
  } catch {
    // The language cannot be loaded; English is already loaded.
  }
}

function preferred(isThere: (language: string) => boolean) {
  return navigator.languages.find((locale) => isThere(toLanguage(locale))) ?? 'en'
}

function toLanguage(locale: string) {
  return locale.replace(/-.*/, '').toLowerCase()
}
