import { parseFacility, parseSeverity } from '../../filter/severity-words.ts'
import { isObject, type JsonObject } from '../../schema/json-object.ts'
import type { EventBuilder } from './event-builder.ts'
import { dateToMicros } from './time.ts'

/** Paths of the values that the current event took from its document. */
let foundPaths: string[] = []
/** Numbers of the searched names; and by number the generation of the last document that has the name. */
const nameNumbers = new Map<string, number>()
const seenIn: number[] = []
let generation = 0

/** Paths of the fields of an event, best first: the Elastic Common Schema, then what shippers write. */
const messages = paths('message', 'log', 'msg', 'MESSAGE', 'event.original', 'body', 'line')
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
  '_HOSTNAME',
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
  'event.provider',
  'app',
  'SYSLOG_IDENTIFIER',
  '_COMM',
  'logger',
  'tag',
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
  'SYSLOG_FACILITY',
)
/** Paths of values that identify sources and are few, by the name of their tag. */
const tags = [
  ['event.dataset', 'event.dataset'],
  ['log.file.path', 'log.file.path'],
  ['kubernetes.namespace', 'kubernetes.namespace.name', 'kubernetes.namespace_name', 'kubernetes.namespace'],
  ['kubernetes.pod', 'kubernetes.pod.name', 'kubernetes.pod_name'],
  ['kubernetes.container', 'kubernetes.container.name', 'kubernetes.container_name'],
  ['container.name', 'container.name'],
].map(([name = '', ...at]) => ({ name, at: paths(...at) }))

/** Objects whose members are labels. */
const labelGroups = ['labels', 'fields'] as const

/** Fills an event from any document, which becomes its `extra`. Labels and `tags` become user tags. The default message is the JSON. */
export function readDocument(document: JsonObject, builder: EventBuilder): void {
  recordNames(document)
  foundPaths = []
  const time = firstValue(document, times, isScalar)
  if (time !== undefined) builder.time(dateToMicros(time))
  builder.host(firstValue(document, hosts, isScalar))
  builder.program(firstValue(document, programs, isScalar))
  builder.severity(firstValue(document, severities, isSeverity))
  builder.facility(firstValue(document, facilities, isFacility))
  for (const group of labelGroups) {
    const labels = document[group]
    if (!isObject(labels)) continue
    for (const name in labels) builder.tag(name, labels[name])
    foundPaths.push(`${group}.`)
  }
  if (Array.isArray(document.tags)) {
    builder.tag('tags', document.tags.filter(isText).join(', '))
    foundPaths.push('tags')
  }
  for (const { name, at } of tags) builder.tag(name, firstValue(document, at, isScalar))
  const message = firstValue(document, messages, isText)
  builder.extras(document, foundPaths)
  builder.message(isText(message) ? message : JSON.stringify(document))
}

/** Where a value may be: under a dotted name, or nested. */
interface Path {
  dotted: string
  names: readonly string[]
  /** Numbers of `dotted` and of the first name among those that are looked for. */
  whole: number
  top: number
}

function paths(...dotted: string[]): Path[] {
  return dotted.map(path => {
    const names = path.split('.')
    return { dotted: path, names, whole: numberOf(path), top: numberOf(names[0] ?? '') }
  })
}

function numberOf(name: string): number {
  const number = nameNumbers.get(name) ?? nameNumbers.size
  nameNumbers.set(name, number)
  return number
}

/** Records which searched names a document has: most are absent, and then need no lookup. */
function recordNames(document: JsonObject): void {
  generation++
  for (const name in document) {
    const number = nameNumbers.get(name)
    if (number !== undefined) seenIn[number] = generation
  }
}

/** The first value that fits; adds its path to `foundPaths`. */
function firstValue(
  document: JsonObject,
  candidates: readonly Path[],
  fits: (value: unknown) => boolean,
): unknown {
  for (const { dotted, names, whole, top } of candidates) {
    if (seenIn[whole] === generation) {
      const value = document[dotted]
      if (fits(value)) {
        foundPaths.push(dotted)
        return value
      }
    }
    if (names.length === 1 || seenIn[top] !== generation) continue
    const value = valueAt(document, names)
    if (fits(value)) {
      foundPaths.push(dotted)
      return value
    }
  }
  return undefined
}

function valueAt(document: JsonObject, names: readonly string[]): unknown {
  let value: unknown = document
  for (const name of names) {
    if (!isObject(value)) return undefined
    value = value[name]
  }
  return value
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isScalar(value: unknown): boolean {
  return isText(value) || typeof value === 'number'
}

function isSeverity(value: unknown): boolean {
  return parseSeverity(value) !== -1
}

function isFacility(value: unknown): boolean {
  return parseFacility(value) !== -1
}
