/** The themes of the page. */
export const themes = ['auto', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

/** The offline page reads it, too. */
const PLACE = 'theme'

/** Returns the theme that was chosen in this browser. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(PLACE)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

export function setTheme(theme: Theme): void {
  if (theme === 'auto') localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, theme)
  showTheme()
}

/** Applies the chosen theme to the page. */
export function showTheme(): void {
  const theme = readTheme()
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme
}
