import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Makes a certificate (RFC 5280) as makers of devices have, with its key. */
export function makeCertificate(): { certificate: Buffer; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = (parts: [number, string][]) =>
    der(0x30, ...parts.map(([id, text]) => der(0x31, der(0x30, oid(0x55, 4, id), der(0x0c, Buffer.from(text))))))
  const maker = name([
    [6, 'PT'],
    [10, 'Maker'],
    [11, 'Authenticator Attestation'],
    [3, 'Device'],
  ])
  const byEcdsa = der(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))
  const years = der(0x30, ...['200101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time))))
  const isNoAuthority = der(0x30, oid(0x55, 0x1d, 0x13), der(0x04, der(0x30)))
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[byEcdsa, maker, years, maker],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, isNoAuthority)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  return { certificate: der(0x30, content, byEcdsa, der(0x03, signature)), privateKey }
}

function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function oid(...bytes: number[]) {
  return der(0x06, Buffer.from(bytes))
}
