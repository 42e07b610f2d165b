// What `fold_words` in prisma/asset.sql removes and replaces, and what stands between words. Both do without the locale of a database.
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g
const CAPITALS =
  'ÆŒØÞÐĐĦŁŊŦƏẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҚҢҮҰҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖıςøđł'
const SMALL =
  'æœoþðdħlŋŧəßαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғқңүұһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆiσodl'
const PAIRS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const letters = new Map([...CAPITALS].map((letter, index) => [letter, SMALL.charAt(index)]))
const BETWEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: tabs and line breaks stand between words, as all control characters do.
  /[\u0001-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u23ff\u2500-\u25ff\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufffd]+/

/** Returns the words of a text as the database compares them: in lower case and without accents. */
export function foldWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^\0-~]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/[ßæœþ]/g, (letter) => PAIRS[letter] ?? letter)
    .split(BETWEEN)
    .filter((word) => word !== '')
}
