import type { ParsedEvent } from '../../schema/event.ts'
import { isObject } from '../../schema/json-object.ts'
import { BodyRefusedError } from '../http/fault.ts'
import { ItemCounter } from '../http/item-counter.ts'
import type { ShipperResponse } from '../intake.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { JsonPullParser } from './json-pull-parser.ts'
import { applyLabelFields, applyLevels, type Labels, labelFields, parseLabels } from './labels.ts'
import { lokiStreams } from './loki-protobuf.ts'
import {
  type BodyProblem,
  type BodyReader,
  jsonResponse,
  type Receiver,
  type RequestInfo,
} from './receiver.ts'
import { nanosToMicros } from './time.ts'
import { ValueBudget } from './value-budget.ts'

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
  encodingOf: ({ contentType, contentEncoding }) =>
    isJson(contentType) || (contentEncoding !== '' && contentEncoding !== 'identity')
      ? contentEncoding
      : 'snappy',
  read(body, shipment, origin) {
    return new LokiReader(body, shipment, origin)
  },
  refusal({ status, detail, retryAfter }: BodyProblem): ShipperResponse {
    return jsonResponse(status, { status: 'error', error: detail }, retryAfter)
  },
}

class LokiReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #streams: Iterable<LokiStream>
  readonly #builder: EventBuilder

  constructor(body: Buffer, { contentType }: RequestInfo, origin: Origin) {
    const budget = new ValueBudget()
    this.#streams = isJson(contentType)
      ? jsonStreams(new JsonPullParser(body.toString('utf8'), budget))
      : lokiStreams(body)
    this.#builder = new EventBuilder(origin, budget)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    const builder = this.#builder
    const count = ItemCounter.forGroups()
    for (const { labels, entries } of this.#streams) {
      count.add()
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
  }

  answer(): ShipperResponse {
    return { status: 204, type: '', body: '' }
  }
}

/** `{"streams": [{"stream": {...}, "values": [["nanoseconds", "line", {...}], ...]}]}` */
function* jsonStreams(body: JsonPullParser): Iterable<LokiStream> {
  let hasStreams = false
  if (body.enter('{')) {
    while (body.next('{')) {
      if (body.name() === 'streams' && body.enter('[')) {
        hasStreams = true
        for (let index = 0; body.next('['); index++) yield streamOf(body, `streams[${index}]`)
      } else body.value()
    }
  } else body.value()
  body.end()
  if (!hasStreams) throw new BodyRefusedError(400, 'The body has no list of streams.')
}

function streamOf(streams: JsonPullParser, name: string): LokiStream {
  const places = streams.memberPositions(['labels', 'stream', 'values'])
  if (places === undefined) throw new BodyRefusedError(400, `${name} is no object.`)
  const text = streams.valueAt(places.labels)
  const labels = typeof text === 'string' ? parseLabels(text) : labelsOf(streams.valueAt(places.stream))
  if (labels === undefined) throw new BodyRefusedError(400, `${name} has no labels that can be read.`)
  const values = places.values === undefined ? undefined : streams.forkAt(places.values)
  if (!values?.enter('[')) throw new BodyRefusedError(400, `${name}.values is no list.`)
  return { labels, entries: jsonEntries(values, name) }
}

function* jsonEntries(values: JsonPullParser, place: string): Iterable<LokiEntry> {
  for (let index = 0; values.next('['); index++) {
    const value = values.value()
    const [nanos, line, metadata]: readonly unknown[] = Array.isArray(value) ? value : []
    if (typeof line !== 'string') {
      throw new BodyRefusedError(400, `${place}.values[${index}] is no pair of nanoseconds and a line.`)
    }
    yield { time: nanosToMicros(nanos), line, metadata: labelsOf(metadata) ?? [] }
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
