import { gzipSync } from 'node:zlib'
import { encodeProtobuf } from '../receivers/testing/encode-protobuf.ts'
import type { FuzzBody } from './fuzz-bodies.ts'

/** A body that is small on the wire but would be millions of values in memory. */
export interface Bomb extends FuzzBody {
  name: string
  /** Valid statuses of the answer. */
  answers: readonly number[]
}

const json = 'application/json'
const protobuf = 'application/x-protobuf'

/** `piece` between `head` and `tail`, repeated up to this many bytes in total. */
function filled(bytes: number, head: string, piece: string | Buffer, tail = ''): Buffer {
  const body = Buffer.alloc(
    Math.floor((bytes - head.length - tail.length) / piece.length) * piece.length,
    piece,
  )
  // There is no comma after the last item.
  if (body.at(-1) === 0x2c) body[body.length - 1] = 0x20
  return Buffer.concat([Buffer.from(head), body, Buffer.from(tail)])
}

/**
 * Bombs for every receiver, each of at most `bytes` bytes inflated. With `expensive`, also bodies that are a
 * million events before they are refused.
 */
export function* bombs(bytes: number, expensive: boolean): Iterable<Bomb> {
  // A little less than the body, to leave room for the rest.
  const room = bytes - 1_024
  for (const { kind, name, head = '', piece, tail = '', within, answers, isExpensive = false } of table) {
    if (isExpensive && !expensive) continue
    const [receiver, path, contentType] = kinds[kind]
    let body = filled(room, head, piece, tail)
    for (const field of within ?? []) body = encodeProtobuf([{ field, bytes: body }])
    yield {
      name: `${kind}: ${name}`,
      receiver,
      path,
      query: '',
      contentType,
      contentEncoding: 'gzip',
      bytes: gzipSync(body, { level: 1 }),
      answers,
    }
  }
}

const kinds = {
  incoming: ['incoming', '', json],
  raw: ['incoming', '/raw', json],
  webhook: ['incoming', 'webhook', json],
  bulk: ['elasticsearch', '/_bulk', 'application/x-ndjson'],
  document: ['elasticsearch', '/logs/_doc', json],
  loki: ['loki', '', json],
  'loki in protobuf': ['loki', '', protobuf],
  otlp: ['otlp', '', json],
  'otlp in protobuf': ['otlp', '', protobuf],
  splunk: ['splunk', '/event', json],
  'splunk, raw': ['splunk', '/raw', 'text/plain'],
  gelf: ['gelf', '', json],
} as const satisfies Record<string, readonly [FuzzBody['receiver'], path: string, contentType: string]>

interface BombRow {
  kind: keyof typeof kinds
  name: string
  head?: string
  piece: string | Buffer
  tail?: string
  /** Protobuf fields that contain the pieces, the innermost first. */
  within?: readonly number[]
  answers: readonly number[]
  isExpensive?: boolean
}

const objects = '{},'
/** Nearly as many values as an event may have. */
const manyObjects = filled(120_000, '[', objects, ']').toString()
const labels = Array.from({ length: 200 }, (_, i) => `"label${i}":"${'x'.repeat(50)}"`).join()
const logs = gzipSync(filled(8_000_000, '{"messageType":"DATA_MESSAGE","logEvents":[', objects, ']}'))
const emptyFirst = Buffer.from([0x0a, 0])
const emptySecond = Buffer.from([0x12, 0])

