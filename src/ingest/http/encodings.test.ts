import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { textEncodings } from '../../schema/intake/text-encodings.ts'
import type { Protocol } from '../body/submission.ts'
import { readShipperBody } from './http-receiver.ts'
import { readIncomingBody } from './incoming-body.ts'

interface Format {
  protocol: Protocol | 'incoming'
  path: string
  /** The body of events with these messages. */
  body(messages: string[]): string
}

const quoted = (text: string): string => JSON.stringify(text)
const formats: Record<string, Format> = {
  '/incoming': {
    protocol: 'incoming',
    path: '',
    body: list => `{"x": "y", "events": [${list.map(text => `{"message": ${quoted(text)}}`)}]}`,
  },
  'HEC /event': {
    protocol: 'splunk',
    path: '/event',
    body: list => list.map(text => `{"event": ${quoted(text)}}`).join(' '),
  },
  'HEC /event of documents': {
    protocol: 'splunk',
    path: '/event',
    body: list => list.map(text => `{"event": {"message": ${quoted(text)}}}`).join('\n'),
  },
  'HEC /raw': { protocol: 'splunk', path: '/raw', body: list => list.join('\r\n') },
  _bulk: {
    protocol: 'elasticsearch',
    path: '/_bulk',
    body: list => list.map(text => `{"index":{}}\n{"message":${quoted(text)}}\n`).join(''),
  },
  'Loki push': {
    protocol: 'loki',
    path: '/push',
    body: list => `{"streams": [{"stream": {}, "values": [${list.map(text => `["1", ${quoted(text)}]`)}]}]}`,
  },
  'GELF in lines': {
    protocol: 'gelf',
    path: '',
    body: list => list.map(text => `{"short_message": ${quoted(text)}}`).join('\n'),
  },
  'GELF in a list': {
    protocol: 'gelf',
    path: '',
    body: list => `[${list.map(text => `{"short_message": ${quoted(text)}}`)}]`,
  },
  'OTLP JSON': {
    protocol: 'otlp',
    path: '/logs',
    body: list =>
      `{"resourceLogs": [{"scopeLogs": [{"logRecords": [${list.map(
        text => `{"body": {"stringValue": ${quoted(text)}}}`,
      )}]}]}]}`,
  },
}
const oneEvent: Record<string, Format> = {
  '/incoming/raw': { protocol: 'incoming', path: '/raw', body: ([text = '']) => quoted(text) },
  '/api/events': {
    protocol: 'incoming',
    path: 'webhook',
    body: ([text = '']) => `{"message": ${quoted(text)}}`,
  },
  '/{index}/_doc': {
    protocol: 'elasticsearch',
    path: '/logs/_doc',
    body: ([text = '']) => `{"message": ${quoted(text)}}`,
  },
}
const everyFormat = Object.entries({ ...formats, ...oneEvent })

const request = {
  body: new Uint8Array(),
  contentEncoding: '',
  sender: '192.0.2.9',
  caller: 'token 1',
  idempotencyKey: '',
  query: '',
  partial: false,
}

async function read(
  { protocol, path }: Pick<Format, 'protocol' | 'path'>,
  body: Uint8Array,
  contentType = 'application/json',
  encoding?: string,
): Promise<readonly ParsedEvent[]> {
  const raw = {
    bytes: Buffer.from(new Uint8Array(body).buffer),
    digest: '',
    receivedAt: 1e15,
    textEncoding: encoding,
  }
  const { events } =
    protocol === 'incoming'
      ? await readIncomingBody({ ...request, path, contentType }, raw, 2 ** 20)
      : await readShipperBody({ ...request, protocol, path, contentType }, raw)
  return events
}

const shown = (events: readonly ParsedEvent[]): unknown[] =>
  events.map(({ message, tags }) => [message, tags.encoding])
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

