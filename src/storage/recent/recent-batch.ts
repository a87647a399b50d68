import type { TagRef } from '../../filter/predicate.ts'
import { eventTypes, type StoredEvent } from '../../schema/event.ts'
import { tagName } from '../../schema/row.ts'
import { RowBinaryReader } from '../reads/row-binary-reader.ts'
import type { Field, Value } from '../store.ts'
import { micro } from '../time-span.ts'
import { compareValues } from '../value-order.ts'

/** A field of a row that can be told without its message. */
type ValueField = Exclude<Field, 'message'> | 'template'

/** The templates of rows: of each row the place of its text. */
interface NumberedTemplates {
  readonly texts: readonly string[]
  readonly numbers: Uint32Array
}

/** Bytes of a row that precede `earlier`: id, ts, first, repeat, count. */
const fixedRowBytes = 29

/**
 * The rows of a spool file (schema/row.ts) in memory: their times and ids at once, everything else when it is asked for. Made once
 * and shared by all who want to know what has come in. Throws a RangeError when the bytes end within a row.
 */
export class RecentBatch {
  /** Of the spool file; 0 of rows that were read from the table. */
  readonly sequence: number
  readonly bytes: number
  readonly size: number
  readonly ids: Float64Array
  /** Microseconds. */
  readonly ts: Float64Array
  readonly firsts: Float64Array
  readonly repeats: Uint8Array
  readonly counts: Uint32Array
  /** Where the content of a row begins, and its template. */
  readonly #contents: Uint32Array
  readonly #templates: Uint32Array
  readonly #wire: RowBinaryReader
  #numbered: NumberedTemplates | undefined

  /** `most`: rows that there are at most. */
  constructor(bytes: Uint8Array, sequence: number, most: number) {
    this.sequence = sequence
    this.bytes = bytes.length
    const wire = new RowBinaryReader(bytes)
    this.#wire = wire
    this.ids = new Float64Array(most)
    this.ts = new Float64Array(most)
    this.firsts = new Float64Array(most)
    this.repeats = new Uint8Array(most)
    this.counts = new Uint32Array(most)
    this.#contents = new Uint32Array(most)
    this.#templates = new Uint32Array(most)
    let row = 0
    for (; !wire.ended; row++) {
      if (row >= most) throw new RangeError(`there are more than ${most} rows`)
      if (wire.at + fixedRowBytes > bytes.length) throw new RangeError('the rows end within a row')
      this.ids[row] = wire.uint64()
      this.ts[row] = wire.int64()
      this.firsts[row] = wire.int64()
      this.repeats[row] = wire.uint8()
      this.counts[row] = wire.uint32()
      const earlier = wire.varUint()
      wire.at += 4 * earlier
      this.#contents[row] = wire.at
      wire.skipText()
      wire.skipText()
      wire.at += 2
      wire.skipText()
      wire.at += 2
      wire.skipText()
      wire.skipText()
      this.#templates[row] = wire.at
      wire.skipText()
    }
    if (wire.at > bytes.length) throw new RangeError('the rows end within a text')
    this.size = row
  }

  /** The second that a row belongs to. */
  second(row: number): number {
    return Math.floor((this.ts[row] ?? 0) / micro)
  }

  template(row: number): string {
    const { texts, numbers } = this.templates
    return texts[numbers[row] ?? 0] ?? ''
  }

  /** The templates of the rows, each text once. */
  get templates(): NumberedTemplates {
    this.#numbered ??= this.#numberTemplates()
    return this.#numbered
  }

  /** A field as it is counted by: '' when the event has no such tag. */
  value(row: number, field: ValueField): Value {
    const wire = this.#wire
    if (field === 'template') return this.template(row)
    wire.at = this.#contents[row] ?? 0
    if (field === 'host') return wire.text()
    wire.skipText()
    if (field === 'program') return wire.text()
    wire.skipText()
    if (field === 'facility') return wire.uint8()
    wire.at++
    if (field === 'severity') return wire.uint8()
    wire.at++
    if (field === 'cisco_mnemonic') return wire.text()
    wire.skipText()
    if (field === 'type') return eventTypes[wire.uint8()] ?? ''
    wire.at++
    if (field === 'status') return wire.uint8()
    wire.at++
    wire.skipText()
    return tagIn(tagsIn(wire.text()), field)
  }

  message(row: number): string {
    return this.#atMessage(row).text()
  }

  messageBytes(row: number): number {
    return this.#atMessage(row).varUint()
  }

  /** The row as an event: `counter` and `last` are those of the row. */
  event(row: number): StoredEvent {
    const wire = this.#wire
    wire.at = this.#contents[row] ?? 0
    const host = wire.text()
    const program = wire.text()
    const facility = wire.uint8()
    const severity = wire.uint8()
    const mnemonic = wire.text()
    const type = wire.uint8()
    const status = wire.uint8()
    const message = wire.text()
    const tags = tagsIn(wire.text())
    return {
      id: this.ids[row] ?? 0,
      ts: this.firsts[row] ?? 0,
      last: this.ts[row] ?? 0,
      counter: this.counts[row] ?? 0,
      host,
      program,
      facility,
      severity,
      mnemonic,
      type,
      status,
      message,
      tags,
    }
  }

  #atMessage(row: number): RowBinaryReader {
    const wire = this.#wire
    wire.at = this.#contents[row] ?? 0
    wire.skipText()
    wire.skipText()
    wire.at += 2
    wire.skipText()
    wire.at += 2
    return wire
  }

  #numberTemplates(): NumberedTemplates {
    const texts: string[] = []
    const numbers = new Uint32Array(this.size)
    const known = new Map<string, number>()
    for (let row = 0; row < this.size; row++) {
      this.#wire.at = this.#templates[row] ?? 0
      const text = this.#wire.text()
      let number = known.get(text)
      if (number === undefined) {
        number = texts.length
        texts.push(text)
        known.set(text, number)
      }
      numbers[row] = number
    }
    return { texts, numbers }
  }
}

function tagIn(tags: Readonly<Record<string, string>>, { tag }: TagRef): string {
  for (const name of tag) if (Object.hasOwn(tags, name)) return tags[name] ?? ''
  return ''
}

/** Tags in the order that the engine tells them in: equal events are equal texts, wherever they come from. */
function tagsIn(json: string): Record<string, string> {
  if (json === '{}') return {}
  // Written by our encoder: an object of strings.
  const stored = JSON.parse(json) as Record<string, string>
  const paths = Object.keys(stored)
  if (paths.length > 1) paths.sort(compareValues)
  const tags: Record<string, string> = {}
  for (const path of paths) {
    const value = stored[path] ?? ''
    const name = path.includes('%') ? tagName(path) : path
    // An assignment to this one would change what the object inherits from.
    if (name === '__proto__') Object.defineProperty(tags, name, { value, enumerable: true })
    else tags[name] = value
  }
  return tags
}
