import type { ParsedEvent } from '../../schema/event.ts'
import { isObject, type JsonObject } from '../../schema/json-object.ts'
import { BodyRefusedError } from '../http/fault.ts'
import { maxBodyEvents, tooManyEvents } from '../http/item-counter.ts'
import type { ShipperResponse } from '../intake.ts'
import { readDocument } from './document.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { skipSpace } from './measure-json.ts'
import { countOccurrences, parseBody, tryParseJson, tryParseWithin } from './parse-json.ts'
import {
  type BodyProblem,
  type BodyReader,
  jsonResponse,
  type Receiver,
  type RequestInfo,
} from './receiver.ts'
import { ValueBudget } from './value-budget.ts'

/** Names of error types by status, as clients know them. */
const errorTypes: Readonly<Record<number, string>> = {
  400: 'illegal_argument_exception',
  401: 'security_exception',
  403: 'security_exception',
  413: 'content_too_long_exception',
  415: 'media_type_header_exception',
  429: 'es_rejected_execution_exception',
  503: 'unavailable_shards_exception',
}
const maxIndexLength = 255
const maxIdLength = 512

/**
 * The bulk interface of Elasticsearch and OpenSearch, and single documents: `/_bulk`, `/{index}/_bulk`, `/{index}/_doc`.
 * Documents are only ever added: update and delete are refused item by item.
 */
export const elasticsearch: Receiver = {
  read(body, shipment, origin) {
    return shipment.path.endsWith('/_bulk')
      ? new BulkReader(body, shipment, origin)
      : new DocumentReader(body, shipment, origin)
  },
  refusal({ status, detail, retryAfter }: BodyProblem): ShipperResponse {
    const cause = { type: errorTypes[status] ?? 'exception', reason: detail }
    return jsonResponse(status, { error: { root_cause: [cause], ...cause }, status }, retryAfter)
  },
}

class BulkReader implements BodyReader {
  readonly #text: string
  readonly #index: string
  /** Clients that ask for `filter_path` read statuses and errors only. */
  readonly #brief: boolean
  readonly #builder: EventBuilder
  readonly #since = performance.now()
  readonly #budget = new ValueBudget()
  /** A document that was taken, as its action, or the text of a refusal. */
  readonly #items: (Action | string)[] = []
  /** Shippers write the same action before each document. */
  #action: Action | undefined
  #documents = 0
  #withoutId = 0
  #errors = false

