// Shows the offline page in the language and the theme that were chosen in this browser, or in the first of the browser's own languages that
// the page has, and the theme of the device.
const titles = { en: 'Media library', de: 'Mediathek' }
const language = [localStorage.getItem('language') ?? [], navigator.languages]
  .flat()
  .find((each) => each.slice(0, 2) in titles)

if (language) {
  document.documentElement.lang = language
  document.title = titles[language.slice(0, 2)]
}

document.documentElement.style.colorScheme = localStorage.getItem('theme') ?? ''
