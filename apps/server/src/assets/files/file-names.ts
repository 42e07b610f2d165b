import { mayBeMedia } from '@media-library/media'

/** The bytes of a name, which most systems limit to 255, without the number of a unique one. */
const MOST_BYTES = 240

/** What Windows takes for a device, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i

/** What is the end of a name, and not a date or a word in it. */
const ENDING = /\.(?=[a-z0-9]{1,5}$)(?=\d*[a-z])/i

/**
 * Names a file as every system can store it. A name whose ending does not tell a program the type gets the extension of that, unless
 * nothing is known of it (`bin`) and the name is harmless.
 */
export function toFileName(name: string, extension: string): string {
  const storable = toStorable(name)
  const isHarmless = mayBeMedia(storable) && (ENDING.test(storable) || extension === 'bin')
  const [stem, ending] = splitName(isHarmless ? storable : `${storable}.${extension}`)
  return `${shorten(stem, MOST_BYTES - Buffer.byteLength(ending))}${ending}`
}

/** Replaces what a system refuses in a name, and the dots and blanks that Windows removes from its end. */
function toStorable(name: string) {
  const text = name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no system takes these in a name
    .replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, '_')
    .replace(/[. ]+$/, '')
  return DEVICE.test(text) || text === '' ? `_${text}` : text
}

function splitName(name: string): [stem: string, ending: string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[a-z0-9]{1,10})?$/is.exec(name) ?? []
  return [stem, ending]
}

function shorten(text: string, bytes: number): string {
  const characters = [...text]
  let length = Buffer.byteLength(text)
  while (length > bytes) length -= Buffer.byteLength(characters.pop() ?? '')
  return characters.join('').replace(/[. ]+$/, '') || '_'
}

/** A stem in an archive, which the parts of one shot share. */
interface Stem {
  shots: readonly string[]
  endings: Set<string>
}

/**
 * Names the files of a folder, which toFileName has named, so that no system takes two names for one. Other programs pair files by their
 * stem, so only parts of one shot share it: `a.jpg` and `a.mov`; `a (2).jpg` and `a (2).mov`. `shots` are the shots of which the file may
 * be a part.
 */
export function uniqueNames(): (name: string, shots: readonly string[]) => string {
  const stems = new Map<string, Stem>()
  const counts = new Map<string, number>()
  /** The stem with a number of a shot, by the shot and its stem without one. */
  const firsts = new Map<string, string>()

  const take = (stem: string, ending: string, shots: readonly string[]) => {
    const same = stems.get(toComparable(stem))
    if (same && (same.endings.has(ending) || !same.shots.some((shot) => shots.includes(shot)))) return false
    if (same) same.endings.add(ending)
    else stems.set(toComparable(stem), { shots, endings: new Set([ending]) })
    return true
  }

  return (name, shots) => {
    const [stem, ending] = splitName(name)
    const comparable = toComparable(stem)
    const places = shots.map((shot) => `${shot} ${comparable}`)
    const isFree = (candidate: string) => take(candidate, ending.toLowerCase(), shots)
    const numbered = [stem, ...places.flatMap((place) => firsts.get(place) ?? [])].find(isFree)
    if (numbered !== undefined) return `${numbered}${ending}`
    let count = counts.get(comparable) ?? 2
    while (!isFree(`${stem} (${count})`)) count += 1
    counts.set(comparable, count)
    for (const place of places) firsts.set(place, `${stem} (${count})`)
    return `${stem} (${count})${ending}`
  }
}

/** Names are one where the system ignores case, the composition of letters, or letters that are not shown. */
function toComparable(stem: string) {
  const visible = stem.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return visible.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')
}
