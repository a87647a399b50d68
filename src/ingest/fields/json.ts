import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { parseLenientJson } from '../body/lenient-json.ts'

/** Takes the fields of a message or document one by one; see FieldSink and ExtraFields. */
export interface FieldCollector {
  /** Whether it takes more fields. */
  readonly hasRoom: boolean
  put(name: string, value: string): void
}

/** Length of the text of a list, UTF-16 units, from which on it gets no more items. */
const maxListLength = 4_096
/** Maximum nesting of objects. */
const maxDepth = 8
/** Maximum members of a message, including nested ones and the items of lists. */
const maxMembers = 512
/** Prefix of structured JSON messages, by rsyslog and others (Common Event Expression). */
const ceeCookie = '@cee:'

/**
 * Reads the fields of a message that is a JSON object, also after `@cee:`. Members of nested objects are
 * named by their path: `{"user": {"name": "bob"}}` gives user.name. Lists of texts, numbers and booleans
 * become one text with commas; objects in lists are skipped. Returns false for other messages.
 */
export function readJson(text: string, sink: FieldCollector): boolean {
  const at = text.startsWith(ceeCookie) ? ceeCookie.length : 0
  const json = at === 0 ? text : text.slice(at)
  if (!/^[ \t\n\r]*\{/.test(json)) return false
  try {
    const value = parseLenientJson(json)
    if (!isObject(value)) return false
    putMembers(value, sink, maxMembers)
    return true
  } catch {
    return false
  }
}

/** Reads the members of a parsed object as readJson does, but any number of them. */
export function readMembers(object: JsonObject, sink: FieldCollector): void {
  putMembers(object, sink, Number.POSITIVE_INFINITY)
}

function putMembers(root: JsonObject, sink: FieldCollector, limit: number): void {
  let membersLeft = limit
  const putBelow = (object: JsonObject, prefix: string, levels: number): void => {
    for (const name in object) {
      if (--membersLeft < 0 || !sink.hasRoom) return
      const value = object[name]
      const path = prefix === '' ? name : `${prefix}.${name}`
      if (Array.isArray(value)) {
        membersLeft -= value.length
        sink.put(path, listText(value))
      } else if (isObject(value)) {
        if (levels > 1) putBelow(value, path, levels - 1)
      } else sink.put(path, scalarText(value))
    }
  }
  putBelow(root, '', maxDepth)
}

/**
 * The texts, numbers and booleans of a list, joined by commas. Ends after the item that exceeds
 * maxListLength.
 */
export function listText(list: readonly unknown[]): string {
  let joined = ''
  for (const one of list) {
    const text = scalarText(one)
    if (text !== '') joined += joined === '' ? text : `, ${text}`
    if (joined.length > maxListLength) break
  }
  return joined
}

/** A text, number or boolean as text, '' for anything else. */
export function scalarText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
