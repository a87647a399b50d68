import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate for tests and its key, as PEM; and the data for signing others with it. */
export interface TestCertificate {
  cert: string
  key: string
  name: string
  privateKey: KeyObject
}

const oid = {
  commonName: [2, 5, 4, 3],
  ecdsaWithSha256: [1, 2, 840, 10045, 4, 3, 2],
  basicConstraints: [2, 5, 29, 19],
  subjectAltName: [2, 5, 29, 17],
}

/**
 * Makes a certificate (RFC 5280, X.509 v3, ECDSA on P-256): without `authority` a self-signed authority, else
 * a certificate for 127.0.0.1 and localhost, signed by that authority. Valid for `days`, starting yesterday.
 */
export function makeCertificate(name: string, authority?: TestCertificate, days = 365): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objectId(oid.ecdsaWithSha256))
  const from = Date.now() - 86_400_000
  const extensions = authority
    ? [
        extension(
          oid.subjectAltName,
          sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))),
        ),
      ]
    : [extension(oid.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))))]
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(authority?.name ?? name),
    sequence(time(from), time(from + days * 86_400_000)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signer = authority?.privateKey ?? privateKey
  const signature = sign('sha256', body, signer)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { cert: pem(certificate), key: String(key), name, privateKey }
}

/** SHA-256 of a certificate, as `getPeerCertificate().fingerprint256` returns it. */
export function fingerprintOf({ cert }: TestCertificate): string {
  const bytes = Buffer.from(cert.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const hex = createHash('sha256').update(bytes).digest('hex').toUpperCase()
  return (hex.match(/../g) ?? []).join(':')
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** X.690: a tag, a length, a content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const header =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes)
}

function objectId([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const groups = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}

function distinguishedName(name: string): Buffer {
  const attribute = sequence(objectId(oid.commonName), der(0x0c, Buffer.from(name)))
  return sequence(der(0x31, attribute))
}

/** UTCTime, to the second. */
function time(millis: number): Buffer {
  const digits = new Date(millis).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return sequence(objectId(id), der(0x04, value))
}
