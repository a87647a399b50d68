import type { ParsedEvent } from '../../schema/event/event.ts'
import type { ExtraFieldsMode } from '../../schema/event/extra-fields.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { writableTags } from '../event/blank-event.ts'
import { countFreeTags } from '../event/event-limits.ts'
import { listText, readMembers, scalarText } from './json.ts'
import { hasObjectList, keptMember } from './kept-members.ts'

/** Prefix of structured data in `extra`: `SDATA.{id}.{param}`. */
const parameterPrefix = 'SDATA.'
const maxCachedParameters = 4_096
/** Cached by key of `extra`, since senders repeat few. Emptied when full. */
const parameterCache = new Map<string, Parameter>()
/** Maximum tags of one event from its extra fields. */
const maxFields = 32
/** Maximum length of a value, UTF-16 units. */
const maxValueLength = 4_096
/** Maximum length of a value of several lines, such as a stack trace. */
const maxMultilineLength = 32_768

/** Parameters that differ in each message (RFC 5424, 7.1.3 and 7.3): as tags they would make it unique. */
const perMessageParameters: ReadonlySet<string> = new Set([
  'meta.sequenceId',
  'meta.sysUpTime',
  'timeQuality.syncAccuracy',
])
/** Keys of `extra` with parts of the syslog header, and counts of structured data, which are never tags. */
const headerKeys: ReadonlySet<string> = new Set(['PID', 'MSGID', 'TIMESTAMP', 'SDATA_DROPPED', 'SDATA_CUT'])
/** Members of `extra_fields` that repeat fields of the event. */
const eventMembers: ReadonlySet<string> = new Set([
  'message',
  'host',
  'program',
  'ts',
  'priority',
  'severity',
  'facility',
])

/**
 * Turns data beside the message (`extra`) into user tags: parameters of structured data, attributes of some
 * protocols, stack traces and request ids; with `all` also unknown members. Runs after the rules and keeps
 * existing tags. One object serves all events.
 */
export class ExtraFields {
  /** Whether unknown members become tags too. */
  readonly #keepsAll: boolean
  // The parameters of the current event come first in both arrays. Items of earlier events may follow them.
  readonly #parameters: Parameter[] = []
  readonly #values: string[] = []
  /** In how many elements of the current event each name of a parameter occurs. */
  readonly #elements = new Map<string, number>()
  #event: ParsedEvent | undefined
  /** Tags that the event may still get; -1 until it gets the first, since most events get none. */
  #freeTags = -1
  /** Fields of the event that were omitted or cut. */
  #omitted = 0

  constructor(mode: Exclude<ExtraFieldsMode, 'off'>) {
    this.#keepsAll = mode === 'all'
  }

  /** Adds the tags. Returns how many fields were omitted or cut. Never throws; takes linear time. */
  apply(event: ParsedEvent): number {
    this.#event = event
    this.#freeTags = -1
    this.#omitted = 0
    const { extra, keepsExtra } = event
    const hasMembers = this.#addStructuredData(extra)
    if (!hasMembers) return this.#omitted
    if (this.#keepsAll || keepsExtra === true) readMembers(extra, this)
    else this.#addKept(extra)
    return this.#omitted
  }

  /** Always true: fields beyond the maximum are read too, to count them. */
  readonly hasRoom = true

  /** Called by readMembers for each field of `extra`, with its path. */
  put(path: string, value: string): void {
    if (path.startsWith(parameterPrefix) || headerKeys.has(path) || eventMembers.has(path)) return
    const { readFrom = [], originalBytes } = this.#event ?? {}
    // The pipeline gives a truncated event a tag of its own.
    if (originalBytes !== undefined && path === 'truncated') return
    // `labels.` in readFrom stands for all members below labels.
    const isRead = readFrom.some(read => path === read || (read.endsWith('.') && path.startsWith(read)))
    if (isRead) return
    this.#addTag(path, value)
  }

  /** Adds the members that become tags by default. */
  #addKept(extra: Record<string, unknown>): void {
    for (const name in extra) {
      const value = keptMember(name, extra[name])
      if (value === undefined) continue
      // Stack frames are objects, which listText skips, so the list becomes JSON.
      if (hasObjectList(value)) this.put(name, JSON.stringify(value))
      else readMembers({ [name]: value }, this)
    }
  }

