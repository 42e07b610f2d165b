import { isProblem } from '@media-library/client'
import { messages } from '../language/messages.js'
import type { Service } from '../service/service.js'
import { PageError } from '../service/words.js'

/** Reads the signed-in user. Throws a PageError when the browser has refused the cookie of the session. */
export async function enter({ queries, queryClient }: Service): Promise<void> {
  queryClient.removeQueries()
  try {
    await queryClient.fetchQuery(queries.me())
  } catch (error) {
    throw isProblem(error, 'unauthenticated') ? cookieRefused() : error
  }
}

/** The reason why this browser does not keep the session of a sign-in. */
export function cookieRefused(): PageError {
  const { hostname } = location
  const { cookieRefused, cookieRefusedToDo, notEncrypted, notEncryptedToDo } = messages.signIn
  return isSecureContext
    ? new PageError(cookieRefused, cookieRefusedToDo(hostname))
    : new PageError(notEncrypted, notEncryptedToDo(hostname))
}
