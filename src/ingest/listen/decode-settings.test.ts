import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { textEncodings } from '../../schema/intake/text-encodings.ts'
import { decodeSettings } from './decode-settings.ts'
import { type ListenerKindName, listenerKind, listenerKindNames } from './kinds.ts'

const context = { receivedAt: 1_790_000_000_000_000, sender: '192.0.2.9', maxMessageBytes: 65_536 }

function decodeWith(kind: ListenerKindName, bytes: Buffer, encoding?: string, cutAt = bytes.length) {
  const address = { host: '127.0.0.1', port: 0 }
  const defaults = { timezone: 'UTC', encoding: 'windows-1252', maxMessageBytes: 65_536 }
  const { decode } = decodeSettings({ name: 'it', kind, address, encoding }, listenerKind(kind), defaults)
  return decode(bytes, 0, cutAt, context, bytes.length)
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('a frame that is not UTF-8', () => {
  test('is Windows-1252 by default, and says so', () => {
    const bytes = latin('<13>Jan  2 03:04:05 b\xfcro-1 T\xfcr[7]: T\xfcr auf \x80')
    expect(decodeWith('syslog-udp', bytes)).toMatchObject({
      host: 'büro-1',
      program: 'Tür',
      message: 'Tür auf €',
      tags: { encoding: 'windows-1252' },
      extra: { PID: '7' },
    })
  })

  test.each<[ListenerKindName, Buffer]>([
    ['syslog-tcp', latin('<13>1 - h a - - [x@1 p="T\xfcr"] T\xfcr')],
    ['raw-tcp', latin('T\xfcr')],
    ['raw-udp', latin('T\xfcr')],
    ['json-tcp', latin('{"message": "T\xfcr", "labels": {"p": "T\xfcr"}}')],
    ['gelf-udp', latin('{"short_message": "T\xfcr", "_p": "T\xfcr"}')],
    ['gelf-tcp', latin('{"short_message": "T\xfcr", "_p": "T\xfcr"}')],
    ['gelf-udp', gzipSync(latin('{"short_message": "T\xfcr", "_p": "T\xfcr"}'))],
    ['gelf-udp', deflateSync(latin('{"short_message": "T\xfcr", "_p": "T\xfcr"}'))],
  ])('%s', (kind, bytes) => {
    const event = decodeWith(kind, bytes)
    expect([event?.message, event?.tags.encoding]).toEqual(['Tür', 'windows-1252'])
    const other = event?.extra['SDATA.x@1.p'] ?? event?.tags.p
    expect(other ?? 'Tür').toBe('Tür')
  })

  test('has the encoding of its listener', () => {
    const bytes = Buffer.from([0x3c, 0x31, 0x33, 0x3e, 0x61, 0x3a, 0x20, 0x83, 0x47, 0x83, 0x89, 0x81, 0x5b])
    expect(decodeWith('syslog-udp', bytes, 'shift_jis')).toMatchObject({
      message: 'エラー',
      tags: { encoding: 'shift_jis' },
    })
    expect(decodeWith('raw-udp', latin('\xa4'), 'iso-8859-15')?.message).toBe('€')
    expect(decodeWith('raw-udp', latin('T\xfcr'), 'utf-8')).toMatchObject({ message: 'T\ufffdr', tags: {} })
  })

  test('that was cut keeps the length that it had', () => {
    const bytes = latin('<13>a: T\xfcr T\xfcr')
    const event = decodeWith('syslog-tcp', bytes, undefined, 12)
    expect([event?.message, event?.originalBytes, event?.extra.truncated]).toEqual([
      'Tür T',
      bytes.length,
      bytes.length,
    ])
  })
})

test.each([
  Buffer.from('<13>a: Tür 日本 \u{1f600}'),
  Buffer.from('<13>a: U+FFFD itself: \ufffd'),
  latin('<13>a: plain'),
])('UTF-8 stays what it is', bytes => {
  const event = decodeWith('syslog-udp', bytes)
  expect([event?.message, event?.tags]).toEqual([bytes.toString().slice(7), {}])
})

test('a frame of UTF-8 that is cut within a character is UTF-8', () => {
  const bytes = Buffer.from('<13>a: \ufffd Tür')
  expect(decodeWith('syslog-tcp', bytes, undefined, bytes.length - 2)).toMatchObject({
    message: '\ufffd T',
    tags: {},
  })
})

test.each(textEncodings)('%s contains ASCII as it is', encoding => {
  const ascii = Buffer.from(Array.from({ length: 0x5f }, (_, i) => i + 0x20))
  expect(new TextDecoder(encoding).decode(ascii)).toBe(ascii.toString('latin1'))
})

test.each(listenerKindNames)('%s: a compressed or broken frame fails in no encoding', kind => {
  for (const first of [0x1f, 0x78, 0x7b, 0xff]) {
    const bytes = Buffer.from([first, 0x8b, 0xff, 0xfe, 0x80])
    expect(() => decodeWith(kind, bytes)).not.toThrow()
  }
})
