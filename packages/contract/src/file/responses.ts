import { Problem } from '../problem/problem.js'
import { always, withId, withKey } from '../route/responses.js'
import { c } from '../route/router.js'

const { 406: _, ...others } = always

/** The responses besides the file, which keeps its content type, whatever `Accept` asks for. */
export const answered = others

/** Returns the responses with the file, or with a redirect to the address at which it is stored. */
export function storedResponses(contentType: string) {
  return { ...fileResponses(contentType), 302: c.noBody() } as const
}

/** Returns the responses with the file, with a part of it, or with 304 for a copy that is still valid. */
export function fileResponses(contentType: string) {
  return {
    ...wholeResponses(contentType),
    206: bytes(`${contentType}, multipart/byteranges`),
    304: c.noBody(),
    416: Problem,
  } as const
}

/** Returns the responses to a request for a whole file. */
export function wholeResponses(contentType: string) {
  return { 200: bytes(contentType), ...answered, ...withKey, ...withId, 412: Problem } as const
}

/** Returns the schema of a body of bytes. */
export function bytes(contentType: string) {
  return c.bytes<Blob>(contentType)
}
