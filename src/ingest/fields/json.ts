import { isObject, type JsonObject } from '../../schema/json-object.ts'

/** Takes fields one after the other. */
export interface FieldTaker {
  /** False when no more are taken. */
  readonly open: boolean
  put(name: string, value: string): void
}

/** UTF-16 units of a list's text that are joined; no taker keeps more of a value. */
const maxListLength = 4_096
/** Objects inside each other that are looked into. */
const maxDepth = 8
/** Members that are looked at, of all objects of a message. */
const maxMembers = 512
/** What rsyslog and others write before the JSON of a structured message (Common Event Expression). */
const ceeCookie = '@cee:'

/**
 * The fields of a message that is one JSON object, also behind `@cee:`: members of objects inside it by their path (`user.name`), lists of texts
 * and numbers as one text with commas. Objects in lists are passed over. False when it is no JSON object.
 */
export function readJson(text: string, sink: FieldTaker): boolean {
  const at = text.startsWith(ceeCookie) ? ceeCookie.length : 0
  const json = at === 0 ? text : text.slice(at)
  if (firstUnit(json) !== 0x7b) return false
  try {
    let value: unknown = JSON.parse(json)
    // Numbers of more than 15 digits are not what they were: read as they are written.
    if (hasLongNumber(value, maxDepth)) value = JSON.parse(json, sourceOfNumbers)
    if (!isObject(value)) return false
    new ObjectReader(sink, maxMembers).members(value, '', maxDepth)
    return true
  } catch {
    return false
  }
}

/** The same for an object that has been read, all of its members: what it takes is bounded by its size. */
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

/** The texts and numbers of a list with commas between them, as far as a tag may hold them. */
export function listText(list: readonly unknown[]): string {
  let joined = ''
  for (const one of list) {
    const text = scalarText(one)
    if (text !== '') joined += joined === '' ? text : `, ${text}`
    if (joined.length > maxListLength) break
  }
  return joined
}

/** A text, number or truth as text, '' for anything else. */
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

/** ECMAScript 2025: a reviver is given the text that a number was read from. */
function sourceOfNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value
}

/** The first unit that is no white space. */
function firstUnit(text: string): number {
  let at = 0
  while (isSpace(text.charCodeAt(at))) at++
  return text.charCodeAt(at)
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d
}