  constructor(body: Buffer, { path, query }: RequestInfo, origin: Origin) {
    this.#text = body.toString('utf8')
    this.#index = indexOf(path)
    this.#brief = query.includes('filter_path=')
    this.#builder = new EventBuilder(origin, this.#budget)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  /** The ids alone do not do: documents are sent anew with the id that they had, and other content. */
  get isIdempotentByContent(): boolean {
    return this.#documents > 0 && this.#withoutId === 0
  }

  *events(): Iterable<ParsedEvent | undefined> {
    const text = this.#text
    // Before millions of small documents are made.
    if (countOccurrences(text, '\n', 2 * maxBodyEvents + 1) > 2 * maxBodyEvents) throw tooManyEvents()
    let line = 0
    for (let at = 0; at < text.length; ) {
      const start = skipSpace(text, at)
      line += countOccurrences(text.slice(at, start), '\n', 2 * maxBodyEvents)
      if (start === text.length) break
      const end = endOfLine(text, start)
      line++
      const action = this.#read(text.slice(start, end).trim(), line)
      at = end + 1
      if (action.name === 'delete') {
        this.#refuse(action, 'Documents are not deleted.')
        yield undefined
        continue
      }
      const sourceEnd = endOfLine(text, at)
      const source = text.slice(at, sourceEnd)
      if (source.trim() === '') {
        throw new BodyRefusedError(400, `The action at line ${line} has no document behind it.`)
      }
      at = sourceEnd + 1
      line++
      yield this.#event(action, source)
    }
    if (this.#items.length === 0) throw new BodyRefusedError(400, 'The body has no actions.')
  }

  answer(): ShipperResponse {
    const took = Math.round(performance.now() - this.#since)
    const items = this.#items.map((item, number) =>
      typeof item === 'string' ? item : this.#created(item, number),
    )
    const body = `{"took":${took},"errors":${this.#errors},"items":[${items.join(',')}]}`
    return { status: 200, type: 'application/json', body }
  }

  #read(text: string, line: number): Action {
    if (this.#action?.text !== text) this.#action = readAction(text, line, this.#index)
    return this.#action
  }

  #event(action: Action, source: string): ParsedEvent | undefined {
    if (action.name === 'update') return this.#refuse(action, 'Documents are not updated.')
    const document = tryParseWithin(source, this.#budget)
    if (!isObject(document)) return this.#refuse(action, 'The document is no JSON object.')
    const builder = this.#builder
    builder.begin()
    readDocument(document, builder)
    if (action.index !== '') builder.tag('index', action.index)
    this.#documents++
    if (action.id === '') this.#withoutId++
    this.#items.push(action)
    return builder.end()
  }

  #created({ name, index, id }: Action, number: number): string {
    if (this.#brief) return `{"${name}":{"status":201}}`
    return `{"${name}":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(id || `${number}`)},"_version":1,"result":"created","_shards":{"total":1,"successful":1,"failed":0},"status":201}}`
  }

  #refuse({ name, index, id }: Action, reason: string): undefined {
    this.#errors = true
    const type =
      name === 'index' || name === 'create' ? 'document_parsing_exception' : 'illegal_argument_exception'
    const item = { _index: index, _id: id, status: 400, error: { type, reason } }
    this.#items.push(JSON.stringify({ [name]: item }))
  }
}

class DocumentReader implements BodyReader {
  readonly isIdempotentByContent = false
  readonly #document: JsonObject
  readonly #index: string
  readonly #builder: EventBuilder

  constructor(body: Buffer, { path }: RequestInfo, origin: Origin) {
    const document = parseBody(body.toString('utf8'))
    if (!isObject(document)) throw new BodyRefusedError(400, 'The document is no JSON object.')
    this.#document = document
    this.#index = indexOf(path)
    this.#builder = new EventBuilder(origin)
  }

  get truncatedEvents(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    this.#builder.begin()
    readDocument(this.#document, this.#builder)
    this.#builder.tag('index', this.#index)
    yield this.#builder.end()
  }

  answer(): ShipperResponse {
    const shards = { total: 1, successful: 1, failed: 0 }
    return jsonResponse(201, {
      _index: this.#index,
      _id: '0',
      _version: 1,
      result: 'created',
      _shards: shards,
    })
  }
}

/** A line before a document. */
interface Action {
  text: string
  name: string
  index: string
  id: string
}

/** `{"index": {"_index": "logs", "_id": "7"}}`; throws for what is no such line. */
function readAction(text: string, line: number, defaultIndex: string): Action {
  const action = tryParseJson(text)
  const [name = '', ...others] = isObject(action) ? Object.keys(action) : []
  const about = isObject(action) ? action[name] : undefined
  if (others.length > 0 || !actions.has(name) || !isObject(about)) {
    throw new BodyRefusedError(
      400,
      `Malformed action/metadata line [${line}], expected one of [create, delete, index, update].`,
    )
  }
  const { _index: index, _id: id } = about
  return {
    text,
    name,
    index: typeof index === 'string' ? index.slice(0, maxIndexLength) : defaultIndex,
    id: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, maxIdLength) : '',
  }
}

const actions = new Set(['index', 'create', 'update', 'delete'])

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** The index of `/logs/_bulk`, '' of `/_bulk`. */
function indexOf(path: string): string {
  const [, index = '', rest] = path.split('/')
  return rest === undefined ? '' : index.slice(0, maxIndexLength)
}
