import { isProblem } from '@media-library/client'
import type { Service } from '../service/service.js'
import { PageError } from '../service/words.js'

/** Reads who is signed in now. Throws a PageError where the browser has refused the cookie of the session. */
export async function enter({ queries, queryClient }: Service): Promise<void> {
  queryClient.removeQueries()
  try {
    await queryClient.fetchQuery(queries.me())
  } catch (error) {
    throw isProblem(error, 'unauthenticated') ? cookieRefused() : error
  }
}

function cookieRefused() {
  const { hostname } = location
  if (isSecureContext)
    return new PageError('The browser refused the cookie', `Allow cookies for ${hostname}, and sign in again.`)
  return new PageError(
    'This address is not encrypted',
    `Browsers keep nobody signed in here: open the page over https, or ask the operator of the service to start it with ALLOW_HTTP=${hostname}.`,
  )
}
