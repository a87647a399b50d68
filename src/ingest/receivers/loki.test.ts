import { describe, expect, it } from 'vitest'
import { parseLabels } from './labels.ts'
import { encodeProtobuf, type Field } from './testing/encode-protobuf.ts'
import { event, readWith } from './testing/read-with.ts'

const push = (streams: unknown) => readWith('loki', JSON.stringify({ streams }))

describe('a push in JSON', () => {
  it('has an event for each line, its labels fields and tags', () => {
    const { events, reply } = push([
      {
        stream: { job: 'varlogs', host: 'web-1', filename: '/var/log/syslog', level: 'warn', env: '' },
        values: [
          ['1767225598123456789', 'first'],
          ['1767225598123457000', 'second', { trace_id: 'abc', detected_level: 'error' }],
        ],
      },
      { stream: { service_name: 'cart', job: 'shop' }, values: [['x', '%LINK-3-UPDOWN: down']] },
    ])
    const tags = { filename: '/var/log/syslog', level: 'warn' }
    const common = { host: 'web-1', program: 'varlogs', tags }
    expect(events).toEqual([
      event({ ...common, ts: 1767225598_123456, message: 'first', severity: 4 }),
      event({
        ...common,
        ts: 1767225598_123457,
        message: 'second',
        severity: 3,
        extra: { trace_id: 'abc', detected_level: 'error' },
      }),
      event({
        program: 'cart',
        message: '%LINK-3-UPDOWN: down',
        mnemonic: 'LINK-3-UPDOWN',
        tags: { job: 'shop' },
      }),
    ])
    expect(reply).toEqual({ status: 204, type: '', body: '' })
  })

  it('keeps labels that are no texts as text', () => {
    const [one] = push([
      {
        stream: { host: 'lk-1', shard: 7, is_canary: true, none: null, zones: ['a', 'b'] },
        values: [['1767225598123456789', 'm', { attempt: 2 }]],
      },
    ]).events
    expect(one).toMatchObject({
      host: 'lk-1',
      tags: { shard: '7', is_canary: 'true', zones: '["a","b"]' },
      extra: { attempt: '2' },
    })
  })

  it.each([
    ['{}', 'The body has no list of streams.'],
    ['{', 'The body is not JSON'],
    ['{"streams":[5]}', 'streams[0] is no object.'],
    ['{"streams":[{"values":[]}]}', 'streams[0] has no labels that can be read.'],
    ['{"streams":[{"stream":{}}]}', 'streams[0].values is no list.'],
    [
      '{"streams":[{"stream":{},"values":[["1"]]}]}',
      'streams[0].values[0] is no pair of nanoseconds and a line.',
    ],
  ])('%s is refused', (body, detail) => {
    expect(() => readWith('loki', body)).toThrow(detail)
  })
})

describe('a push in protobuf', () => {
  const entry = (seconds: number, nanos: number, line: string, ...metadata: Field[]): Field => ({
    field: 2,
    message: [
      {
        field: 1,
        message: [
          { field: 1, varint: seconds },
          { field: 2, varint: nanos },
        ],
      },
      { field: 2, bytes: line },
      ...metadata,
    ],
  })
  const proto = (fields: Field[]) =>
    readWith('loki', encodeProtobuf(fields), { contentType: 'application/x-protobuf' })

  it('says the same as one in JSON', () => {
    const { events } = proto([
      {
        field: 1,
        message: [
          entry(1767225598, 123456789, 'früh', {
            field: 3,
            message: [
              { field: 1, bytes: 'level' },
              { field: 2, bytes: 'debug' },
            ],
          }),
          { field: 1, bytes: '{job="a \\"b\\"", host="h"}' },
          { field: 3, varint: 0xffff_ffff_ffff_ffffn },
          entry(1767225599, 0, 'two'),
        ],
      },
      { field: 2, bytes: 'something of a later version' },
    ])
    expect(events).toEqual([
      event({
        ts: 1767225598_123456,
        host: 'h',
        program: 'a "b"',
        message: 'früh',
        severity: 7,
        extra: { level: 'debug' },
      }),
      event({ ts: 1767225599_000000, host: 'h', program: 'a "b"', message: 'two' }),
    ])
  })

  it.each<[string, Uint8Array | Field[], string]>([
    ['a length past the end', Buffer.from([0x0a, 0x7f, 1]), 'field 1 at byte 2'],
    ['another wire type', [{ field: 1, varint: 1 }], 'field 1 at byte 1'],
    ['a group', Buffer.from([0x13]), 'field 2 at byte 1'],
    ['a number without an end', Buffer.alloc(20, 0xff), 'not the protobuf message that was expected'],
    ['invalid labels', [{ field: 1, message: [{ field: 1, bytes: 'job=x' }] }], 'no labels that can be read'],
  ])('with %s is refused', (_, body, detail) => {
    const bytes = body instanceof Uint8Array ? body : encodeProtobuf(body)
    expect(() => readWith('loki', bytes, { contentType: 'application/x-protobuf' })).toThrow(detail)
  })
})

describe('labels as text', () => {
  it.each<[string, [string, string][] | undefined]>([
    ['{}', []],
    ['{a="b"}', [['a', 'b']]],
    [
      ' { a = "b" , c.d="" , } ',
      [
        ['a', 'b'],
        ['c.d', ''],
      ],
    ],
    ['{a="1,\\"}\\n\\u00e4\\x41\\U0001F600\\\\"}', [['a', '1,"}\nä' + 'A😀\\']]],
    ['{a=`raw\\n"`}', [['a', 'raw\\n"']]],
    ['{a="b" c="d"}', undefined],
    ['{a=b}', undefined],
    ['{a="b}', undefined],
    ['a="b"', undefined],
    [`{a="${'x'.repeat(65_536)}"}`, undefined],
    [`{${'a="",'.repeat(1_001)}}`, undefined],
  ])('%.60s', (text, wanted) => {
    expect(parseLabels(text)).toEqual(wanted)
  })
})
