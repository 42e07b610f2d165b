import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreatePasskey, PasskeyOptions, PasskeySignIn, PasskeySignInOptions } from '@media-library/contract'

/** The facts that a device or browser signs, where they are not as they should be. */
export interface Signing {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  /** Whether somebody touched the device, and whether it knows who. */
  isPresent?: boolean
  isVerified?: boolean
  counter?: number
}

/** Attests a new passkey: a statement about what was signed, by its own key or another one. */
export type Attest = (signed: Buffer, privateKey: KeyObject) => { fmt: string; attStmt: Cbor }

const ATTESTED = 0x40

/** Opens a device with passkeys in software, and its browser: WebAuthn Level 3, with ES256. */
export function openDevice(origin: string) {
  const passkeys: { id: string; userHandle: string; privateKey: KeyObject }[] = []

  const toClientData = (type: string, challenge: string, signing: Signing) =>
    Buffer.from(
      JSON.stringify({
        type: signing.type ?? type,
        challenge: signing.challenge ?? challenge,
        origin: signing.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const toFacts = (
    rpId: string,
    { isPresent = true, isVerified = true, counter = 0, ...signing }: Signing,
    more = 0,
  ) => {
    const flags = Buffer.from([(isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more, 0, 0, 0, 0])
    flags.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(signing.rpId ?? rpId), flags])
  }

  return {
    passkeys,
    /** Returns what `navigator.credentials.create` resolves to, as JSON. `id` is the browser's id of the passkey. */
    create: (
      { challenge, rp, user }: PasskeyOptions,
      {
        attest = () => ({ fmt: 'none', attStmt: {} }),
        id,
        algorithm = -7,
        ...signing
      }: Signing & { attest?: Attest; id?: string; algorithm?: number } = {},
    ): CreatePasskey['credential'] => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credentialId = id === undefined ? randomBytes(16) : Buffer.from(id, 'base64url')
      const named = credentialId.toString('base64url')
      passkeys.push({ id: named, userHandle: user.id, privateKey })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const point = [x, y].map((part) => Buffer.from(part, 'base64url'))
      const key = new Map<Cbor, Cbor>([
        [1, 2],
        [3, algorithm],
        [-1, 1],
        [-2, point[0] ?? ''],
        [-3, point[1] ?? ''],
      ])
      const length = Buffer.from([0, credentialId.length])
      const facts = toFacts(rp.id, signing, ATTESTED)
      const authData = Buffer.concat([facts, Buffer.alloc(16), length, credentialId, encode(key)])
      const clientData = toClientData('webauthn.create', challenge, signing)
      const attestation = attest(Buffer.concat([authData, sha256(clientData)]), privateKey)
      return {
        id: named,
        rawId: named,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: encode({ ...attestation, authData }).toString('base64url'),
        },
      }
    },
    /** Returns what `navigator.credentials.get` resolves to, as JSON, with the newest passkey. */
    get: (
      { challenge, rpId }: PasskeySignInOptions,
      { userHandle, ...signing }: Signing & { userHandle?: string } = {},
    ): PasskeySignIn['credential'] => {
      const passkey = passkeys.at(-1)
      if (!passkey) throw new Error('The device has no passkey.')
      const clientData = toClientData('webauthn.get', challenge, signing)
      const facts = toFacts(rpId, signing)
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: facts.toString('base64url'),
          signature: sign('sha256', Buffer.concat([facts, sha256(clientData)]), passkey.privateKey).toString(
            'base64url',
          ),
          userHandle: userHandle ?? passkey.userHandle,
        },
      }
    },
  }
}

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest()
}

type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor> | { [key: string]: Cbor }

/** Encodes a value in CBOR (RFC 8949). */
export function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)])
  const entries: [Cbor, Cbor][] = value instanceof Map ? [...value] : Object.entries(value)
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(encode))])
}

function head(major: number, size: number) {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
