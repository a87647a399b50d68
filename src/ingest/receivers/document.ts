import type { EventBuilder } from './event-builder.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { microsOfDate } from './time.ts'

/** Where documents have what an event has, best first: the Elastic Common Schema, then what shippers write. */
const messages = paths('message', 'log', 'msg', 'MESSAGE', 'event.original', 'body')
const times = paths('@timestamp', 'timestamp', 'time', 'timereported', 'ts')
const hosts = paths(
  'host.name',
  'host.hostname',
  'host',
  'hostname',
  'HOST',
  'agent.hostname',
  'kubernetes.host',
  'fromhost',
)
const programs = paths(
  'program',
  'appname',
  'app_name',
  'process.name',
  'service.name',
  'service',
  'ident',
  'syslogtag',
  'PROGRAM',
  'kubernetes.container.name',
  'kubernetes.container_name',
  'container.name',
  'event.module',
  'app',
)
const severities = paths(
  'log.syslog.severity.code',
  'log.syslog.severity.name',
  'syslog.severity_code',
  'log.level',
  'severity',
  'level',
  'PRIORITY',
  'priority',
)
const facilities = paths(
  'log.syslog.facility.code',
  'log.syslog.facility.name',
  'syslog.facility_code',
  'facility',
  'FACILITY',
)
/** What tells sources apart and has few values, by the name of its tag. */
const tags = [
  ['event.dataset', 'event.dataset'],
  ['log.file.path', 'log.file.path'],
  ['kubernetes.namespace', 'kubernetes.namespace.name', 'kubernetes.namespace_name', 'kubernetes.namespace'],
  ['kubernetes.pod', 'kubernetes.pod.name', 'kubernetes.pod_name'],
  ['kubernetes.container', 'kubernetes.container.name', 'kubernetes.container_name'],
  ['container.name', 'container.name'],
].map(([name = '', ...at]) => ({ name, at: paths(...at) }))

/** Objects whose members are labels that somebody chose. */
const labelled = ['labels', 'fields'] as const

/**
 * Fills an event from a document of any shape. What has no place in an event is `extra`, for rules; labels and the tags
 * above are user tags. A document without a message is its own text.
 */
export function readDocument(document: JsonObject, builder: EventBuilder): void {
  const time = first(document, times)
  if (time !== undefined) builder.time(microsOfDate(time))
  take(document, hosts, builder.host.bind(builder))
  take(document, programs, builder.program.bind(builder))
  take(document, severities, builder.severity.bind(builder))
  take(document, facilities, builder.facility.bind(builder))
  for (const group of labelled) {
    const labels = document[group]
    if (!isObject(labels)) continue
    for (const name in labels) builder.tag(name, labels[name])
  }
  if (Array.isArray(document.tags)) builder.tag('tags', document.tags.filter(isText).join(', '))
  for (const { name, at } of tags) builder.tag(name, first(document, at))
  for (const name in document) if (name !== 'message') builder.extra(name, document[name])
  const message = first(document, messages, isText)
  builder.message(isText(message) ? message : JSON.stringify(document))
}

/** The value at a path of member names; a member may also be named by the path with its dots. */
function valueAt(document: JsonObject, path: readonly string[]): unknown {
  let value: unknown = document
  for (const name of path) {
    if (!isObject(value)) return undefined
    value = value[name]
  }
  return value
}

interface Path {
  dotted: string
  names: readonly string[]
}

function paths(...dotted: string[]): Path[] {
  return dotted.map(path => ({ dotted: path, names: path.split('.') }))
}

function first(
  document: JsonObject,
  candidates: readonly Path[],
  fits: (value: unknown) => boolean = isScalar,
): unknown {
  for (const { dotted, names } of candidates) {
    const whole = document[dotted]
    if (fits(whole)) return whole
    if (names.length === 1) continue
    const value = valueAt(document, names)
    if (fits(value)) return value
  }
  return undefined
}

/** Gives candidates to `accept` until it takes one. */
function take(document: JsonObject, candidates: readonly Path[], accept: (value: unknown) => boolean): void {
  for (const { dotted, names } of candidates) {
    if (accept(document[dotted])) return
    if (names.length > 1 && accept(valueAt(document, names))) return
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isScalar(value: unknown): boolean {
  return isText(value) || typeof value === 'number'
}
