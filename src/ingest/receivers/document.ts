import { parseFacility, parseSeverity } from '../../filter/predicate/severity-words.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { dateToMicros } from '../body/time.ts'
import { maxMessageLength } from '../event/event-limits.ts'
import { firstValue, type PathList, paths, recordPresentPaths } from './document-path.ts'
import type { EventBuilder } from './event-builder.ts'
import { fieldNames } from './field-names.ts'
import { levelScales, parseLevel, parseScaled } from './logger-level.ts'

const maxPlaceholders = 100
/** Paths in the current document from which its event took values; see ParsedEvent.readFrom. */
let foundPaths: string[] = []
/** Microseconds of the value that `isTime` parsed last. */
let parsedTime = -1

const messages = paths(...fieldNames.messages)
const byteMessages = paths(...fieldNames.byteMessages)
const loggerMessages = paths(...fieldNames.loggerMessages)
const times = paths(...fieldNames.times)
const hosts = paths(...fieldNames.hosts)
const programs = paths(...fieldNames.programs)
const otherPrograms = paths(...fieldNames.otherPrograms)
const loggerPrograms = paths(...fieldNames.loggerPrograms)
const levels = [
  { candidates: paths(...fieldNames.syslogSeverities), fits: isSeverity },
  { candidates: paths(...fieldNames.ecsLevels), fits: isLevel },
  { candidates: paths(...fieldNames.severities), fits: isSeverity },
  { candidates: paths(...fieldNames.levels), fits: isLevel },
  { candidates: paths(...fieldNames.otherSeverities), fits: isSeverity },
]
const facilities = paths(...fieldNames.facilities)
const priorities = paths(...fieldNames.priorities)
const pythonLevels = paths('levelno level_number record.level.no')
const openTelemetryLevels = paths('SeverityNumber severityNumber severity_number')
const instants = paths('instant timestamp')
const mongoLevels = paths('s')
/** Tags for values that identify the source and vary little. */
const tags = [
  { name: 'event.dataset', candidates: paths('event.dataset') },
  { name: 'log.file.path', candidates: paths('log.file.path') },
  {
    name: 'kubernetes.namespace',
    candidates: paths('kubernetes.namespace.name kubernetes.namespace_name kubernetes.namespace'),
  },
  { name: 'kubernetes.pod', candidates: paths('kubernetes.pod.name kubernetes.pod_name') },
  { name: 'kubernetes.container', candidates: paths('kubernetes.container.name kubernetes.container_name') },
  { name: 'container.name', candidates: paths('container.name') },
]

/** Objects whose members are labels. */
const labelGroups = ['labels', 'fields'] as const

/**
 * Fills an event from any JSON document, which becomes its `extra`. Labels and `tags` become user tags.
 * Without a known member for the message, the message is the JSON text. `ownLabels`: a member with labels
 * that replace all other tags of their names.
 */
export function readDocument(document: JsonObject, builder: EventBuilder, ownLabels?: string): void {
  recordPresentPaths(document)
  foundPaths = []
  builder.time(timeOf(document))
  builder.host(textOf(find(document, hosts, isName)))
  // A level marks the line of a logger. Elsewhere, names such as `target` and `data` may mean anything, so
  // the logger fields count only beside a level.
  const hasLevel = readLevel(document, builder)
  builder.program(programOf(document, hasLevel))
  builder.facility(find(document, facilities, isFacility))
  const message =
    find(document, messages, isText) ??
    find(document, byteMessages, isBytes) ??
    (hasLevel ? find(document, loggerMessages, Array.isArray) : undefined)
  const messagePath = message === undefined ? undefined : foundPaths.at(-1)
  for (const group of labelGroups) readLabels(document, group, messagePath, builder)
  if (Array.isArray(document.tags)) {
    builder.tag('tags', document.tags.filter(isText).join(', '))
    foundPaths.push('tags')
  }
  for (const { name, candidates } of tags) builder.tag(name, find(document, candidates, isScalar))
  if (ownLabels !== undefined) readLabels(document, ownLabels, messagePath, builder)
  const text = messageText(message, document)
  builder.extras(document, foundPaths)
  builder.message(text === '' ? JSON.stringify(document) : text)
}

/**
 * Adds the labels of a group as tags, if the document has it, without the member at `messagePath`. Objects
 * and lists in it stay extra fields.
 */
function readLabels(
  document: JsonObject,
  group: string,
  messagePath: string | undefined,
  builder: EventBuilder,
): void {
  const labels = document[group]
  if (!isObject(labels)) return
  const areAllTags = !Object.values(labels).some(isObjectOrList)
  // The dot at the end: all members of the group.
  if (areAllTags) foundPaths.push(`${group}.`)
  for (const name in labels) {
    const path = `${group}.${name}`
    if (path === messagePath || isObjectOrList(labels[name])) continue
    builder.tag(name, labels[name])
    if (!areAllTags) foundPaths.push(path)
  }
}

/** The first value at these paths that `fits` accepts. Adds its path to `foundPaths`. */
function find(document: JsonObject, candidates: PathList, fits: (value: unknown) => boolean): unknown {
  return firstValue(document, candidates, fits, foundPaths)
}

