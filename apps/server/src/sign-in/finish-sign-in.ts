import type { Handler } from '../answers/handler.js'
import { requireAccount, requireSignIn } from './access.js'
import { beginSession } from './begin-session.js'
import { readBrowser } from './cookies.js'
import { claimUser } from './person.js'
import { providerDown, signInFailed } from './provider-fault.js'
import { claimState, findSignInSecret, isBegun, isSecret, toHash, toProofs } from './sign-in-state.js'
import { withdrawInvitation } from './sign-in-with-code.js'

export const finishSignIn: Handler<'finishSignIn'> = async ({ body, req, res }, { database, ...context }) => {
  const provider = requireSignIn(context.provider)
  const { url, redirectUri, state } = readRedirect(body.url)
  if (!(await provider.isReachable())) throw providerDown()
  const secret = await findSignInSecret(database)
  if (!isBegun(secret, state, [redirectUri, readBrowser(req)])) {
    throw signInFailed(
      'not_begun_here',
      'This sign-in began in another browser, for another redirectUri, or more than 10 minutes ago.',
    )
  }
  if (!(await claimState(database, toHash(state))))
    throw signInFailed('finished_before', 'This sign-in was finished before.')
  const person = await provider.redeem(url, { state, ...toProofs(secret, state) })
  const found = await claimUser(database, person, { register: provider.settings.autoRegister })
  const user = requireAccount(found, person, context.logger)
  await withdrawInvitation(database, user.id)
  return { status: 201, body: await beginSession(database, { user }, { req, res }) }
}

/** The address to which the provider redirected the user. */
interface Redirect {
  url: URL
  redirectUri: string
  state: string
}

/** Parses the address to which a user was redirected. Throws `sign_in_failed` when it does not belong to a sign-in. */
function readRedirect(address: string): Redirect {
  if (!URL.canParse(address)) throw signInFailed('no_sign_in', 'The url is not an address.')
  const url = new URL(address)
  const [state = '', ...more] = url.searchParams.getAll('state')
  if (!isSecret(state) || more.length > 0)
    throw signInFailed('no_sign_in', 'The url does not have the state of a sign-in of this service.')
  const plain = new URL(url)
  plain.search = ''
  plain.hash = ''
  return { url, redirectUri: plain.href, state }
}
