import type { CreatePasskey, Passkey, PasskeySignIn, UpdatePasskey } from '@media-library/contract/schemas'
import { PasskeyOptions, PasskeySignInOptions, requireExample } from '@media-library/contract/schemas'
import { type Ask, Refusal, requireFound } from '../ask.js'
import { beginSession } from './sign-in.js'

/** The passkeys of the users. Any page may make them, and their signatures are not checked. */
export const passkeys = {
  getPasskeys: (ask: Ask) => listOwn(ask).map(show).reverse(),

  createPasskeyOptions(ask: Ask) {
    const { id, email, name } = ask.caller
    requireSession(ask)
    const excludeCredentials = listOwn(ask).map(({ credentialId }) => ({ id: credentialId, type: 'public-key' }))
    const user = { id: btoa(id).replaceAll('=', ''), name: email, displayName: name }
    return { ...requireExample(PasskeyOptions), user, excludeCredentials }
  },

  createPasskey(ask: Ask<CreatePasskey>) {
    const { store, caller, body, headers } = ask
    requireSession(ask)
    if (listOwn(ask).length >= 10) throw new Refusal('limit_reached')
    const { id } = store.fixtures.aTag()
    const origin = headers.get('origin') ?? 'http://localhost'
    const made = { id, name: body.name ?? 'Passkey', origin, createdAt: new Date().toISOString(), usedAt: null }
    store.passkeys.set(id, { ...made, userId: caller.id, credentialId: body.credential.id })
    return made
  },

  updatePasskey(ask: Ask<UpdatePasskey>) {
    const passkey = Object.assign(requireOwn(ask), ask.body)
    return show(passkey)
  },

  deletePasskey(ask: Ask) {
    ask.store.passkeys.delete(requireOwn(ask).id)
  },

  createPasskeySignInOptions: () => requireExample(PasskeySignInOptions),

  signInWithPasskey({ store, body: { credential } }: Ask<PasskeySignIn>) {
    const passkey = [...store.passkeys.values()].find(({ credentialId }) => credentialId === credential.id)
    if (!passkey) throw new Refusal('passkey_refused')
    passkey.usedAt = new Date().toISOString()
    return beginSession(store, passkey.userId)
  },
}

function listOwn({ store, caller }: Ask) {
  return [...store.passkeys.values()].filter(({ userId }) => userId === caller.id)
}

function requireOwn(ask: Ask) {
  return requireFound(
    listOwn(ask).find(({ id }) => id === ask.id),
    'passkey',
  )
}

function requireSession({ session }: Ask): void {
  if (session === undefined) throw new Refusal('forbidden', 'Only a session adds a passkey.')
}

function show({ id, name, origin, createdAt, usedAt }: Passkey): Passkey {
  return { id, name, origin, createdAt, usedAt }
}
