import { isObject } from '../../schema/text/json-object.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { ItemCounter } from '../body/item-counter.ts'
import { JsonPullParser } from '../body/json-pull-parser.ts'
import { nanosToMicros } from '../body/time.ts'
import { applyLabelFields, applyLevels, type Labels, labelFields, parseLabels } from './labels.ts'
import { type LokiEntry, type LokiStream, lokiStreams } from './loki-protobuf.ts'
import { jsonResponse, type Receiver } from './receiver.ts'

/** Loki's push interface: JSON, or protobuf in a snappy block. */
export const loki: Receiver = {
  encodingOf: ({ contentType, contentEncoding }) =>
    isJson(contentType) || (contentEncoding !== '' && contentEncoding !== 'identity')
      ? contentEncoding
      : 'snappy',
  *read({ bytes, contentType, builder, budget }) {
    const streams = isJson(contentType)
      ? jsonStreams(new JsonPullParser(bytes.toString('utf8'), budget))
      : lokiStreams(bytes)
    const counter = ItemCounter.forGroups()
    for (const { labels, entries } of streams) {
      counter.add()
      const fields = labelFields(labels)
      for (const { time, line, metadata } of entries) {
        builder.begin()
        builder.time(time)
        applyLabelFields(fields, builder)
        if (metadata.length > 0) {
          applyLevels(metadata, builder)
          for (const [name, value] of metadata) builder.extra(name, value)
        }
        builder.message(line)
        yield builder.end()
      }
    }
    return { respond: () => ({ status: 204, type: '', body: '' }) }
  },
  refusal: ({ status, detail, retryAfter }) =>
    jsonResponse(status, { status: 'error', error: detail }, retryAfter),
}

/** `{"streams": [{"stream": {...}, "values": [["nanoseconds", "line", {...}], ...]}]}` */
function* jsonStreams(body: JsonPullParser): Iterable<LokiStream> {
  let hasStreams = false
  if (body.enter('{')) {
    while (body.next('{')) {
      if (body.name() === 'streams' && body.enter('[')) {
        hasStreams = true
        for (let index = 0; body.next('['); index++) yield readStream(body, `streams[${index}]`)
      } else body.value()
    }
  } else body.value()
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

/** Loki accepts only texts; other values are kept as text, since senders get a success. */
function labelsOf(value: unknown): Labels | undefined {
  if (!isObject(value)) return undefined
  return Object.entries(value).flatMap(([name, label]): [string, string][] =>
    label === null ? [] : [[name, typeof label === 'string' ? label : JSON.stringify(label)]],
  )
}

function isJson(contentType: string): boolean {
  return /^\s*application\/json\b/i.test(contentType)
}
