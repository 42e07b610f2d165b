import { messages } from '../language/messages.js'

/** Returns the name of a person, or what stands in its place. */
export function toName({ name }: { name: string }): string {
  return name || messages.people.nameless
}
