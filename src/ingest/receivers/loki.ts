import { viaTag } from '../../schema/forwarding/loop-detection.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { BodyText } from '../body/body-text.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { maxValues } from '../body/measure-json.ts'
import { ProtobufReader } from '../body/protobuf.ts'
import { maxMicros, nanosToMicros } from '../body/time.ts'
import { applyLabelFields, applyLevels, type Labels, labelFields, parseLabels } from './labels.ts'
import { jsonResponse, type Receiver } from './receiver.ts'

const noLabels: Labels = []
/** Labels and metadata of an event of another Millrace that are fields of the event, or its id there. */
const forwardedMembers = new Set(['level', 'id', 'facility', 'cisco_mnemonic'])
const isForwardedTag = ([name]: Labels[number]) => !forwardedMembers.has(name)

/** Loki's push interface: JSON, or protobuf in a snappy block. */
export const loki: Receiver = {
  // Senders of protobuf use a snappy block without naming it in Content-Encoding.
  contentEncodingOf: ({ contentType, contentEncoding }) =>
    isJson(contentType) || (contentEncoding !== '' && contentEncoding !== 'identity')
      ? contentEncoding
      : 'snappy',
  *read({ bytes, body, contentType, builder, budget }) {
    const streams = isJson(contentType)
      ? jsonStreams(new JsonPullParser(body, budget))
      : protobufStreams(bytes, body)
    const counter = ItemCounter.forGroups()
    for (const { labels, entries } of streams) {
      counter.add()
      const isForwarded = labels.some(([name]) => name === viaTag)
      const read = labelFields(labels)
      const fields = isForwarded ? { ...read, tags: read.tags.filter(isForwardedTag) } : read
      const encodingOfLabels = body.encoding
      for (const { time, line, metadata } of entries) {
        builder.begin()
        builder.time(time)
        applyLabelFields(fields, builder)
        if (metadata.length > 0) {
          applyLevels(metadata, builder)
          for (const [name, value] of isForwarded ? metadata.filter(isForwardedTag) : metadata)
            builder.extra(name, value)
        }
        builder.message(line)
        // The labels of the stream were read once, but are in each of its events.
        body.encoding ??= encodingOfLabels
        yield builder.end()
      }
    }
    return { respond: () => ({ status: 204, type: '', body: '' }) }
  },
  refusal: ({ status, detail, retryAfter }) =>
    jsonResponse(status, { status: 'error', error: detail }, retryAfter),
}

/** Reads `{"streams": [{"stream": {...}, "values": [["nanoseconds", "line", {...}], ...]}]}`. */
function* jsonStreams(body: JsonPullParser): Iterable<LokiStream> {
  let hasStreams = false
  if (body.enter('{')) {
    while (body.next('{')) {
      if (body.name() === 'streams' && body.enter('[')) {
        hasStreams = true
        for (let index = 0; body.next('['); index++) yield readStream(body, `streams[${index}]`)
      } else body.value()
    }
  } else {
    // Parsed, so that a body that is not JSON is refused as such.
    body.value()
  }
  body.end()
  if (!hasStreams) throw new BodyRefusedError(400, 'The body has no list of streams.')
}

function readStream(streams: JsonPullParser, name: string): LokiStream {
  const positions = streams.memberPositions(['labels', 'stream', 'values'])
  if (positions === undefined) throw new BodyRefusedError(400, `${name} is no object.`)
  const text = streams.valueAt(positions.labels)
  const labels = typeof text === 'string' ? parseLabels(text) : labelsOf(streams.valueAt(positions.stream))
  if (labels === undefined) throw new BodyRefusedError(400, `${name} has no labels that can be read.`)
  const values = positions.values === undefined ? undefined : streams.forkAt(positions.values)
  if (!values?.enter('[')) throw new BodyRefusedError(400, `${name}.values is no list.`)
  return { labels, entries: jsonEntries(values, name) }
}

function* jsonEntries(values: JsonPullParser, stream: string): Iterable<LokiEntry> {
  for (let index = 0; values.next('['); index++) {
    const value = values.value()
    const [nanos, line, metadata]: readonly unknown[] = Array.isArray(value) ? value : []
    if (typeof line !== 'string') {
      throw new BodyRefusedError(400, `${stream}.values[${index}] is no pair of nanoseconds and a line.`)
    }
    yield { time: nanosToMicros(nanos), line, metadata: labelsOf(metadata) ?? [] }
  }
}

/** Loki accepts only texts as values. Others are kept as text, since senders get a success. */
function labelsOf(value: unknown): Labels | undefined {
  if (!isObject(value)) return undefined
  return Object.entries(value).flatMap(([name, label]): [string, string][] =>
    label === null ? [] : [[name, typeof label === 'string' ? label : JSON.stringify(label)]],
  )
}

function isJson(contentType: string): boolean {
  return /^\s*application\/json\b/i.test(contentType)
}

/** One line of a stream. */
interface LokiEntry {
  /** Microseconds; -1 if invalid. */
  time: number
  line: string
  /** Structured metadata. */
  metadata: Labels
}

interface LokiStream {
  labels: Labels
  entries: Iterable<LokiEntry>
}

/** Reads the streams of a PushRequest (Loki's logproto.proto), each with its labels and entries. */
function* protobufStreams(bytes: Buffer, body: BodyText): Iterable<LokiStream> {
  for (const stream of new ProtobufReader(bytes, body).messages(1)) {
    const labels = parseLabels(new ProtobufReader(stream, body).lastText(1) ?? '{}')
    if (labels === undefined) throw new BodyRefusedError(400, 'A stream has no labels that can be read.')
    yield { labels, entries: protobufEntries(stream, body) }
  }
}

function* protobufEntries(stream: Buffer, body: BodyText): Iterable<LokiEntry> {
  for (const entry of new ProtobufReader(stream, body).messages(2))
    yield readEntry(new ProtobufReader(entry, body))
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

/** A google.protobuf.Timestamp as microseconds; -1 when out of range. */
function readTime(reader: ProtobufReader): number {
  let seconds = 0
  let nanos = 0
  while (reader.next()) {
    if (reader.field === 1) seconds = reader.integer()
    else if (reader.field === 2) nanos = reader.integer()
    else reader.skip()
  }
  const micros = seconds * 1_000_000 + Math.floor(nanos / 1_000)
  return micros <= maxMicros ? micros : -1
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
