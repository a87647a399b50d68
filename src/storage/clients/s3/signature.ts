import { createHash, createHmac } from 'node:crypto'

/** A request to sign: AWS Signature Version 4, with the headers Host, X-Amz-Date and X-Amz-Content-Sha256. */
interface UnsignedRequest {
  method: string
  /** Its query has no name twice. */
  url: URL
  /** SHA-256 of the body in hexadecimal digits. */
  bodyHash: string
  /** Unix milliseconds. */
  now: number
}

interface SigningKeys {
  accessKey: string
  secretKey: string
  region: string
}

/** The headers that authorize a request. */
export function signedHeaders(
  { method, url, bodyHash, now }: UnsignedRequest,
  { accessKey, secretKey, region }: SigningKeys,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const date = time.slice(0, 8)
  const headers = { host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const canonical = [
    method,
    url.pathname.split('/').map(encodePart).join('/'),
    canonicalQuery(url),
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** SHA-256 in hexadecimal digits. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The query of an address in the order and with the encoding that signatures need. */
export function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.sort().join('&')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** A part of a path, which may be encoded already. */
function encodePart(part: string): string {
  return encoded(decodeURIComponent(part))
}

/** Encodes all but the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
