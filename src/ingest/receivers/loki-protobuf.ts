import { BodyRefusedError } from '../body/fault.ts'
import { maxValues } from '../body/measure-json.ts'
import { ProtobufReader } from '../body/protobuf.ts'
import { type Labels, parseLabels } from './labels.ts'

/** One line of a stream. */
export interface LokiEntry {
  /** Microseconds; -1 without a valid time. */
  time: number
  line: string
  /** Structured metadata. */
  metadata: Labels
}

export interface LokiStream {
  labels: Labels
  entries: Iterable<LokiEntry>
}

const noLabels: Labels = []

/** The streams of a PushRequest (logproto.proto of Loki): each with its labels as text, and its entries. */
export function* lokiStreams(body: Buffer): Iterable<LokiStream> {
  for (const stream of new ProtobufReader(body).messages(1)) {
    const labels = parseLabels(new ProtobufReader(stream).lastText(1) ?? '{}')
    if (labels === undefined) throw new BodyRefusedError(400, 'A stream has no labels that can be read.')
    yield { labels, entries: entriesOf(stream) }
  }
}

function* entriesOf(stream: Buffer): Iterable<LokiEntry> {
  for (const entry of new ProtobufReader(stream).messages(2)) yield readEntry(new ProtobufReader(entry))
}

function readEntry(reader: ProtobufReader): LokiEntry {
  let time = -1
  let line = ''
  let metadata: (readonly [string, string])[] | undefined
  while (reader.next()) {
    if (reader.field === 1) time = readTime(reader.message())
    else if (reader.field === 2) line = reader.text()
    else if (reader.field === 3) {
      metadata ??= []
      if (metadata.length >= maxValues)
        throw new BodyRefusedError(413, `A line may have at most ${maxValues} values.`)
      metadata.push(readPair(reader.message()))
    } else reader.skip()
  }
  return { time, line, metadata: metadata ?? noLabels }
}

/** A google.protobuf.Timestamp in microseconds; -1 when out of range. */
function readTime(reader: ProtobufReader): number {
  let seconds = 0
  let nanos = 0
  while (reader.next()) {
    if (reader.field === 1) seconds = reader.integer()
    else if (reader.field === 2) nanos = reader.integer()
    else reader.skip()
  }
  const micros = seconds * 1_000_000 + Math.floor(nanos / 1_000)
  return micros <= 8.64e15 ? micros : -1
}

function readPair(reader: ProtobufReader): [name: string, value: string] {
  let name = ''
  let value = ''
  while (reader.next()) {
    if (reader.field === 1) name = reader.text()
    else if (reader.field === 2) value = reader.text()
    else reader.skip()
  }
  return [name, value]
}
