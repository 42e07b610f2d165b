import * as z from 'zod'
import { examples, sample } from '../route/example.js'
import type { Fields, NamedObject } from '../route/named-object.js'
import { DateTime, Id, text } from '../route/primitives.js'

const passkey = z
  .object({
    id: Id.describe('The id of the passkey.'),
    name: z.string().describe('What the passkey is called.'),
    origin: z.string().describe('The address of the page at which it was made, and alone works.'),
    createdAt: DateTime.describe('When the passkey was added.'),
    usedAt: DateTime.nullable().describe('When it last signed the caller in; null before the first time.'),
  })
  .describe('A passkey of the caller.')
  .register(examples, {
    example: {
      id: sample.key,
      name: 'Phone',
      origin: 'https://photos.example.org',
      createdAt: '2024-07-01T09:00:00.000Z',
      usedAt: null,
    },
  })
export interface Passkey extends Fields<typeof passkey> {}
export interface PasskeySchema extends NamedObject<typeof passkey, Passkey> {}
export const Passkey: PasskeySchema = passkey

const name = text(100).min(1)

const updatePasskey = z
  .strictObject({ name: name.describe('What the passkey is called, in 1 to 100 characters.') })
  .describe('The body of updatePasskey.')
  .register(examples, { example: { name: 'Old phone' } })
export interface UpdatePasskey extends Fields<typeof updatePasskey> {}
export interface UpdatePasskeySchema extends NamedObject<typeof updatePasskey, UpdatePasskey> {}
export const UpdatePasskey: UpdatePasskeySchema = updatePasskey

const type = z.literal('public-key')
const challenge = z.string().describe('Random bytes in base64url, which the passkey signs once, within 5 minutes.')
const timeout = z.int().describe('The milliseconds in which to finish.')
const verification = z.literal('required')

const passkeyOptions = z
  .object({
    challenge,
    rp: z.object({ id: z.string(), name: z.string() }).describe('The service, by the host name of the page.'),
    user: z
      .object({ id: z.string(), name: z.string(), displayName: z.string() })
      .describe('The caller, whose id is in base64url.'),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type })).describe('The signatures that are accepted.'),
    timeout,
    excludeCredentials: z
      .array(z.object({ id: z.string(), type }))
      .describe('The passkeys of the caller, which are not added again.'),
    authenticatorSelection: z
      .object({ residentKey: verification, requireResidentKey: z.literal(true), userVerification: verification })
      .describe('What the device must do: keep the passkey, and check who uses it.'),
    attestation: z.literal('none'),
  })
  .describe('What `PublicKeyCredential.parseCreationOptionsFromJSON` of a browser takes.')
  .register(examples, {
    example: {
      challenge: 'Z0XzPqBQ1nB9e7sVd8oYw3mCk5rTuLhJxFaG2iNbMcE',
      rp: { id: 'photos.example.org', name: 'Photos' },
      user: { id: 'AZDz0gAAcACAAAAAAAAAAQ', name: 'ada@example.org', displayName: 'Ada' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  })
export interface PasskeyOptions extends Fields<typeof passkeyOptions> {}
export interface PasskeyOptionsSchema extends NamedObject<typeof passkeyOptions, PasskeyOptions> {}
export const PasskeyOptions: PasskeyOptionsSchema = passkeyOptions

const passkeySignInOptions = z
  .object({
    challenge,
    rpId: z.string().describe('The host name of the page.'),
    timeout,
    userVerification: verification,
  })
  .describe('What `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser takes.')
  .register(examples, {
    example: {
      challenge: 'Z0XzPqBQ1nB9e7sVd8oYw3mCk5rTuLhJxFaG2iNbMcE',
      rpId: 'photos.example.org',
      timeout: 300_000,
      userVerification: 'required',
    },
  })
export interface PasskeySignInOptions extends Fields<typeof passkeySignInOptions> {}
export interface PasskeySignInOptionsSchema extends NamedObject<typeof passkeySignInOptions, PasskeySignInOptions> {}
export const PasskeySignInOptions: PasskeySignInOptionsSchema = passkeySignInOptions

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => /^[A-Za-z0-9_-]*$/.test(value), {
      params: { code: 'invalid_value', detail: 'must be in base64url' },
    })
const credentialId = base64url(1_400).min(1)

/** What a browser says of a credential, from `toJSON()`. Browsers add fields, which are ignored. */
const attested = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({ clientDataJSON: base64url(8_000), attestationObject: base64url(24_000) }),
})

const asserted = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(4_000),
    userHandle: base64url(100),
  }),
})

const sampleId = 'q2Vu7mYb0Ek6rXcW1oTfJg'
const sampleCredential = { id: sampleId, rawId: sampleId, type: 'public-key' } as const
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

const createPasskey = z
  .strictObject({
    name: name.optional().describe('What the passkey is called, in 1 to 100 characters; `Passkey` by default.'),
    credential: attested.describe('The `toJSON()` of what `navigator.credentials.create` resolved to.'),
  })
  .describe('The body of createPasskey.')
  .register(examples, {
    example: {
      name: 'Phone',
      credential: { ...sampleCredential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } },
    },
  })
export interface CreatePasskey extends Fields<typeof createPasskey> {}
export interface CreatePasskeySchema extends NamedObject<typeof createPasskey, CreatePasskey> {}
export const CreatePasskey: CreatePasskeySchema = createPasskey

const passkeySignIn = z
  .strictObject({ credential: asserted.describe('The `toJSON()` of what `navigator.credentials.get` resolved to.') })
  .describe('The body of signInWithPasskey.')
  .register(examples, {
    example: {
      credential: {
        ...sampleCredential,
        response: {
          clientDataJSON,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
          signature: 'MEUCIQDx',
          userHandle: 'AZDz0gAAcACAAAAAAAAAAQ',
        },
      },
    },
  })
export interface PasskeySignIn extends Fields<typeof passkeySignIn> {}
export interface PasskeySignInSchema extends NamedObject<typeof passkeySignIn, PasskeySignIn> {}
export const PasskeySignIn: PasskeySignInSchema = passkeySignIn
