import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readErrorCode, readObjects, readUploadId, readUploads } from './answers.ts'
import { engineAccess } from './engine-access.ts'
import { readS3Address, type S3Location, s3Name, s3Url } from './location.ts'
import { S3Client } from './s3-client.ts'
import { engineReadError } from './s3-error.ts'
import { sha256, signedHeaders } from './signature.ts'

const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const location: S3Location = {
  endpoint: 'https://s3.example.com:9000',
  region: 'eu-north-1',
  bucket: 'old-logs',
  prefix: 'a/b/',
  pathStyle: true,
  ...keys,
}

test.each([
  ['s3://old-logs', { bucket: 'old-logs', prefix: '' }],
  ['s3://old-logs/', { bucket: 'old-logs', prefix: '' }],
  ['s3://old.logs/a/b_c.d=e-f', { bucket: 'old.logs', prefix: 'a/b_c.d=e-f/' }],
  ['s3://ab', undefined],
  ['s3://Logs/a', undefined],
  ['s3://old-logs/a//b', undefined],
  ['s3://old-logs/a/../b', undefined],
  ['s3://old-logs/{a,b}', undefined],
  ['s3://key:secret@old-logs/a', undefined],
  ['/s3/old-logs', undefined],
])('the address %s', (text, expected) => {
  expect(readS3Address(text)).toEqual(expected)
})

test('a bucket is in the path or in the host, and messages name no key', () => {
  expect(s3Url(location, 'a/x.json').href).toBe('https://s3.example.com:9000/old-logs/a/x.json')
  expect(s3Url({ ...location, pathStyle: false }, '').href).toBe('https://old-logs.s3.example.com:9000/')
  expect([s3Name(location), s3Name({ bucket: 'b', prefix: '' })]).toEqual(['s3://old-logs/a/b', 's3://b'])
})

// The signatures of botocore 1.43.
test.each([
  [
    'GET',
    'http://127.0.0.1:9000/old-logs/a/x.json',
    '',
    '6a898dbeaf32f0f1e30a7b9787049ba20910d094fe3f70b9e03f6d6fc853555f',
  ],
  [
    'PUT',
    'https://old-logs.s3.eu-north-1.amazonaws.com/a/x.json',
    'body',
    'bd449fcdac45ee7d10254b05facffed57f424eeb39a457c1f28101c2e9dd24e2',
  ],
  [
    'GET',
    'http://127.0.0.1:9000/old-logs/?list-type=2&prefix=a%2Fb%2F&start-after=a%2F!x%20y',
    '',
    'e7044f80e60a9ef84ef1b020ef87409c900044b75b84a674cb62f97275137dd2',
  ],
])('%s %s is signed', (method, address, body, signature) => {
  const now = Date.UTC(2026, 0, 31, 1, 2, 3)
  const request = { method, url: new URL(address), bodyHash: sha256(body), now }
  expect(signedHeaders(request, location).authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/20260131/eu-north-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  )
})

