import type { OutgoingAnswer } from '../../outgoing/exchange.ts'
import { facilities, severities, statuses } from '../../schema/event/event.ts'
import { viaTag, viaWith } from '../../schema/forwarding/loop-detection.ts'
import { defaultIndex, type ElasticsearchTarget } from '../../schema/forwarding/targets/elasticsearch.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { isoTime } from '../formats/iso-time.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { DeliveryError } from './delivery.ts'
import type { BatchOutcome, BatchProtocol } from './http-batches.ts'
import { headersOf, withPath } from './http-headers.ts'
import { describeAnswer, type HttpOptions } from './http-sender.ts'
import { jsonAnswer } from './json-answer.ts'

/** An item with an error has up to about a kilobyte. A request has at most a few thousand items. */
const maxAnswerBytes = 8_388_608
/** Only these members of an answer are read. */
const answerMembers = 'errors,items.*.status,items.*.error.type,items.*.error.reason'

/** The address of `_bulk`. */
export function bulkOptions(target: ElasticsearchTarget): HttpOptions {
  const url = withPath(target.url, '/_bulk')
  url.searchParams.set('filter_path', answerMembers)
  return { ...target, url: url.href, maxAnswerBytes }
}

/**
 * `_bulk` of Elasticsearch and OpenSearch. The id of a document is made of the id of its event, so that an
 * event that is sent again is recognised. `create` also works for data streams.
 */
export function elasticsearch(target: ElasticsearchTarget, instance: string): BatchProtocol {
  const { index = defaultIndex } = target
  return {
    headers: headersOf('application/x-ndjson', target),
    write(event) {
      // Ids of events are unique within an installation only.
      const create = { _index: indexAt(index, event.ts), _id: `${instance}-${event.id}` }
      return `${JSON.stringify({ create })}\n${JSON.stringify(ecsDocument(event, instance))}\n`
    },
    outcome: readItems,
  }
}

/** The name of an index with %Y, %m and %d of a time in microseconds, UTC. */
function indexAt(pattern: string, micros: number): string {
  if (!pattern.includes('%')) return pattern
  const [year = '', month = '', day = ''] = isoTime(micros).slice(0, 10).split('-')
  return pattern.replaceAll('%Y', year).replaceAll('%m', month).replaceAll('%d', day)
}

/** An event in the Elastic Common Schema. Fields that the schema lacks are in `millrace`. */
function ecsDocument(event: OutgoingEvent, instance: string): object {
  const { id, ts, last, counter, host, program, facility, severity, mnemonic, status, message } = event
  const severityName = severities[severity]?.toLowerCase()
  return {
    '@timestamp': isoTime(ts),
    message,
    ...(host !== '' && { host: { name: host } }),
    log: {
      level: severityName,
      syslog: {
        ...(program !== '' && { appname: program }),
        severity: { code: severity, name: severityName },
        facility: { code: facility, name: facilities[facility]?.toLowerCase() },
      },
    },
    ...(program !== '' && { process: { name: program } }),
    event: {
      id,
      ...(mnemonic !== '' && { code: mnemonic }),
      ...(counter > 1 && { start: isoTime(ts), end: isoTime(last) }),
    },
    labels: { ...flatNames(event.tags), [viaTag]: viaWith(event.tags[viaTag], instance) },
    millrace: { counter, ...(status !== 0 && { status: statuses[status] }) },
  }
}

/** Tags without dots in their names: Elasticsearch would refuse an event with `a` and another with `a.b`. */
function flatNames(tags: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.replaceAll('.', '_'), value]))
}

/** The server is busy or set up otherwise: it may take the document later. */
const isPostponed = (status: number) => status >= 500 || [401, 403, 404, 408, 429].includes(status)

/**
 * Reads the answer of `_bulk`: each item has a status. 409 means that the document exists: it was sent
 * before. Other statuses of clients refuse the document.
 */
function readItems(answer: OutgoingAnswer, count: number): BatchOutcome {
  const parsed = jsonAnswer(answer.body)
  if (parsed?.errors === false) return { refused: 0, postponed: [], reason: '' }
  const items: readonly unknown[] = Array.isArray(parsed?.items) ? parsed.items : []
  if (items.length !== count)
    throw new DeliveryError(`The answer is not the answer of a bulk request. ${describeAnswer(answer)}`)
  let refused = 0
  const postponed: number[] = []
  let reason = ''
  for (const [position, item] of items.entries()) {
    const result = isObject(item) ? (item.create ?? item.index) : undefined
    const { status, error }: JsonObject = isObject(result) ? result : {}
    if (typeof status !== 'number')
      throw new DeliveryError(`An item without a status: ${JSON.stringify(item)}`)
    if (status < 300 || status === 409) continue
    if (isPostponed(status)) postponed.push(position)
    else refused++
    if (reason === '') reason = describeAnswer({ status, body: reasonOf(error) })
  }
  return { refused, postponed, reason }
}

/** `mapper_parsing_exception: failed to parse field [labels.a]`. */
function reasonOf(error: unknown): string {
  if (!isObject(error)) return ''
  return [error.type, error.reason].filter(part => typeof part === 'string').join(': ')
}
