/** Ids as a parameter of type uuid[]. The driver would escape each id of an array, which takes ten times the memory. */
export function uuids(ids: string[]): string {
  return `{${ids.join(',')}}`
}

/** The ids of a text that array_to_string made; the driver takes ten times as long over an array. */
export function idsOf(text: string): string[] {
  return text === '' ? [] : text.split(',')
}
