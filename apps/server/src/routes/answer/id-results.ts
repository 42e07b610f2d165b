import { setImmediate } from 'node:timers/promises'
import { jsonText } from './json-text.js'

/** How many results are written between other requests, in a millisecond or two. */
const AT_ONCE = 5_000

const errors: Record<string, string> = { d: 'duplicate', n: 'not_found', p: 'no_permission' }

/** Combines the ids of a list, and the letter that says what came of each, to the body of a response. */
export async function idResults<T>(name: 'id' | 'assetId', ids: string[], outcomes: string): Promise<T> {
  const texts: string[] = []
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    if (start > 0) await setImmediate()
    const part = ids.slice(start, start + AT_ONCE)
    texts.push(part.map((id, place) => resultText(name, id, outcomes[start + place] ?? '')).join(','))
  }
  return jsonText('[', ...texts.flatMap((text, place) => (place === 0 ? [text] : [',', text])), ']')
}

function resultText(name: string, id: string, outcome: string) {
  const error = errors[outcome]
  const end = error === undefined ? '"success":true}' : `"success":false,"error":"${error}"}`
  return `{"${name}":"${id}",${end}`
}