describe('a body that is not UTF-8', () => {
  test.each(Object.entries(formats))('%s: each event has its own encoding', async (_, format) => {
    // A unit of latin1 is a byte: the second message is UTF-8.
    const messages = [
      'plain',
      latin(Buffer.from('Tür 日本').toString('latin1')).toString('latin1'),
      'T\xfcr \x80',
      'end',
    ]
    expect(shown(await read(format, latin(format.body(messages))))).toEqual([
      ['plain', undefined],
      ['Tür 日本', undefined],
      ['Tür €', 'windows-1252'],
      ['end', undefined],
    ])
  })

  test.each(Object.entries(oneEvent))('%s', async (_, format) => {
    const [event] = await read(format, latin(format.body(['T\xfcr'])))
    expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['Tür', 'windows-1252'])
  })

  test.each(everyFormat)('%s: UTF-8, U+FFFD too, is not marked', async (_, format) => {
    const [event] = await read(format, Buffer.from(format.body(['Tür \ufffd 日本 \u{1f600}'])))
    expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual([
      'Tür \ufffd 日本 \u{1f600}',
      undefined,
    ])
  })

  test.each(everyFormat)('%s: is in the encoding of the settings', async (_, format) => {
    const [event] = await read(format, latin(format.body(['\xb1'])), undefined, 'iso-8859-2')
    expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['ą', 'iso-8859-2'])
    const [replaced] = await read(format, latin(format.body(['\xb1'])), undefined, 'utf-8')
    expect([replaced?.message.replaceAll('"', ''), replaced?.tags.encoding]).toEqual(['\ufffd', undefined])
  })

  // In Shift_JIS ソ ends with a backslash, and ボ with an opening brace.
  test.each(everyFormat)('%s: characters of several bytes end no string', async (_, format) => {
    const bytes = Buffer.from(format.body(['@@']))
    const at = bytes.indexOf('@@')
    const body = Buffer.concat([bytes.subarray(0, at), latin('\x83\x5c\x83\x7b'), bytes.subarray(at + 2)])
    const [event] = await read(format, body, undefined, 'shift_jis')
    expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['ソボ', 'shift_jis'])
  })
})

describe('charset of Content-Type', () => {
  test.each(everyFormat)('%s: is the encoding, without a mark', async (_, format) => {
    for (const charset of ['iso-8859-1', 'latin1', '"Windows-1252"', 'WINDOWS-1252; x=y']) {
      const events = await read(
        format,
        latin(format.body(['T\xfcr'])),
        `application/json; charset=${charset}`,
      )
      expect([events[0]?.message.replaceAll('"', ''), events[0]?.tags.encoding]).toEqual(['Tür', undefined])
    }
    for (const charset of ['utf-16', 'UTF-16LE']) {
      const events = await read(
        format,
        utf16(format.body(['Tür 日本'])),
        `application/json;charset=${charset}`,
      )
      expect(events[0]?.message.replaceAll('"', '')).toBe('Tür 日本')
    }
  })

  test.each(everyFormat)('%s: UTF-16 with a byte order mark needs none', async (_, format) => {
    const bytes = utf16(`\ufeff${format.body(['Tür 日本'])}`)
    for (const body of [bytes, Buffer.from(bytes).swap16()]) {
      const [event] = await read(format, body)
      expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['Tür 日本', undefined])
    }
  })

  test.each(['utf-8', 'UTF8', 'us-ascii', 'unknown-7', ''])('%s is as none', async charset => {
    for (const [, format] of everyFormat) {
      const type = `application/json; charset=${charset}`
      const [event] = await read(format, latin(format.body(['T\xfcr'])), type)
      expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['Tür', 'windows-1252'])
      const [valid] = await read(format, Buffer.from(format.body(['Tür'])), type)
      expect([valid?.message.replaceAll('"', ''), valid?.tags.encoding]).toEqual(['Tür', undefined])
    }
  })
})

