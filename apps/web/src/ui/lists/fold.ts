/** Returns the words of a text as the service compares them: in lower case and without accents. */
export function fold(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
