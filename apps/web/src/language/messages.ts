import { en, type Messages } from './en.js'
import { createFormats, type Formats } from './formats.js'

/** The languages beside English, each in a file of its own, which is loaded where a browser prefers it. */
const others: Record<string, () => Promise<(formats: Formats) => Messages>> = {
  de: async () => (await import('./de.js')).de,
}

/** How the page writes numbers and times. */
export let formats: Formats = createFormats(preferred((language) => language === 'en'))

/** What the page says. */
export let messages: Messages = en(formats)

/** Takes the first language of the browser that the page has, before anything is shown. */
export async function chooseLanguage(): Promise<void> {
  const locale = preferred((language) => language === 'en' || language in others)
  const load = others[languageOf(locale)]
  if (!load) return
  try {
    const language = await load()
    formats = createFormats(locale)
    messages = language(formats)
  } catch {
    // It cannot be loaded; English is there.
  }
}

function preferred(isThere: (language: string) => boolean) {
  return navigator.languages.find((locale) => isThere(languageOf(locale))) ?? 'en'
}

function languageOf(locale: string) {
  return locale.replace(/-.*/, '').toLowerCase()
}
