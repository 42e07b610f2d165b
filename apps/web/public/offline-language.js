// Shows the offline page in the language that was chosen in this browser, or in the first of the browser's own that the page has.
const titles = { en: 'Media library', de: 'Mediathek' }
const language = [localStorage.getItem('language') ?? [], navigator.languages]
  .flat()
  .find((each) => each.slice(0, 2) in titles)

if (language) {
  document.documentElement.lang = language
  document.title = titles[language.slice(0, 2)]
}
