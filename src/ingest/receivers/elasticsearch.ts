import type { ParsedEvent } from '../../schema/event.ts'
import { BodyRefused } from '../http/fault.ts'
import type { Reply } from '../intake.ts'
import { readDocument } from './document.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { isObject, type JsonObject, parsed, parsedBody } from './json-object.ts'
import { json, type Manner, type Problem, type Reading, type Receiver } from './receiver.ts'

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
const longestIndex = 255
const longestId = 512

/**
 * The bulk interface of Elasticsearch and OpenSearch, and single documents: `/_bulk`, `/{index}/_bulk`, `/{index}/_doc`.
 * Documents are only ever added: update and delete are refused item by item.
 */
export const elasticsearch: Receiver = {
  read(body, shipment, origin) {
    return shipment.path.endsWith('/_bulk')
      ? new BulkReading(body, shipment, origin)
      : new DocumentReading(body, shipment, origin)
  },
  refusal({ status, detail, retryAfter }: Problem): Reply {
    const cause = { type: errorTypes[status] ?? 'exception', reason: detail }
    return json(status, { error: { root_cause: [cause], ...cause }, status }, retryAfter)
  },
}

class BulkReading implements Reading {
  readonly #text: string
  readonly #index: string
  /** Clients that ask for `filter_path` read statuses and errors only. */
  readonly #brief: boolean
  readonly #builder: EventBuilder
  readonly #since = performance.now()
  readonly #items: string[] = []
  /** Shippers write the same action before each document. */
  #action: Action | undefined
  #documents = 0
  #withoutId = 0
  #errors = false

  constructor(body: Buffer, { path, query }: Manner, origin: Origin) {
    this.#text = body.toString('utf8')
    this.#index = indexOf(path)
    this.#brief = query.includes('filter_path=')
    this.#builder = new EventBuilder(origin)
  }

  get truncated(): number {
    return this.#builder.truncated
  }

  /** The ids alone do not do: documents are sent anew with the id that they had, and other content. */
  get isKnownByContent(): boolean {
    return this.#documents > 0 && this.#withoutId === 0
  }

  *events(): Iterable<ParsedEvent | undefined> {
    const text = this.#text
    let line = 0
    for (let at = 0; at < text.length; ) {
      const end = endOfLine(text, at)
      line++
      const action = text.slice(at, end).trim()
      at = end + 1
      if (action === '') continue
      const { name, index, id } = this.#read(action, line)
      if (name === 'delete') {
        this.#refuse(name, index, id, 'Documents are not deleted.')
        yield undefined
        continue
      }
      const sourceEnd = endOfLine(text, at)
      const source = text.slice(at, sourceEnd)
      if (source.trim() === '') {
        throw new BodyRefused(400, `The action at line ${line} has no document behind it.`)
      }
      at = sourceEnd + 1
      line++
      yield this.#event(name, index, id, source)
    }
    if (line === 0) throw new BodyRefused(400, 'The body has no actions.')
  }

  answer(): Reply {
    const took = Math.round(performance.now() - this.#since)
    const body = `{"took":${took},"errors":${this.#errors},"items":[${this.#items.join(',')}]}`
    return { status: 200, type: 'application/json', body }
  }

  #read(text: string, line: number): Action {
    if (this.#action?.text !== text) this.#action = readAction(text, line, this.#index)
    return this.#action
  }

  #event(name: string, index: string, id: string, source: string): ParsedEvent | undefined {
    if (name === 'update') return this.#refuse(name, index, id, 'Documents are not updated.')
    const document = parsed(source)
    if (!isObject(document)) return this.#refuse(name, index, id, 'The document is no JSON object.')
    const builder = this.#builder
    builder.begin()
    readDocument(document, builder)
    if (index !== '') builder.tag('index', index)
    this.#documents++
    if (id === '') this.#withoutId++
    this.#items.push(
      this.#brief
        ? `{"${name}":{"status":201}}`
        : `{"${name}":{"_index":${JSON.stringify(index)},"_id":${JSON.stringify(id || `${this.#items.length}`)},"_version":1,"result":"created","_shards":{"total":1,"successful":1,"failed":0},"status":201}}`,
    )
    return builder.end()
  }

  #refuse(name: string, index: string, id: string, reason: string): undefined {
    this.#errors = true
    const type =
      name === 'index' || name === 'create' ? 'document_parsing_exception' : 'illegal_argument_exception'
    const item = { _index: index, _id: id, status: 400, error: { type, reason } }
    this.#items.push(JSON.stringify({ [name]: item }))
  }
}

class DocumentReading implements Reading {
  readonly isKnownByContent = false
  readonly #document: JsonObject
  readonly #index: string
  readonly #builder: EventBuilder

  constructor(body: Buffer, { path }: Manner, origin: Origin) {
    const document = parsedBody(body)
    if (!isObject(document)) throw new BodyRefused(400, 'The document is no JSON object.')
    this.#document = document
    this.#index = indexOf(path)
    this.#builder = new EventBuilder(origin)
  }

  get truncated(): number {
    return this.#builder.truncated
  }

  *events(): Iterable<ParsedEvent> {
    this.#builder.begin()
    readDocument(this.#document, this.#builder)
    this.#builder.tag('index', this.#index)
    yield this.#builder.end()
  }

  answer(): Reply {
    const shards = { total: 1, successful: 1, failed: 0 }
    return json(201, { _index: this.#index, _id: '0', _version: 1, result: 'created', _shards: shards })
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
  const action = parsed(text)
  const [name = '', ...others] = isObject(action) ? Object.keys(action) : []
  const about = isObject(action) ? action[name] : undefined
  if (others.length > 0 || !actions.has(name) || !isObject(about)) {
    throw new BodyRefused(
      400,
      `Malformed action/metadata line [${line}], expected one of [create, delete, index, update].`,
    )
  }
  const { _index: index, _id: id } = about
  return {
    text,
    name,
    index: typeof index === 'string' ? index.slice(0, longestIndex) : defaultIndex,
    id: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, longestId) : '',
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
  return rest === undefined ? '' : index.slice(0, longestIndex)
}
