/** Writes the decimal digits of any script as those of ASCII. */
export function toPlainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The ten of a script follow each other, and others do not come before them.
    let value = 0
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
    return String(value)
  })
}