function programOf(document: JsonObject, hasLevel: boolean): unknown {
  const program = textOf(
    find(document, programs, isName) ??
      find(document, otherPrograms, isName) ??
      (hasLevel ? find(document, loggerPrograms, isName) : undefined),
  )
  // rsyslog passes on the tag of syslog: `sshd[7]:` has the program sshd.
  const isSyslogTag = foundPaths.at(-1) === 'syslogtag' && typeof program === 'string'
  return isSyslogTag ? program.replace(/(?:\[\w{1,64}\])?:?$/, '') : program
}

function timeOf(document: JsonObject): number {
  const time = find(document, times, isTime)
  if (time !== undefined) return parsedTime
  const instant = find(document, instants, isObject)
  if (!isObject(instant)) return -1
  // Log4j writes `epochSecond` and `nanoOfSecond`, Google Cloud `seconds` and `nanos`.
  const seconds = instant.epochSecond ?? instant.seconds
  const nanos = instant.nanoOfSecond ?? instant.nanos
  if (typeof seconds !== 'number') return -1
  return dateToMicros(seconds + (typeof nanos === 'number' ? nanos / 1e9 : 0))
}

/** Sets the severity from a document's level or priority. Returns whether it has one. */
function readLevel(document: JsonObject, builder: EventBuilder): boolean {
  const priority = Number(find(document, priorities, isPriority) ?? -1)
  if (priority !== -1) {
    builder.facility(priority >> 3)
    builder.severity(priority & 7)
  }
  for (const { candidates, fits } of levels) {
    const level = find(document, candidates, fits)
    if (level !== undefined) return builder.severity(level)
  }
  const python = find(document, pythonLevels, isScalar)
  if (python !== undefined && builder.severity(parseScaled(python, levelScales.python))) return true
  const number = find(document, openTelemetryLevels, isScalar)
  if (number !== undefined && builder.severity(parseScaled(number, levelScales.openTelemetry))) return true
  // `t.$date` marks a line of MongoDB, whose severity is a letter; `D1` to `D5` are debug levels.
  const letter = foundPaths.includes('t.$date') ? find(document, mongoLevels, isText) : undefined
  if (typeof letter === 'string' && builder.severity(letter.charAt(0))) return true
  return priority !== -1
}

function isObjectOrList(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isBytes(value: unknown): boolean {
  return Array.isArray(value) && bytesText(value) !== undefined
}

function isScalar(value: unknown): boolean {
  return isText(value) || typeof value === 'number'
}

function isName(value: unknown): boolean {
  return isScalar(value) || (Array.isArray(value) && value.length > 0 && textOf(value) !== '')
}

/** A name: the value, the first of a list of names, or the text of a list of bytes. */
function textOf(value: unknown): unknown {
  return Array.isArray(value) ? (bytesText(value) ?? value.find(isText) ?? '') : value
}

function isTime(value: unknown): boolean {
  if (!isScalar(value)) return false
  parsedTime = dateToMicros(value)
  return parsedTime !== -1
}

function isSeverity(value: unknown): boolean {
  return parseSeverity(value) !== -1
}

function isLevel(value: unknown): boolean {
  return parseLevel(value) !== -1
}

function isPriority(value: unknown): boolean {
  if (!isScalar(value)) return false
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 && number <= 191
}

function isFacility(value: unknown): boolean {
  return parseFacility(value) !== -1
}

/**
 * The text of a message: the text itself, the text of a list of bytes, the joined values of a list, or a
 * message template filled with values of the document.
 */
function messageText(value: unknown, document: JsonObject): string {
  if (Array.isArray(value)) return bytesText(value) ?? value.map(textOfItem).join(' ')
  if (typeof value !== 'string') return ''
  return value === document['@mt'] ? fillTemplate(value, document) : value
}

/** The text of a list of bytes, as journalctl writes control characters; undefined for another list. */
function bytesText(list: readonly unknown[]): string | undefined {
  if (list.length === 0 || !list.every(isByte)) return undefined
  return Buffer.from(list).toString('utf8')
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

function textOfItem(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Fills a message template (messagetemplates.org) of Serilog's compact format: `User {Name} left` with Name
 * "bob" becomes `User bob left`. Placeholders past the maximum message length stay unfilled, as the message
 * is cut there anyway: otherwise a hundred copies of a value as long as the body could fill the memory.
 */
function fillTemplate(template: string, document: JsonObject): string {
  let placeholdersLeft = maxPlaceholders
  let unitsLeft = maxMessageLength
  // `{Name}`, `{@Name}`, `{Name,-10:0.0}`; `{{` and `}}` are braces.
  return template.replace(
    /\{\{|\}\}|\{[@$]?(\w{1,100})(?:,-?\d{1,4})?(?::[^{}]{0,100})?\}/g,
    (placeholder, name?: string) => {
      if (name === undefined) return placeholder.charAt(0)
      if (!Object.hasOwn(document, name) || placeholdersLeft-- <= 0 || unitsLeft <= 0) return placeholder
      const text = textOfItem(document[name])
      unitsLeft -= text.length
      return text
    },
  )
}