const table: readonly BombRow[] = [
  { kind: 'incoming', name: 'empty events', head: '{"events":[', piece: objects, tail: ']}', answers: [413] },
  { kind: 'incoming', name: 'empty lists', head: '{"events":[', piece: '[],', tail: ']}', answers: [413] },
  { kind: 'incoming', name: 'nested', head: '{"events":', piece: '[', answers: [400] },
  {
    kind: 'incoming',
    name: 'objects in an event',
    head: '{"events":[{"message":"m","json":{"a":[',
    piece: objects,
    tail: ']}}]}',
    answers: [413],
  },
  {
    kind: 'incoming',
    name: 'objects in each event',
    head: '{"events":[',
    piece: `{"message":"m","json":{"a":${manyObjects}}},`,
    tail: ']}',
    answers: [413],
  },
  {
    kind: 'incoming',
    name: 'objects that nobody reads',
    head: '{"a":[',
    piece: objects,
    tail: '],"events":[]}',
    answers: [413],
  },
  {
    kind: 'incoming',
    name: 'records',
    head: '{"requestId":"r","records":[',
    piece: '{"data":""},',
    tail: ']}',
    answers: [200, 413],
    isExpensive: true,
  },
  {
    kind: 'incoming',
    name: 'events of CloudWatch',
    head: `{"requestId":"r","records":[{"data":"${logs.toString('base64')}"}]}`,
    piece: ' ',
    answers: [413],
  },
  { kind: 'raw', name: 'objects', head: '[', piece: objects, tail: ']', answers: [413] },
  { kind: 'raw', name: 'nested', piece: '{"a":', answers: [400] },
  {
    kind: 'webhook',
    name: 'objects',
    head: '{"message":"m","a":[',
    piece: objects,
    tail: ']}',
    answers: [413],
  },
  {
    kind: 'bulk',
    name: 'empty documents',
    piece: '{"index":{}}\n{}\n',
    answers: [200, 413],
    isExpensive: true,
  },
  { kind: 'bulk', name: 'deletions', piece: '{"delete":{}}\n', answers: [200, 413], isExpensive: true },
  { kind: 'bulk', name: 'empty lines', piece: '\n', answers: [413] },
  {
    kind: 'bulk',
    name: 'objects in a document',
    head: '{"index":{}}\n{"a":[',
    piece: objects,
    tail: ']}\n',
    answers: [413],
  },
  {
    kind: 'bulk',
    name: 'objects in each document',
    piece: `{"index":{}}\n{"a":${manyObjects}}\n`,
    answers: [413],
  },
  { kind: 'bulk', name: 'nested', head: '{"index":{}}\n', piece: '{"a":', answers: [200, 413] },
  { kind: 'document', name: 'objects', head: '{"a":[', piece: objects, tail: ']}', answers: [413] },
  {
    kind: 'loki',
    name: 'empty streams',
    head: '{"streams":[',
    piece: '{"stream":{},"values":[]},',
    tail: ']}',
    answers: [413],
  },
  {
    kind: 'loki',
    name: 'empty lines',
    head: '{"streams":[{"stream":{},"values":[',
    piece: '["",""],',
    tail: ']}]}',
    answers: [413],
    isExpensive: true,
  },
  {
    kind: 'loki',
    name: 'labels',
    head: '{"streams":[{"stream":{"a":[',
    piece: objects,
    tail: ']},"values":[["",""]]}]}',
    answers: [413],
  },
  {
    kind: 'loki',
    name: 'many labels for each of many lines',
    head: `{"streams":[{"stream":{${labels}},"values":[`,
    piece: '["",""],',
    tail: ']}]}',
    answers: [413],
  },
  { kind: 'loki', name: 'nested', head: '{"streams":', piece: '[', answers: [400] },
  { kind: 'loki in protobuf', name: 'empty streams', piece: emptyFirst, answers: [413] },
  {
    kind: 'loki in protobuf',
    name: 'empty lines',
    piece: emptySecond,
    within: [1],
    answers: [413],
    isExpensive: true,
  },
  {
    kind: 'loki in protobuf',
    name: 'metadata',
    piece: Buffer.from([0x1a, 0]),
    within: [2, 1],
    answers: [413],
  },
  {
    kind: 'otlp',
    name: 'empty resources',
    head: '{"resourceLogs":[',
    piece: objects,
    tail: ']}',
    answers: [413],
  },
  {
    kind: 'otlp',
    name: 'empty scopes',
    head: '{"resourceLogs":[{"scopeLogs":[',
    piece: objects,
    tail: ']}]}',
    answers: [413],
  },
  {
    kind: 'otlp',
    name: 'empty records',
    head: '{"resourceLogs":[{"scopeLogs":[{"logRecords":[',
    piece: objects,
    tail: ']}]}]}',
    answers: [413],
    isExpensive: true,
  },
  {
    kind: 'otlp',
    name: 'attributes',
    head: '{"resourceLogs":[{"resource":{"attributes":[',
    piece: objects,
    tail: ']}}]}',
    answers: [413],
  },
  {
    kind: 'otlp',
    name: 'nested',
    head: '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":',
    piece: '{"a":',
    answers: [400],
  },
  { kind: 'otlp in protobuf', name: 'empty resources', piece: emptyFirst, answers: [413] },
  { kind: 'otlp in protobuf', name: 'empty scopes', piece: emptySecond, within: [1], answers: [413] },
  {
    kind: 'otlp in protobuf',
    name: 'empty records',
    piece: emptySecond,
    within: [2, 1],
    answers: [413],
    isExpensive: true,
  },
  {
    kind: 'otlp in protobuf',
    name: 'attributes of a record',
    piece: Buffer.from([0x32, 0]),
    within: [2, 2, 1],
    answers: [413],
  },
  {
    kind: 'otlp in protobuf',
    name: 'attributes of a resource',
    piece: emptyFirst,
    within: [1, 1],
    answers: [413],
  },
  {
    // A record whose body is a list of empty maps.
    kind: 'otlp in protobuf',
    name: 'maps',
    piece: Buffer.from([0x0a, 2, 0x32, 0]),
    within: [5, 5, 2, 2, 1],
    answers: [413],
  },
  { kind: 'splunk', name: 'small events', piece: '{"event":0}', answers: [200, 413], isExpensive: true },
  {
    kind: 'splunk',
    name: 'objects in an event',
    head: '{"event":[',
    piece: objects,
    tail: ']}',
    answers: [413],
  },
  {
    kind: 'splunk',
    name: 'objects in each event',
    piece: `{"event":{"message":"m","a":${manyObjects}}}`,
    answers: [413],
  },
  { kind: 'splunk', name: 'nested', piece: '[', answers: [400, 413] },
  { kind: 'splunk, raw', name: 'short lines', piece: 'a\n', answers: [413], isExpensive: true },
  { kind: 'splunk, raw', name: 'empty lines', head: 'a', piece: ' \n', answers: [200] },
  { kind: 'gelf', name: 'empty messages', piece: '{}', answers: [413], isExpensive: true },
  {
    kind: 'gelf',
    name: 'objects in a message',
    head: '{"short_message":"m","_a":[',
    piece: objects,
    tail: ']}',
    answers: [400, 413],
  },
  {
    kind: 'gelf',
    name: 'objects in each message',
    piece: `{"short_message":"m","_a":${manyObjects}}`,
    answers: [413],
  },
  { kind: 'gelf', name: 'nested', piece: '[', answers: [400, 413] },
]
