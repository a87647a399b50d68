import { isObject, type JsonObject } from '../../schema/json-object.ts'

/** Collects fields. */
export interface FieldTaker {
  /** False when it takes no more fields. */
  readonly open: boolean
  put(name: string, value: string): void
}

/** Maximum length of a joined list, UTF-16 units; no taker keeps longer values. */
const maxListLength = 4_096
/** Maximum nesting of objects. */
const maxDepth = 8
/** Maximum members of all objects of a message. */
const maxMembers = 512
/** Prefix of structured JSON messages, by rsyslog and others (Common Event Expression). */
const ceeCookie = '@cee:'

/**
 * Reads the fields of a message that is one JSON object, also behind `@cee:`: members of nested objects by their path
 * (`user.name`), lists of texts and numbers as one text with commas. Skips objects in lists. Returns false for other messages.
 */
export function readJson(text: string, sink: FieldTaker): boolean {
  const at = text.startsWith(ceeCookie) ? ceeCookie.length : 0
  const json = at === 0 ? text : text.slice(at)
  if (firstUnit(json) !== 0x7b) return false
  try {
    let value: unknown = JSON.parse(json)
    // JSON.parse rounds numbers of more than 15 digits: takes them as they are written.
    if (hasLongNumber(value, maxDepth)) value = JSON.parse(json, sourceOfNumbers)
    if (!isObject(value)) return false
    new ObjectReader(sink, maxMembers).members(value, '', maxDepth)
    return true
  } catch {
    return false
  }
}

/** Reads all members of a parsed object in the same way. */
export function readMembers(object: JsonObject, sink: FieldTaker): void {
  new ObjectReader(sink, Number.POSITIVE_INFINITY).members(object, '', maxDepth)
}

class ObjectReader {
  readonly #sink: FieldTaker
  #left: number

  constructor(sink: FieldTaker, left: number) {
    this.#sink = sink
    this.#left = left
  }

  members(object: JsonObject, prefix: string, levels: number): void {
    for (const name in object) {
      if (--this.#left < 0 || !this.#sink.open) return
      const value = object[name]
      const path = prefix === '' ? name : `${prefix}.${name}`
      if (Array.isArray(value)) {
        this.#left -= value.length
        this.#sink.put(path, listText(value))
      } else if (isObject(value)) {
        if (levels > 1) this.members(value, path, levels - 1)
      } else this.#sink.put(path, scalarText(value))
    }
  }
}

/** The texts and numbers of a list, joined by commas, up to the length of a tag. */
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

function hasLongNumber(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null || levels === 0) return false
  for (const one of Object.values(value)) if (hasLongNumber(one, levels - 1)) return true
  return false
}

/** ECMAScript 2025 gives a reviver the source text of a number. */
function sourceOfNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value
}

/** The first unit that is not white space. */
function firstUnit(text: string): number {
  let at = 0
  while (isSpace(text.charCodeAt(at))) at++
  return text.charCodeAt(at)
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d
}
