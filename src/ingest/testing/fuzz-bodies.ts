import { gzipSync } from 'node:zlib'
import type { Protocol } from '../body/submission.ts'
import { encodeProtobuf } from '../receivers/testing/encode-protobuf.ts'
import { encodeSnappy } from '../receivers/testing/encode-snappy.ts'
import type { Ingest } from '../worker/ingest.ts'

/** A body for one of the receivers. */
export interface FuzzBody {
  receiver: Protocol | 'incoming'
  path: string
  query: string
  contentType: string
  contentEncoding: string
  bytes: Buffer
}

const json = 'application/json'
const protobuf = 'application/x-protobuf'
const record = [
  { field: 1, fixed64: 1767225598123456789n },
  { field: 2, varint: 17 },
  { field: 5, message: [{ field: 1, bytes: 'card refused' }] },
  {
    field: 6,
    message: [
      { field: 1, bytes: 'k' },
      { field: 2, message: [{ field: 3, varint: -1n }] },
    ],
  },
]
const stream = [
  { field: 1, bytes: '{job="a", host="b"}' },
  {
    field: 2,
    message: [
      { field: 1, message: [{ field: 1, varint: 1767225598 }] },
      { field: 2, bytes: 'line line line line' },
    ],
  },
]

/** Valid bodies of every receiver, to be mutated. */
const good: FuzzBody[] = []
function add(receiver: FuzzBody['receiver'], path: string, contentType: string, body: string | Buffer): void {
  good.push({ receiver, path, query: '', contentType, contentEncoding: '', bytes: Buffer.from(body) })
}
add(
  'incoming',
  '',
  json,
  '{"events":[{"message":"m","host":"h","ts":1767225598.5,"user_tags":{"a":"b"},"extra_fields":{"c":1}},{"message":"n","priority":14}]}',
)
add(
  'incoming',
  '',
  json,
  `{"requestId":"r","records":[{"data":"${gzipSync('one\ntwo').toString('base64')}"},{"data":"dGhyZWU="}]}`,
)
add('incoming', '/raw/app', json, '{"a":[1,{"b":null}],"__proto__":{"c":1}}')
add('incoming', 'webhook', json, '{"message":"m","facility":"LOCAL0","severity":"DEBUG"}')
add(
  'elasticsearch',
  '/_bulk',
  'application/x-ndjson',
  '{"index":{"_index":"i","_id":"1"}}\n{"message":"m","@timestamp":"2026-01-01T00:00:00.123Z","host":{"name":"h"}}\n{"delete":{}}\n{"create":{}}\n{"a":{"b":[1]}}\n',
)
add('elasticsearch', '/logs/_doc', json, '{"message":"m","labels":{"a":1},"tags":["x"]}')
add(
  'loki',
  '',
  json,
  '{"streams":[{"stream":{"job":"j","level":"warn"},"values":[["1767225598123456789","a",{"t":"1"}],["1","b"]]}]}',
)
add(
  'loki',
  '',
  protobuf,
  encodeSnappy(
    encodeProtobuf([
      { field: 1, message: stream },
      { field: 1, message: stream },
    ]),
  ),
)
add(
  'otlp',
  '',
  json,
  '{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1767225598123456789","severityNumber":9,"body":{"kvlistValue":{"values":[{"key":"k","value":{"intValue":"1"}}]}}}]}]}]}',
)
add(
  'otlp',
  '',
  protobuf,
  encodeProtobuf([
    {
      field: 1,
      message: [
        {
          field: 2,
          message: [
            { field: 2, message: record },
            { field: 2, message: record },
          ],
        },
      ],
    },
  ]),
)
add(
  'splunk',
  '/event',
  json,
  '{"event":"a","time":1767225598.1,"fields":{"x":"y"}}{"event":{"message":"b","severity":"error"}}\n{"event":3}',
)
add('splunk', '/raw', 'text/plain', 'one\r\ntwo\n\nthree')
add(
  'gelf',
  '',
  json,
  '{"short_message":"a","level":3,"_x":"y","timestamp":1767225598.25}\n{"short_message":"b","full_message":"bb"}',
)

/** Pieces that tend to break parsers. */
const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\0',
  'null',
  '-1',
  '1e999',
  '\ud800',
  '\\ud800',
  '__proto__',
  '\xff\xff\xff\xff',
].map(piece => Buffer.from(piece, 'latin1'))

/** Pieces that take much more memory than text when there are very many of them. */
const bombPieces = [
  '{},',
  '[],',
  '0,',
  '"",',
  '[',
  '{"a":',
  '\n',
  '{}',
  '\x0a\x00',
  '\x12\x00',
  '\x32\x00',
].map(piece => Buffer.from(piece, 'latin1'))
const maxBombPieces = 100_000

/** Bodies from number `from` on, always the same: valid bodies with a few changes each. */
export function seededBodies(from: number, count: number): FuzzBody[] {
  return Array.from({ length: count }, (_, i) => {
    const random = generator(from + i + 1)
    const base = good[random(good.length)]
    if (base === undefined) throw new Error('there is no such body')
    let { bytes } = base
    for (let changes = random(4); changes > 0; changes--) bytes = changed(bytes, random)
    const isBomb = random(200) === 0
    if (isBomb) bytes = filled(bytes, random)
    const isGzip = isBomb || random(8) === 0
    if (isGzip) bytes = gzipSync(bytes)
    if (isGzip && random(4) === 0) bytes = changed(bytes, random)
    return { ...base, contentEncoding: isGzip ? 'gzip' : '', bytes }
  })
}

/** Passes a body to ingest; returns the status. */
export async function submitFuzzBody(ingest: Ingest, fuzz: FuzzBody): Promise<number> {
  const { receiver, bytes, ...manner } = fuzz
  const common = {
    ...manner,
    body: new Uint8Array(bytes),
    sender: '192.0.2.1',
    caller: 'token 1',
    idempotencyKey: '',
  }
  const answer =
    receiver === 'incoming'
      ? await ingest.submitIncoming({ ...common, partial: bytes.length % 2 === 0 })
      : await ingest.submitShipper({ ...common, protocol: receiver })
  return answer.status
}

type Random = (below: number) => number

function changed(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1)
  const end = Math.min(bytes.length, at + random(20))
  switch (random(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
    case 3: {
      const copy = Buffer.from(bytes)
      if (at < copy.length) copy[at] = random(256)
      return copy
    }
    case 4:
      return Buffer.concat([
        bytes.subarray(0, at),
        pieces[random(pieces.length)] ?? bytes,
        bytes.subarray(at),
      ])
    default: {
      const piece = pieces[random(pieces.length)] ?? bytes
      const many = Buffer.concat(Array.from({ length: 1 + random(300) }, () => piece))
      return Buffer.concat([bytes.subarray(0, at), many, bytes.subarray(at)])
    }
  }
}

/** With very many equal pieces at one position. */
function filled(bytes: Buffer, random: Random): Buffer {
  const at = random(bytes.length + 1)
  const piece = bombPieces[random(bombPieces.length)] ?? bytes
  const many = Buffer.alloc(piece.length * random(maxBombPieces), piece)
  return Buffer.concat([bytes.subarray(0, at), many, bytes.subarray(at)])
}

/** Pseudo-random numbers (mulberry32): a body can be recreated from its number. */
function generator(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b9)
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