test.each(everyFormat)('%s: a byte order mark of UTF-8 is no part of the text', async (_, format) => {
  const mark = Buffer.from('\ufeff')
  const [event] = await read(format, Buffer.concat([mark, Buffer.from(format.body(['Tür']))]))
  expect([event?.message.replaceAll('"', ''), event?.tags.encoding]).toEqual(['Tür', undefined])
  const [other] = await read(format, Buffer.concat([mark, latin(format.body(['T\xfcr']))]))
  expect([other?.message.replaceAll('"', ''), other?.tags.encoding]).toEqual(['Tür', 'windows-1252'])
})

test('labels of a stream and attributes of a resource mark all of their events, and no others', async () => {
  const loki = latin(
    '{"streams": [{"stream": {"a": "T\xfcr"}, "values": [["1", "x"], ["2", "y"]]}, {"stream": {"a": "b"}, "values": [["1", "z"]]}]}',
  )
  const push = await read({ protocol: 'loki', path: '/push' }, loki)
  expect(push.map(({ tags }) => [tags.a, tags.encoding])).toEqual([
    ['Tür', 'windows-1252'],
    ['Tür', 'windows-1252'],
    ['b', undefined],
  ])
  const records =
    '"scopeLogs": [{"logRecords": [{"body": {"stringValue": "x"}}, {"body": {"stringValue": "y"}}]}]'
  const otlp = latin(
    `{"resourceLogs": [{"resource": {"attributes": [{"key": "host.name", "value": {"stringValue": "T\xfcr"}}]}, ${records}}, {${records}}]}`,
  )
  const logs = await read({ protocol: 'otlp', path: '/logs' }, otlp)
  expect(logs.map(({ host, tags }) => [host, tags.encoding])).toEqual([
    ['Tür', 'windows-1252'],
    ['Tür', 'windows-1252'],
    ['192.0.2.9', undefined],
    ['192.0.2.9', undefined],
  ])
})

test('the lines of protobuf, which senders in Go do not check', async () => {
  const field = (number: number, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from([number * 8 + 2, content.length]), content])
  const entry = (line: Buffer): Buffer => field(2, field(2, line))
  const stream = Buffer.concat([
    field(1, Buffer.from('{a="b"}')),
    entry(latin('T\xfcr')),
    entry(Buffer.from('Tür')),
  ])
  const push = await read({ protocol: 'loki', path: '/push' }, field(1, stream), 'application/x-protobuf')
  expect(shown(push)).toEqual([
    ['Tür', 'windows-1252'],
    ['Tür', undefined],
  ])
  const value = field(1, latin('T\xfcr'))
  const record = field(2, field(5, value))
  const logs = await read(
    { protocol: 'otlp', path: '/logs' },
    field(1, field(2, record)),
    'application/x-protobuf',
  )
  expect(shown(logs)).toEqual([['Tür', 'windows-1252']])
})

test('records of Data Firehose', async () => {
  const text = latin('T\xfcr\nplain')
  const logs = latin('{"messageType": "DATA_MESSAGE", "logEvents": [{"message": "T\xfcr"}], "logGroup": "g"}')
  const records = [text, gzipSync(text), logs].map(data => ({ data: data.toString('base64') }))
  const body = Buffer.from(JSON.stringify({ requestId: 'r', records }))
  expect(shown(await read({ protocol: 'incoming', path: '' }, body))).toEqual([
    ['Tür', 'windows-1252'],
    ['plain', undefined],
    ['Tür', 'windows-1252'],
    ['plain', undefined],
    ['Tür', 'windows-1252'],
  ])
})

test("a sender's own tag stays", async () => {
  const body = latin('{"events": [{"message": "T\xfcr", "user_tags": {"encoding": "gzip"}}]}')
  expect(shown(await read({ protocol: 'incoming', path: '' }, body))).toEqual([['Tür', 'gzip']])
})

test.each(textEncodings)('%s has no newline or quotation mark within a character', encoding => {
  const decoder = new TextDecoder(encoding)
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (const cut of ['\n', '"']) {
      const text = decoder.decode(latin(String.fromCharCode(lead) + cut))
      expect(text.endsWith(cut)).toBe(true)
    }
})
