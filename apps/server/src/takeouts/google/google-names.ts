import { imageExtensions, rawExtensions } from '@media-library/media'

/** The relation of a file of a Takeout to the note that describes it. */
export interface MatchedNote {
  /** The name of the note. */
  note: string
  /** An edited copy and the video of a live photo have no note of their own: they are described with another file of the folder. */
  as: 'itself' | 'edited' | 'half' | 'beside'
  /** The name of that file; null when only its note is there. */
  of: string | null
}

/** The number of UTF-16 units to which Google cuts the name of a note, without its counter and `.json`. */
const LONGEST = 46

/** The suffix of a note since 2024. It follows the name of the file, as much of it as fits. */
const BEHIND = 'supplemental-metadata'

/** The longest name of a file without its extension. Google cuts a longer one, with the word behind it that tells of an edit. */
const LONGEST_STEM = 47

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
 * The suffix of an edited copy: a word behind a hyphen, in any language: `-edited`, `-bearbeitet`, `-ha editado`, `-s'ha editat`, `-編集済み`. In
 * Persian, invisible signs part it.
 */
const edited = /^(.+)-[\p{L}\p{M}\p{Join_Control}'’ ]{2,}$/u

/** What is left of it when the name was cut. */
const cutEdited = /^(.+)-[\p{L}\p{M}\p{Join_Control}'’ ]*$/u

const images = new Set([...imageExtensions, ...rawExtensions])

/** Finds the notes of the files in one folder of a Takeout. Files without one are left out. */
export function matchNotes(fileNames: string[], noteNames: string[]): Map<string, MatchedNote> {
  const notes = noteNames.map(toNote)
  const matches = new Map<string, MatchedNote>()
  const described = new Map<string, string[]>()
  const addAll = (names: string[], found: NoteFinder) => {
    const others: string[] = []
    for (const name of names) {
      const note = found(name)
      if (!note) others.push(name)
      else {
        matches.set(name, { note: note.name, as: 'itself', of: null })
        const { text, counter } = toCounted(name)
        const key = toFoldedKey({ text: toStem(text), counter })
        const twins = described.get(key) ?? []
        described.set(key, twins)
        if (twins.length < MOST_TWINS) twins.push(name)
      }
    }
    return others
  }
  const files = new Set(fileNames.map((name) => toFoldedKey(toCounted(name))))
  const isCutCopy = (name: string) => {
    const { text, counter } = toCounted(name)
    const original = findOriginal(text)
    return original !== null && isCut(text) && files.has(toFoldedKey({ text: original + toEnd(text), counter }))
  }
  const find = createFinder(notes, toKey)
  const others = addAll(fileNames, (name) => (isCutCopy(name) ? undefined : find(name)))
  const taken = new Set([...matches.values()].map(({ note }) => note))
  const left = notes.filter(({ name }) => !taken.has(name))
  // Systems that do not distinguish cases change that of a name.
  const findFolded = createFinder(left, toFoldedKey)
  const rest = addAll(others, findFolded)
  const byStem = new Map(left.map((note) => [toFoldedKey({ ...note, text: toStem(note.text) }), note]))
  const describe = (name: string, as: MatchedNote['as'], of: string) =>
    matches.set(name, { note: matches.get(of)?.note ?? '', as, of })
  for (const name of rest) {
    const { text, counter } = toCounted(name)
    const stem = toStem(text)
    const twins = (text: string) => described.get(toFoldedKey({ text, counter })) ?? []
    const original = findOriginal(text)
    const edits = original === null ? [] : twins(original)
    const whole = edits.find((each) => toExtension(each) === toExtension(name)) ?? edits[0]
    // The video of `PXL_1.MP.jpg` is `PXL_1.MP`.
    const photo = [...twins(stem), ...twins(text)].find(isImage)
    const beside = twins(stem)[0]
    if (whole) describe(name, isImage(whole) === isImage(name) ? 'edited' : 'beside', whole)
    else if (photo && !isImage(name)) describe(name, 'half', photo)
    else if (beside) describe(name, 'beside', beside)
    else {
      // The other file is in a part that is not there, or was deleted.
      const findStem = (lost: string) => byStem.get(toFoldedKey({ text: lost, counter }))
      const counted = counter === '' ? '' : `(${counter})`
      const findLost = (lost: string) => findFolded(lost + counted + toEnd(text)) ?? findStem(lost)
      const note = (original === null ? undefined : findLost(original)) ?? findStem(stem)
      if (note) matches.set(name, { note: note.name, as: 'beside', of: null })
    }
  }
  return matches
}

/** The name, without its extension, of the file of which another one is an edited copy; null when it is none. */
function findOriginal(text: string): string | null {
  return (isCut(text) ? cutEdited : edited).exec(toStem(text))?.[1] ?? null
}

function isCut(text: string) {
  return toStem(text).length >= LONGEST_STEM
}

/** Returns whether a note is named after one of these files, whatever it says. */
export function createNamedAfter(fileNames: string[]): (note: string) => boolean {
  const keys = new Set(fileNames.flatMap((name) => [toFoldedKey(toCounted(name)), toFoldedKey(asItIs(name))]))
  return (note) => keys.has(toFoldedKey(toNote(note)))
}

type NoteFinder = (name: string) => Note | undefined

function createFinder(notes: Note[], toKey: (counted: Counted) => string): NoteFinder {
  const byText = new Map(notes.map((note) => [toKey(note), note]))
  const byBeginning = new Map(
    notes
      .filter(({ whole }) => whole.length === LONGEST)
      .map((note) => [toKey({ text: note.whole, counter: note.counter }), note]),
  )
  return (name) => {
    const forms = [asItIs(name), toCounted(name)]
    const exact = forms.map((form) => byText.get(toKey(form)))
    const cut = forms.map(({ text, counter }) => byBeginning.get(toKey({ text: text.slice(0, LONGEST), counter })))
    // The photo had no extension when it was uploaded.
    const bare = forms.map(({ text, counter }) => byText.get(toKey({ text: toStem(text), counter })))
    return [...exact, ...cut, ...bare].find((note) => note !== undefined)
  }
}

function toNote(name: string): Note {
  const [, whole = '', counter = ''] = /^(.*?)(?:\((\d+)\))?\.json$/is.exec(name.normalize()) ?? []
  const dot = whole.lastIndexOf('.')
  const behind = whole.slice(dot + 1)
  const isBehind = dot > 0 && BEHIND.startsWith(behind.toLowerCase()) && (behind !== '' || whole.length === LONGEST)
  return { name, counter, whole, text: isBehind ? whole.slice(0, dot) : whole }
}

function asItIs(name: string): Counted {
  return { text: name.normalize(), counter: '' }
}

/** Names are in one Unicode form, as Google cuts them: macOS gives them another one. */
function toCounted(name: string): Counted {
  const whole = asItIs(name)
  const [, text = '', counter = '', extension = ''] = /^(.*)\((\d+)\)(\.[^.]*)?$/s.exec(whole.text) ?? []
  return counter === '' ? whole : { text: text + extension, counter }
}

function toKey({ text, counter }: Counted) {
  return `${counter}/${text}`
}

function toFoldedKey(counted: Counted) {
  return toKey(counted).toLowerCase()
}

function toStem(name: string) {
  return name.replace(/(?<=.)\.[^.]*$/, '')
}

/** The extension with its dot. */
function toEnd(name: string) {
  return name.slice(toStem(name).length)
}

function toExtension(name: string) {
  return toEnd(name).slice(1).toLowerCase()
}

function isImage(name: string) {
  return images.has(toExtension(name))
}
