// What `fold_words` in prisma/asset.sql removes and replaces, what is a word by itself, and what stands between words. Both do without the locale of a database.
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g
const CAPITALS =
  'ÆŒØÞÐĐĦŁŊŦƏẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖıςøđł'
const SMALL =
  'æœoþðdħlŋŧəßαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆiσodl'
const PAIRS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const letters = new Map([...CAPITALS].map((letter, index) => [letter, SMALL.charAt(index)]))
const SIGNS = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff][\u3099\u309a]?/g
const BETWEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line breaks stand between words, as all control characters do.
  /[\u0001-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u23ff\u2500-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffd]+/

/** Returns the words of a text as the database compares them: in lower case and without accents, and each sign of China or Japan. */
export function foldWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^\0-~]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/[ßæœþ]/g, (letter) => PAIRS[letter] ?? letter)
    .replace(SIGNS, ' $& ')
    .split(BETWEEN)
    .filter((word) => word !== '')
}

/** Returns a text as `hasBeginnings` compares it. */
export function foldText(text: string): string {
  return ` ${foldWords(text).join(' ')}`
}

/** Returns whether each of these folded words is the beginning of a word of a folded text. */
export function hasBeginnings(folded: string, beginnings: string[]): boolean {
  return beginnings.every((beginning) => folded.includes(` ${beginning}`))
}
