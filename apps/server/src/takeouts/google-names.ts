import { imageExtensions, rawExtensions } from '@media-library/media'

/** The relation of a file of a Takeout to the note that describes it. */
export interface MatchedNote {
  /** The name of the note. */
  note: string
  /** An edited copy and the video of a live photo have no note of their own: they are described with another file of the folder. */
  as: 'itself' | 'edited' | 'half' | 'beside'
  /** The name of that file. */
  of: string | null
}

/** The number of UTF-16 units to which Google cuts the name of a note, without its counter and `.json`. */
const LONGEST = 46

/** The suffix of a note since 2024. It follows the name of the file, as much of it as fits. */
const BEHIND = 'supplemental-metadata'

/** A name without the counter that distinguishes files of one name: `IMG(1).jpg` has the note `IMG.jpg(1).json`. */
interface Counted {
  text: string
  counter: string
}

interface Note extends Counted {
  name: string
  /** Its name without the counter and the extension. */
  whole: string
}

/** The number of files of one name, apart from the extension, with which others are compared. */
const MOST_TWINS = 50

/**
 * The suffix of an edited copy: a word behind a hyphen, in any language: `-edited`, `-bearbeitet`, `-ha editado`, `-編集済み`.
 */
const edited = /^(.+)-[\p{L}\p{M} ]{2,}$/u

const images = new Set([...imageExtensions, ...rawExtensions])

/** Finds the notes of the files in one folder of a Takeout. Files without one are left out. */
export function matchNotes(fileNames: string[], noteNames: string[]): Map<string, MatchedNote> {
  const notes = noteNames.map(toNote)
  const byText = new Map(notes.map((note) => [toKey(note), note]))
  const cut = notes.filter(({ whole }) => whole.length === LONGEST)
  const byBeginning = new Map(cut.map((note) => [toKey({ text: note.whole, counter: note.counter }), note]))
  const matches = new Map<string, MatchedNote>()
  const described = new Map<string, string[]>()
  const others: string[] = []
  for (const name of fileNames) {
    const note = findOwn(name, byText, byBeginning)
    if (!note) others.push(name)
    else {
      matches.set(name, { note: note.name, as: 'itself', of: null })
      const { text, counter } = toCounted(name)
      const key = toKey({ text: toStem(text), counter })
      const twins = described.get(key) ?? []
      described.set(key, twins)
      if (twins.length < MOST_TWINS) twins.push(name)
    }
  }
  const describe = (name: string, as: MatchedNote['as'], of: string) =>
    matches.set(name, { note: matches.get(of)?.note ?? '', as, of })
  for (const name of others) {
    const { text, counter } = toCounted(name)
    const twins = (stem: string) => described.get(toKey({ text: stem, counter })) ?? []
    const [, original] = edited.exec(toStem(text)) ?? []
    const edits = original === undefined ? [] : twins(original)
    const whole = edits.find((each) => toExtension(each) === toExtension(name)) ?? edits[0]
    // The video of `PXL_1.MP.jpg` is `PXL_1.MP`.
    const photo = [...twins(toStem(text)), ...twins(text)].find(isImage)
    const beside = twins(toStem(text))[0]
    if (whole) describe(name, isImage(whole) === isImage(name) ? 'edited' : 'beside', whole)
    else if (photo && !isImage(name)) describe(name, 'half', photo)
    else if (beside) describe(name, 'beside', beside)
  }
  return matches
}

function findOwn(name: string, byText: Map<string, Note>, byBeginning: Map<string, Note>): Note | undefined {
  const forms = [{ text: name, counter: '' }, toCounted(name)]
  const exact = forms.map((form) => byText.get(toKey(form)))
  const cut = forms.map(({ text, counter }) => byBeginning.get(toKey({ text: text.slice(0, LONGEST), counter })))
  // The photo had no extension when it was uploaded.
  const bare = forms.map(({ text, counter }) => byText.get(toKey({ text: toStem(text), counter })))
  return [...exact, ...cut, ...bare].find((note) => note !== undefined)
}

function toNote(name: string): Note {
  const [, whole = '', counter = ''] = /^(.*?)(?:\((\d+)\))?\.json$/is.exec(name) ?? []
  const dot = whole.lastIndexOf('.')
  const behind = whole.slice(dot + 1)
  const isBehind = dot > 0 && BEHIND.startsWith(behind) && (behind !== '' || whole.length === LONGEST)
  return { name, counter, whole, text: isBehind ? whole.slice(0, dot) : whole }
}

function toCounted(name: string): Counted {
  const [, text = '', counter = '', extension = ''] = /^(.*)\((\d+)\)(\.[^.]*)?$/s.exec(name) ?? []
  return counter === '' ? { text: name, counter } : { text: text + extension, counter }
}

function toKey({ text, counter }: Counted) {
  return `${counter}/${text}`
}

function toStem(name: string) {
  return name.replace(/(?<=.)\.[^.]*$/, '')
}

function toExtension(name: string) {
  return name.slice(toStem(name).length + 1).toLowerCase()
}

function isImage(name: string) {
  return images.has(toExtension(name))
}
