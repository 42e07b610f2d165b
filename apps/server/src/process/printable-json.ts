/** What JSON leaves as it is, although it controls a terminal or reorders its text. */
const CONTROLS = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** Escapes the characters in a JSON text that control a terminal or reorder its text. Its value stays the same. */
export function printableJson(json: string, start = '\\u'): string {
  return json.replace(CONTROLS, (control) => start + control.charCodeAt(0).toString(16).padStart(4, '0'))
}
