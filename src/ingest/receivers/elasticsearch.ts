import { isObject } from '../../schema/text/json-object.ts'
import { BodyRefusedError } from '../body/fault.ts'
import { maxBodyEvents, tooManyEvents } from '../body/item-counter.ts'
import { skipSpace } from '../body/measure-json.ts'
import { countOccurrences, parseBody, tryParseJson, tryParseWithin } from '../body/parse-json.ts'
import { type BulkAction, BulkItems, newId } from './bulk-items.ts'
import { readDocument } from './document.ts'
import { type BodyEvents, type DecodedBody, jsonResponse, type Receiver } from './receiver.ts'

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
const shards = { total: 1, successful: 1, failed: 0 }

/**
 * The bulk interface of Elasticsearch and OpenSearch, and single documents: `/_bulk`, `/{index}/_bulk`,
 * `/{index}/_doc`, `/{index}/_doc/{id}`. Documents are only added: each update and delete is refused.
 */
export const elasticsearch: Receiver = {
  read: body => (/^(?:\/[^/]*)?\/_bulk$/.test(body.path) ? readBulk(body) : readSingle(body)),
  refusal({ status, detail, retryAfter }) {
    const cause = { type: errorTypes[status] ?? 'exception', reason: detail }
    return jsonResponse(status, { error: { root_cause: [cause], ...cause }, status }, retryAfter)
  },
}

function* readBulk({ body, path, query, builder, budget }: DecodedBody): BodyEvents {
  const startedAt = performance.now()
  const { text } = body
  const defaultIndex = indexOf(path)
  // Clients that ask for `filter_path` read statuses and errors only.
  const items = new BulkItems(query.includes('filter_path='))
  // Refused before millions of small documents are created.
  if (countOccurrences(text, '\n', 2 * maxBodyEvents + 1) > 2 * maxBodyEvents) throw tooManyEvents()
  // Shippers write the same action before each document, so it is parsed only when it differs.
  let action: Action | undefined
  let documents = 0
  let withoutId = 0
  let line = 0
  for (let at = 0; at < text.length; ) {
    const start = skipSpace(text, at)
    line += countOccurrences(text.slice(at, start), '\n', 2 * maxBodyEvents)
    if (start === text.length) break
    const end = endOfLine(text, start)
    line++
    const actionText = body.slice(start, end).trim()
    if (action?.text !== actionText) action = readAction(actionText, line, defaultIndex)
    at = end + 1
    if (action.name === 'delete') {
      yield items.refuse(action, 'Documents are not deleted.')
      continue
    }
    const sourceEnd = endOfLine(text, at)
    const source = body.slice(at, sourceEnd)
    if (source.trim() === '') {
      throw new BodyRefusedError(400, `The action at line ${line} has no document behind it.`)
    }
    at = sourceEnd + 1
    line++
    const document = action.name === 'update' ? undefined : tryParseWithin(source, budget)
    if (!isObject(document)) {
      yield items.refuse(
        action,
        action.name === 'update' ? 'Updating documents is not supported.' : 'The document is no JSON object.',
      )
      continue
    }
    builder.begin()
    readDocument(document, builder)
    if (action.index !== '') builder.tag('index', action.index)
    documents++
    if (action.id === '') withoutId++
    items.accept(action)
    yield builder.end()
  }
  if (items.size === 0) throw new BodyRefusedError(400, 'The body has no actions.')
  return {
    // The body's digest then identifies it, not the ids: clients reuse an id for other content.
    isIdempotent: documents > 0 && withoutId === 0,
    respond() {
      const took = Math.round(performance.now() - startedAt)
      const body = `{"took":${took},"errors":${items.hasErrors},"items":${items.toJson()}}`
      return { status: 200, type: 'application/json', body }
    },
  }
}

function* readSingle({ body, path, builder }: DecodedBody): BodyEvents {
  const document = parseBody(body)
  if (!isObject(document)) throw new BodyRefusedError(400, 'The document is no JSON object.')
  const index = indexOf(path)
  // The API has encoded the id.
  const id = decodeURIComponent(path.split('/')[3] ?? newId()).slice(0, maxIdLength)
  builder.begin()
  readDocument(document, builder)
  builder.tag('index', index)
  yield builder.end()
  return {
    respond: () =>
      jsonResponse(201, { _index: index, _id: id, _version: 1, result: 'created', _shards: shards }),
  }
}

/** The line before a document. */
interface Action extends BulkAction {
  text: string
}

/** Parses `{"index": {"_index": "logs", "_id": "7"}}`. Throws for any other line. */
function readAction(text: string, line: number, defaultIndex: string): Action {
  const action = tryParseJson(text)
  // Senders add members of their own, such as a count of attempts: the first name of an action counts.
  const name = isObject(action) ? Object.keys(action).find(member => actions.has(member)) : undefined
  const members = isObject(action) && name !== undefined ? action[name] : undefined
  if (name === undefined || !(isObject(members) || members === null)) {
    throw new BodyRefusedError(
      400,
      `Malformed action/metadata line [${line}], expected one of [create, delete, index, update].`,
    )
  }
  const { _index: index, _id: id } = members ?? {}
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

/** The index in `/logs/_bulk`; '' for `/_bulk`. */
function indexOf(path: string): string {
  const [, index = '', endpoint] = path.split('/')
  return endpoint === undefined ? '' : index.slice(0, maxIndexLength)
}
