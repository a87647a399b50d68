import { thrownText } from '../../schema/thrown-text.ts'
import type { BodyText } from './body-text.ts'
import { BodyRefusedError } from './fault.ts'
import { parseLenientJson } from './lenient-json.ts'
import { maxValues, measureValue, notJson, skipSpace } from './measure-json.ts'
import type { ValueBudget } from './value-budget.ts'

type Opening = '{' | '['
const closings = { '{': '}', '[': ']' } as const

/**
 * Parses the JSON of a body step by step, and creates the value of one event at a time. `JSON.parse` of a
 * whole body could create millions of objects before they are counted. Methods throw BodyRefusedError for
 * invalid JSON.
 */
export class JsonPullParser {
  readonly #body: BodyText
  readonly #text: string
  readonly #budget: ValueBudget
  #at: number
  /** Whether the next member or item is the first, which no comma precedes. */
  #isFirst = false

  constructor(body: BodyText, budget: ValueBudget, position = 0) {
    this.#body = body
    this.#text = body.text
    this.#budget = budget
    this.#at = skipSpace(this.#text, position)
  }

  /** Position of the next value; for `forkAt`. */
  get position(): number {
    return this.#at
  }

  /** A parser of the same text and budget at another position. */
  forkAt(position: number): JsonPullParser {
    return new JsonPullParser(this.#body, this.#budget, position)
  }

  /** The value at a position; undefined without one. */
  valueAt(position: number | undefined): unknown {
    return position === undefined ? undefined : this.forkAt(position).value()
  }

  /** Enters the next value if it begins with `opening`. Returns false for other values, without moving. */
  enter(opening: Opening): boolean {
    if (this.#text[this.#at] !== opening) return false
    this.#move(this.#at + 1)
    this.#isFirst = true
    return true
  }

  /** Moves to the next member or item of an entered object or list; false at its end. */
  next(opening: Opening): boolean {
    const isFirst = this.#isFirst
    this.#isFirst = false
    const character = this.#text[this.#at]
    if (character === closings[opening]) {
      this.#move(this.#at + 1)
      return false
    }
    if (isFirst) return true
    if (character !== ',') throw notJson(this.#at)
    this.#move(this.#at + 1)
    return true
  }

  /** Reads the name of a member and its colon. */
  name(): string {
    if (this.#text[this.#at] !== '"') throw notJson(this.#at)
    const name = String(this.value())
    if (this.#text[this.#at] !== ':') throw notJson(this.#at)
    this.#move(this.#at + 1)
    return name
  }

  /** Reads the next value. */
  value(): unknown {
    const from = this.#at
    const { end, containers } = measureValue(this.#text, from, maxValues)
    this.#budget.takeContainers(containers)
    this.#move(end)
    try {
      return parseLenientJson(this.#body.slice(from, end))
    } catch (error) {
      const reason = thrownText(error).slice(0, 200)
      throw new BodyRefusedError(400, `The body is not JSON: ${reason} (in the value at character ${from})`)
    }
  }

  /** Skips the next value, of any size. Checks only that its brackets and quotation marks are closed. */
  skip(): void {
    this.#move(measureValue(this.#text, this.#at, Number.POSITIVE_INFINITY).end)
  }

  /**
   * Skips the next value and returns the positions of its wanted members (the last of equal names), for
   * `valueAt`. Undefined if the value is not an object.
   */
  memberPositions<Name extends string>(wanted: readonly Name[]): Partial<Record<Name, number>> | undefined {
    const positions: Partial<Record<Name, number>> = {}
    if (!this.enter('{')) {
      // Parsed, since `skip` would accept what is not JSON.
      this.value()
      return undefined
    }
    while (this.next('{')) {
      const name = this.name()
      const found = wanted.find(one => one === name)
      if (found !== undefined) positions[found] = this.#at
      this.skip()
    }
    return positions
  }

  /** Throws if anything is left. */
  end(): void {
    if (this.#at < this.#text.length) throw notJson(this.#at)
  }

  #move(to: number): void {
    this.#at = skipSpace(this.#text, to)
  }
}
