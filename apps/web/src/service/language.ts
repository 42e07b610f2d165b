import { findLocale, formats, messages, speak } from '../language/messages.js'

/** The languages that one chooses: that of the browser, or another one. */
export const languages = ['auto', 'en', 'de'] as const

type Language = (typeof languages)[number]

/** The offline page reads it, too. */
const PLACE = 'language'

/** Returns the language that was chosen in this browser. */
export function readLanguage(): Language {
  const kept = localStorage.getItem(PLACE)
  return kept === 'en' || kept === 'de' ? kept : 'auto'
}

export async function setLanguage(language: Language): Promise<void> {
  if (language === 'auto') localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, language)
  await showLanguage()
}

/** Applies the chosen language to the page. */
export async function showLanguage(): Promise<void> {
  const language = readLanguage()
  await speak(findLocale(language === 'auto' ? undefined : language))
  document.documentElement.lang = formats.locale
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', messages.manifest)
}