  /**
   * Adds the parameters of structured data, with the SD-ID before a name that several elements have. Returns
   * whether `extra` has other members that are not in `headerKeys`; syslog events rarely have any.
   */
  #addStructuredData(extra: Record<string, unknown>): boolean {
    const parameters = this.#parameters
    let count = 0
    let isOneElement = true
    let hasMembers = false
    for (const key in extra) {
      if (!key.startsWith(parameterPrefix)) {
        hasMembers ||= !headerKeys.has(key)
        continue
      }
      const parameter = parseParameterKey(key)
      if (perMessageParameters.has(parameter.path)) continue
      const value = extra[key]
      parameters[count] = parameter
      this.#values[count++] = Array.isArray(value) ? listText(value) : scalarText(value)
      if (parameter.element !== parameters[0]?.element) isOneElement = false
    }
    if (count === 0) return hasMembers
    if (!isOneElement) this.#countElements(count)
    for (let i = 0; i < count; i++) {
      const parameter = parameters[i]
      if (parameter === undefined) continue
      const isShared = !isOneElement && (this.#elements.get(parameter.name) ?? 0) > 1
      this.#addTag(isShared ? parameter.path : parameter.name, this.#values[i] ?? '')
    }
    this.#omitted += parseCount(extra.SDATA_DROPPED) + parseCount(extra.SDATA_CUT)
    return hasMembers
  }

  /** Counts in `#elements` how many elements have each name. `count`: number of parameters of the event. */
  #countElements(count: number): void {
    this.#elements.clear()
    for (let i = 0; i < count; i++) {
      const name = this.#parameters[i]?.name ?? ''
      this.#elements.set(name, (this.#elements.get(name) ?? 0) + 1)
    }
  }

  #addTag(name: string, value: string): void {
    const event = this.#event
    // On a plain object this member would be its prototype.
    if (event === undefined || value === '' || name === '__proto__') return
    const tag = truncateText(name, maxNameLength)
    if (tag === '' || Object.hasOwn(event.tags, tag)) return
    if (this.#freeTags === -1) this.#freeTags = Math.min(maxFields, countFreeTags(event))
    if (this.#freeTags === 0) {
      this.#omitted++
      return
    }
    this.#freeTags--
    const limit = value.length > maxValueLength && value.includes('\n') ? maxMultilineLength : maxValueLength
    if (value.length > limit) this.#omitted++
    writableTags(event)[tag] = truncateText(value, limit)
  }
}

/** A count that the syslog parser has set. HTTP senders may send anything under its name: then 0. */
function parseCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 65_536 ? value : 0
}

/** A parameter of RFC 5424 structured data. */
interface Parameter {
  /** SD-ID. */
  element: string
  name: string
  /** `id.name`. */
  path: string
}

/** Parses a key of `extra` with `parameterPrefix`. */
function parseParameterKey(key: string): Parameter {
  let parameter = parameterCache.get(key)
  if (parameter === undefined) {
    parameter = splitPath(key.slice(parameterPrefix.length))
    if (parameterCache.size >= maxCachedParameters) parameterCache.clear()
    parameterCache.set(key, parameter)
  }
  return parameter
}

/** Splits `id.name`. In an SD-ID, only the number after the @ has dots (`junos@2636.1.1.1.2.26`). */
function splitPath(path: string): Parameter {
  const end = /^[^.@]*@\d+(?:\.\d+)*(?=\.)/.exec(path)?.[0].length ?? path.indexOf('.')
  return { element: path.slice(0, Math.max(0, end)), name: path.slice(end + 1), path }
}
