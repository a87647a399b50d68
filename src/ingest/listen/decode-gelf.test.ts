import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { event, receivedAt, sender } from '../receivers/testing/read-with.ts'
import { decodeGelf, maxGelfBytes } from './decode-gelf.ts'

const message = { version: '1.1', host: 'web-1', short_message: 'Failed', level: 3, _zone: 'a' }
const text = Buffer.from(JSON.stringify(message))
const wanted = event({ host: 'web-1', severity: 3, message: 'Failed', tags: { zone: 'a' } })

function decode(bytes: Buffer, from = sender, at = receivedAt): ReturnType<typeof decodeGelf> {
  return decodeGelf(bytes, 0, bytes.length, { sender: from, receivedAt: at }, bytes.length)
}

function decoded(bytes: Buffer): unknown {
  const found = decode(bytes)
  return found && { ...found, tags: { ...found.tags }, extra: { ...found.extra } }
}

it.each([
  ['plain', text],
  ['with white space around it', Buffer.from(`\n ${text} \n`)],
  ['gzip', gzipSync(text)],
  ['zlib', deflateSync(text)],
  ['zlib, packed fast', deflateSync(text, { level: 1 })],
  ['zlib, packed well', deflateSync(text, { level: 9 })],
])('a message: %s', (_, bytes) => expect(decoded(bytes)).toEqual(wanted))

it('values that a message does not have come from the sender and the receipt', () => {
  const first = decode(Buffer.from('{"short_message":"a"}'), '192.0.2.1', 5)
  const second = decode(Buffer.from('{"short_message":"b"}'), '192.0.2.2', 6)
  expect([first, second]).toMatchObject([
    { host: '192.0.2.1', ts: 5, message: 'a' },
    { host: '192.0.2.2', ts: 6, message: 'b' },
  ])
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['no JSON', Buffer.from('Failed')],
  ['half of it', text.subarray(0, 20)],
  ['half a gzip', gzipSync(text).subarray(0, 30)],
  ['half a zlib', deflateSync(text).subarray(0, 20)],
  ['a list', Buffer.from('[1]')],
  ['without a message', Buffer.from('{"host":"h"}')],
  ['a bomb', gzipSync(Buffer.alloc(maxGelfBytes * 8, ' '))],
  ['longer than is read', Buffer.from(`{"short_message":"${'x'.repeat(maxGelfBytes)}"}`)],
])('no message: %s', (_, bytes) => expect(decoded(bytes)).toBeUndefined())

it('a long text is cut and counted', () => {
  const long = Buffer.from(JSON.stringify({ short_message: 'x'.repeat(70_000) }))
  expect(decode(long)?.message).toHaveLength(65_536)
  expect(decode(long)?.originalBytes).toBe(70_000)
})

it('whatever bytes come, it answers', () => {
  const spoilt = fc
    .tuple(
      fc.constantFrom(text, gzipSync(text), deflateSync(text)),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
    )
    .map(([bytes, at, byte]) => {
      const changed = Buffer.from(bytes)
      changed[at % changed.length] = byte
      return changed
    })
  fc.assert(
    fc.property(
      fc.oneof(
        spoilt,
        fc.uint8Array().map(bytes => Buffer.from(bytes)),
      ),
      bytes => {
        const found = decode(bytes, sender, receivedAt)
        expect(found === undefined || typeof found.message === 'string').toBe(true)
      },
    ),
  )
})
