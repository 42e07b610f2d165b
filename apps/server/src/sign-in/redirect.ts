import { isSecret } from './proofs.js'
import { signInFailed } from './provider-fault.js'

/** The address to which the provider sent the user back. */
export interface Redirect {
  url: URL
  redirectUri: string
  state: string
}

/** Reads the address at which a user came back. Throws `sign_in_failed` when it is not of a sign-in of ours. */
export function readRedirect(address: string): Redirect {
  if (!URL.canParse(address)) throw signInFailed('The url is not an address.')
  const url = new URL(address)
  const [state = '', ...more] = url.searchParams.getAll('state')
  if (!isSecret(state) || more.length > 0) throw signInFailed('The url has no state of a sign-in that was begun here.')
  const plain = new URL(url)
  plain.search = ''
  plain.hash = ''
  return { url, redirectUri: plain.href, state }
}
