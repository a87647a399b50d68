import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefused } from '../http/fault.ts'
import type { Reply } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { isObject, parsedBody } from './json-object.ts'
import { type Labels, parseLabels, readLabels, readLevels } from './labels.ts'
import { lokiStreams } from './loki-protobuf.ts'
import { json, type Manner, type Problem, type Reading, type Receiver } from './receiver.ts'
import { microsOfNanos } from './time.ts'

/** One line of a stream. */
export interface LokiEntry {
  /** Microseconds; -1: none was given that can be read. */
  time: number
  line: string
  /** Structured metadata. */
  metadata: Labels
}

export interface LokiStream {
  labels: Labels
  entries: Iterable<LokiEntry>
}

/** Loki's push interface: JSON, or protobuf in a snappy block. */
export const loki: Receiver = {
  codingOf: ({ contentType, contentEncoding }) =>
    isJson(contentType) || (contentEncoding !== '' && contentEncoding !== 'identity')
      ? contentEncoding
      : 'snappy',
  read(body, shipment, origin) {
    return new LokiReading(body, shipment, origin)
  },
  refusal({ status, detail, retryAfter }: Problem): Reply {
    return json(status, { status: 'error', error: detail }, retryAfter)
  },
}

class LokiReading implements Reading {
  readonly isKnownByContent = false
  readonly #streams: Iterable<LokiStream>
  readonly #builder: EventBuilder

  constructor(body: Buffer, { contentType }: Manner, origin: Origin) {
    this.#streams = isJson(contentType) ? jsonStreams(parsedBody(body)) : lokiStreams(body)
    this.#builder = new EventBuilder(origin)
  }

  get truncated(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    const builder = this.#builder
    for (const { labels, entries } of this.#streams) {
      for (const { time, line, metadata } of entries) {
        builder.begin()
        builder.time(time)
        readLabels(labels, builder)
        if (metadata.length > 0) {
          readLevels(metadata, builder)
          for (const [name, value] of metadata) builder.extra(name, value)
        }
        builder.message(line)
        yield builder.end()
      }
    }
  }

  answer(): Reply {
    return { status: 204, type: '', body: '' }
  }
}

/** `{"streams": [{"stream": {...}, "values": [["nanoseconds", "line", {...}], ...]}]}` */
function* jsonStreams(body: unknown): Iterable<LokiStream> {
  const streams = isObject(body) ? body.streams : undefined
  if (!Array.isArray(streams)) throw new BodyRefused(400, 'The body has no list of streams.')
  for (const [index, stream] of streams.entries()) {
    const place = `streams[${index}]`
    if (!isObject(stream)) throw new BodyRefused(400, `${place} is no object.`)
    const labels = typeof stream.labels === 'string' ? parseLabels(stream.labels) : labelsOf(stream.stream)
    if (labels === undefined) throw new BodyRefused(400, `${place} has no labels that can be read.`)
    if (!Array.isArray(stream.values)) throw new BodyRefused(400, `${place}.values is no list.`)
    yield { labels, entries: jsonEntries(stream.values, place) }
  }
}

function* jsonEntries(values: readonly unknown[], place: string): Iterable<LokiEntry> {
  for (const [index, value] of values.entries()) {
    const [nanos, line, metadata]: readonly unknown[] = Array.isArray(value) ? value : []
    if (typeof line !== 'string') {
      throw new BodyRefused(400, `${place}.values[${index}] is no pair of nanoseconds and a line.`)
    }
    yield { time: microsOfNanos(nanos), line, metadata: labelsOf(metadata) ?? [] }
  }
}

function labelsOf(value: unknown): Labels | undefined {
  if (!isObject(value)) return undefined
  return Object.entries(value).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[name, text]] : [],
  )
}

function isJson(contentType: string): boolean {
  return /^\s*application\/json\b/i.test(contentType)
}
