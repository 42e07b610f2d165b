import { isSecret } from './proofs.js'
import { signInFailed } from './provider-fault.js'

/** The address to which the provider redirected the user. */
export interface Redirect {
  url: URL
  redirectUri: string
  state: string
}

/** Parses the address to which a user was redirected. Throws `sign_in_failed` when it does not belong to a sign-in. */
export function readRedirect(address: string): Redirect {
  if (!URL.canParse(address)) throw signInFailed('The url is not an address.')
  const url = new URL(address)
  const [state = '', ...more] = url.searchParams.getAll('state')
  if (!isSecret(state) || more.length > 0)
    throw signInFailed('The url does not have the state of a sign-in of this service.')
  const plain = new URL(url)
  plain.search = ''
  plain.hash = ''
  return { url, redirectUri: plain.href, state }
}