test('answers are read', () => {
  const list = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a%2Fx%2By+z.json</Key><Size>12</Size></Contents>
    <Contents><Size>0</Size><Key>b&amp;c</Key></Contents><NextContinuationToken>t&quot;1</NextContinuationToken></ListBucketResult>`
  expect(readObjects(list)).toEqual({
    objects: [
      { key: 'a/x+y z.json', bytes: 12 },
      { key: 'b&c', bytes: 0 },
    ],
    next: 't"1',
  })
  expect(readObjects('<ListBucketResult></ListBucketResult>')).toEqual({ objects: [], next: undefined })
  expect(readUploads('<Upload><Key>k</Key><UploadId>u&#x31;</UploadId></Upload>')).toEqual([
    { key: 'k', uploadId: 'u1' },
  ])
  expect(readUploadId('<UploadId>u</UploadId>')).toBe('u')
  expect(readErrorCode('<Error><Message>m</Message><Code>AccessDenied</Code></Error>')).toBe('AccessDenied')
  expect(readErrorCode('<html>')).toBeUndefined()
})

test.each([
  ['Failed to get object info: No response body.. HTTP response code: 403. Please', 'refuses the key (403)'],
  ['Connection refused. HTTP response code: 18446744073709551615: while', 'does not answer'],
  ['Code: 209. DB::NetException: Timeout exceeded (SOCKET_TIMEOUT)', 'does not answer'],
  ['Code: 47. DB::Exception: Unknown expression (UNKNOWN_IDENTIFIER)', undefined],
])('the engine says: %s', (message, reason) => {
  expect(engineReadError(message)?.message).toBe(reason)
})

test('the configuration of the engine has no keys', () => {
  const { config, env } = engineAccess({ ...location, caFile: '/etc/a&b.pem' })
  expect(config).toContain('<endpoint>https://s3.example.com:9000/old-logs/a/b/</endpoint>')
  expect(config).toContain('<caConfig>/etc/a&amp;b.pem</caConfig>')
  for (const key of Object.values(keys)) expect(config).not.toContain(key)
  expect(Object.values(env)).toEqual(Object.values(keys))
})

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A client of a server that gives these answers, one for each request; and the number of requests. */
async function clientOf(answers: readonly Answer[], patience = { idleMs: 150, wholeMs: 5_000, attempts: 3 }) {
  let requests = 0
  const server = createServer((request, response) => answers[requests++]?.(response, request))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const client = new S3Client({ ...location, endpoint: `http://127.0.0.1:${port}` }, patience)
  const get = () => client.get('k', patience, [0, 3]).then(String, (error: Error) => error.message)
  return { client, get, requests: () => requests }
}

const status =
  (code: number, body = ''): Answer =>
  response =>
    void response.writeHead(code).end(body)
const silent: Answer = () => {}
const half: Answer = response => {
  response.writeHead(206, { 'content-length': 4 }).write('ab')
  setImmediate(() => response.destroy())
}
const good = status(206, 'abcd')
const denied = status(403, '<Error><Code>AccessDenied</Code></Error>')

test.each<[string, Answer[], string, number]>([
  ['503', [status(503), status(503), good], 'abcd', 3],
  ['half an answer', [half, good], 'abcd', 2],
  ['too little', [status(206, 'ab'), good], 'abcd', 2],
  ['silence', [silent, good], 'abcd', 2],
  ['only silence', [silent, silent, silent], 's3://old-logs/a/b did not answer within 0.15 s', 3],
  ['refusal', [denied], 's3://old-logs/a/b refuses the key (403 AccessDenied)', 1],
  ['too much', [status(200, 'abcdefgh')], 's3://old-logs/a/b sends more than was asked for', 1],
  [
    'overload',
    [503, 500, 429].map(code => status(code)),
    's3://old-logs/a/b is overloaded or broken (429)',
    3,
  ],
])('a server with %s', async (_, answers, expected, requests) => {
  const server = await clientOf(answers)
  expect([await server.get(), server.requests()]).toEqual([expected, requests])
  expect(server.client.failure).toBe(expected === 'abcd' ? undefined : expected)
})

test('a request that takes too long as a whole ends', async () => {
  const server = await clientOf([silent, silent], { idleMs: 60_000, wholeMs: 150, attempts: 2 })
  expect(await server.get()).toBe('s3://old-logs/a/b did not answer within 0.15 s')
  expect(server.requests()).toBe(2)
})

test('a list has all pages, and ends where a server repeats its token', async () => {
  const page = (key: string, next: string) =>
    status(
      200,
      `<IsTruncated>true</IsTruncated><Contents><Key>${key}</Key><Size>1</Size></Contents><NextContinuationToken>${next}</NextContinuationToken>`,
    )
  const server = await clientOf([page('a', '1'), page('b', '2'), page('c', '2')])
  const found: string[] = []
  for await (const objects of server.client.list('', { idleMs: 1, wholeMs: 1, attempts: 1 }))
    found.push(...objects.map(({ key }) => key))
  expect(found).toEqual(['a', 'b', 'c'])
})
