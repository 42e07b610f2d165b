import type { CreatePasskey, PasskeyOptions, PasskeySignIn, PasskeySignInOptions } from '@media-library/client'
import { messages } from '../language/messages.js'
import { PageError } from '../service/words.js'

/** Returns whether this browser has passkeys here. Only encrypted pages and those of this machine have them, and only at a name. */
export function hasPasskeys(): boolean {
  const isNumber = /^\[|^[\d.]+$/.test(location.hostname)
  return !isNumber && 'PublicKeyCredential' in globalThis && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

type NewCredential = CreatePasskey['credential']
type SignInCredential = PasskeySignIn['credential']

/** Lets the browser make a passkey. Returns null when the person cancels. Throws a PageError when the device has one already. */
export async function makePasskey(options: PasskeyOptions): Promise<NewCredential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  try {
    const credential = await navigator.credentials.create({ publicKey })
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as NewCredential) : null
  } catch (error) {
    const { passkeyThere, passkeyThereToDo } = messages.account
    if (isNamed(error, 'InvalidStateError')) throw new PageError(passkeyThere, passkeyThereToDo)
    return requireCancelled(error)
  }
}

/** Lets the person choose a passkey, which signs. Returns null when they cancel. */
export async function choosePasskey(options: PasskeySignInOptions): Promise<SignInCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  try {
    const credential = await navigator.credentials.get({ publicKey })
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as SignInCredential) : null
  } catch (error) {
    return requireCancelled(error)
  }
}

/** Returns null when the person cancelled or waited too long, which browsers do not tell apart. Throws any other error. */
function requireCancelled(error: unknown): null {
  if (isNamed(error, 'NotAllowedError')) return null
  throw error
}

function isNamed(error: unknown, name: string) {
  return error instanceof DOMException && error.name === name
}
