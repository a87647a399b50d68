import { Fault } from '../../../schema/fault.ts'
import { thrownText } from '../../../schema/thrown-text.ts'

/**
 * Bounds of one JSON text, checked before parsing. The cost of parsing and all later work depends on values
 * more than on bytes: 1 MiB of `{},{},…` are 350,000 objects.
 */
export const jsonBudget = {
  /** Maximum values of a text of 2.5 MB or more. 20,000 rules, or an import of 1,000 triggers, have fewer. */
  maxValues: 250_000,
  /** Bytes of text per allowed value. Host addresses in a list take more. */
  bytesPerValue: 10,
  /** Values allowed in even the smallest text. */
  minValues: 20_000,
  /** Maximum nesting of lists and objects. */
  maxDepth: 64,
  /** Maximum different member names: each costs V8 about a microsecond, wherever it occurs. */
  maxNames: 10_000,
} as const

/** The number of values allowed in JSON texts of up to `maxBytes`. */
export function maxValuesOf(maxBytes: number): number {
  const { minValues, maxValues, bytesPerValue } = jsonBudget
  return Math.min(maxValues, Math.max(minValues, Math.floor(maxBytes / bytesPerValue)))
}

/** A JSON text exceeds a bound. `place`: path of the first value beyond it. `expected`: what is allowed. */
export class JsonExcessError extends Error {
  readonly place: string
  readonly expected: string

  constructor(place: string, expected: string) {
    super(place === '' ? expected : `${place}: ${expected}`)
    this.place = place
    this.expected = expected
  }

  /** The error for the enclosing value, of which the checked value is the member `name`. */
  within(name: string): JsonExcessError {
    return new JsonExcessError(joinPlace(name, this.place), this.expected)
  }

  /** The message by field path. */
  get fields(): Record<string, string[]> {
    return { [this.place === '' ? 'non_field_errors' : this.place]: [this.expected] }
  }
}

function joinPlace(outer: string, inner: string): string {
  return outer === '' || inner === '' || inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`
}

/** A JSON text as UTF-8 bytes, and the maximum length of such texts, which determines how many values fit. */
interface JsonBytes {
  bytes: Uint8Array
  maxBytes: number
}

/**
 * Parses a JSON text; without `json`, as one of the smallest texts. Throws JsonExcessError beyond the budget,
 * and the SyntaxError of the parser.
 */
export function parseWithinBudget(text: string, json?: JsonBytes): unknown {
  requireBounded(json?.bytes ?? Buffer.from(text), maxValuesOf(json?.maxBytes ?? 0))
  return JSON.parse(text)
}

/**
 * As `parseWithinBudget`, but throws a Fault: validation beyond the budget, parse_error with the parser's
 * message.
 */
export function parseJson(text: string, json?: JsonBytes): unknown {
  try {
    return parseWithinBudget(text, json)
  } catch (error) {
    if (error instanceof JsonExcessError)
      throw new Fault('validation', { detail: error.message, fields: error.fields })
    throw new Fault('parse_error', { detail: `JSON parse error - ${thrownText(error)}` })
  }
}

const space = 0x20
const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Whether this byte ends a number, true, false or null. */
const endsWord = new Uint8Array(256)
for (const byte of [quote, comma, colon, openList, closeList, openObject, closeObject]) endsWord[byte] = 1
endsWord.fill(1, 0, space + 1)

/** Maximum characters of a name and of a whole path in a message. */
const maxShownName = 60
const maxShownPlace = 80

/**
 * Throws JsonExcessError at the first excess of a JSON text in UTF-8. One pass over its bytes, which is three
 * times faster than over the characters of a string. JSON.parse checks the grammar.
 */
function requireBounded(json: Uint8Array, maxValues: number): void {
  const { maxDepth, maxNames } = jsonBudget
  const place = new Place(json)
  const names = new Set<number>()
  const { length } = json
  let values = 0
  /** Whether the next text is the name of a member. */
  let expectsName = false
  let at = 0
  while (at < length) {
    const byte = json[at] ?? 0
    if (byte <= space || byte === colon) at++
    else if (byte === comma) {
      place.next()
      expectsName = place.isInObject
      at++
    } else if (byte === closeList || byte === closeObject) {
      // A closing bracket without an opening one is not JSON.
      if (!place.leave()) return
      expectsName = false
      at++
    } else if (byte === quote && expectsName) {
      const end = endOfText(json, at)
      place.setName(at + 1, end - 1)
      names.add(hashOf(json, at + 1, end - 1))
      if (names.size > maxNames)
        throw place.excess(`Expected at most ${maxNames} different names of members.`)
      expectsName = false
      at = end
    } else {
      if (++values > maxValues) throw place.excess(`Expected at most ${maxValues} values.`)
      if (byte === quote) at = endOfText(json, at)
      else if (byte === openList || byte === openObject) {
        expectsName = byte === openObject
        if (!place.enter(expectsName)) throw place.excess(`Expected at most ${maxDepth} levels of nesting.`)
        at++
      } else {
        at++
        while (at < length && endsWord[json[at] ?? 0] === 0) at++
      }
    }
  }
}

/** The position after the quote that ends the text starting at `from`. */
function endOfText(json: Uint8Array, from: number): number {
  const { length } = json
  let at = from + 1
  for (let byte = json[at]; byte !== quote && at < length; byte = json[at]) at += byte === backslash ? 2 : 1
  return Math.min(at + 1, length)
}

/** Two names with the same hash count once. */
function hashOf(json: Uint8Array, from: number, to: number): number {
  let hash = to - from
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (json[at] ?? 0)) | 0
  return hash
}

/** The position of a scan within the nesting of a text. */
class Place {
  readonly #json: Uint8Array
  #depth = 0
  /** By depth: whether it is an object, the item's index, and start and end of the member's name. */
  readonly #isObject = new Uint8Array(jsonBudget.maxDepth + 1)
  readonly #index = new Uint32Array(jsonBudget.maxDepth + 1)
  readonly #nameFrom = new Uint32Array(jsonBudget.maxDepth + 1)
  readonly #nameTo = new Uint32Array(jsonBudget.maxDepth + 1)

  constructor(json: Uint8Array) {
    this.#json = json
  }

  get isInObject(): boolean {
    return this.#isObject[this.#depth] === 1
  }

  /** False if the nesting is too deep. */
  enter(isObject: boolean): boolean {
    if (this.#depth === jsonBudget.maxDepth) return false
    this.#depth++
    this.#isObject[this.#depth] = isObject ? 1 : 0
    this.#index[this.#depth] = 0
    this.setName(0, 0)
    return true
  }

  /** False at the outermost level. */
  leave(): boolean {
    if (this.#depth === 0) return false
    this.#depth--
    return true
  }

  /** Moves to the next item or member. */
  next(): void {
    this.#index[this.#depth] = (this.#index[this.#depth] ?? 0) + 1
  }

  /** Sets where the bytes of the current member's name start and end. */
  setName(from: number, to: number): void {
    this.#nameFrom[this.#depth] = from
    this.#nameTo[this.#depth] = to
  }

  excess(expected: string): JsonExcessError {
    let place = ''
    for (let depth = 1; depth <= this.#depth; depth++) {
      if (this.#isObject[depth] === 1) place = joinPlace(place, this.#nameAt(depth))
      else place += `[${this.#index[depth]}]`
    }
    return new JsonExcessError(shortened(place, maxShownPlace), expected)
  }

  #nameAt(depth: number): string {
    const name = Buffer.from(this.#json.subarray(this.#nameFrom[depth], this.#nameTo[depth])).toString()
    return shortened(name, maxShownName)
  }
}

function shortened(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text
}
