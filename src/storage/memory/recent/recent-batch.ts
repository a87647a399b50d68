import type { TagRef } from '../../../filter/predicate/predicate.ts'
import { eventTypes, type StoredEvent } from '../../../schema/event/event.ts'
import { currentFormat, type RowFormat } from '../../../schema/event/row.ts'
import { RowBinaryReader } from '../../clients/row-binary/row-binary-reader.ts'
import { addTag } from '../../clients/row-binary/sort-tags.ts'
import type { Field, Value } from '../../contract/field.ts'
import { micro } from '../../contract/time-span.ts'
import { compareValues } from '../../contract/value-order.ts'

/** A field that can be read without the message. */
type ValueField = Exclude<Field, 'message'>

/** Distinct templates, and the index of each row's template. */
interface NumberedTemplates {
  readonly texts: readonly string[]
  readonly numbers: Uint32Array
}

/** Bytes of id, ts, first, repeat and count. */
const fixedRowBytes = 29

/**
 * The rows of a spool file (schema/event/row.ts) in memory: times and ids are decoded at once, other columns
 * on request. Throws a RangeError when the bytes end within a row.
 */
export class RecentBatch {
  /** The sequence of the spool file; 0 when the rows were read from the table. */
  readonly sequence: number
  readonly bytes: number
  readonly size: number
  readonly ids: Float64Array
  /** Microseconds. */
  readonly ts: Float64Array
  readonly firsts: Float64Array
  readonly repeats: Uint8Array
  readonly counts: Uint32Array
  /** Positions in the bytes, by row: of the host, with which the columns after `earlier` begin. */
  readonly #contents: Uint32Array
  /** Of the template. */
  readonly #templates: Uint32Array
  readonly #format: RowFormat
  readonly #wire: RowBinaryReader
  #numbered: NumberedTemplates | undefined

  constructor(bytes: Uint8Array, sequence: number, maxRows: number, format = currentFormat) {
    this.sequence = sequence
    this.bytes = bytes.length
    this.#format = format
    const wire = new RowBinaryReader(bytes)
    this.#wire = wire
    this.ids = new Float64Array(maxRows)
    this.ts = new Float64Array(maxRows)
    this.firsts = new Float64Array(maxRows)
    this.repeats = new Uint8Array(maxRows)
    this.counts = new Uint32Array(maxRows)
    this.#contents = new Uint32Array(maxRows)
    this.#templates = new Uint32Array(maxRows)
    let row = 0
    for (; !wire.isAtEnd; row++) {
      if (row >= maxRows) throw new RangeError(`there are more than ${maxRows} rows`)
      if (wire.at + fixedRowBytes > bytes.length) throw new RangeError('the rows end within a row')
      this.ids[row] = wire.uint64()
      this.ts[row] = wire.int64()
      this.firsts[row] = wire.int64()
      this.repeats[row] = wire.uint8()
      this.counts[row] = wire.uint32()
      const earlier = wire.varUint()
      wire.at += 4 * earlier
      this.#contents[row] = wire.at
      this.#skipToMessage()
      // The message and the tags.
      wire.skipText()
      wire.skipText()
      this.#templates[row] = wire.at
      wire.skipText()
    }
    if (wire.at > bytes.length) throw new RangeError('the rows end within a text')
    this.size = row
  }

  second(row: number): number {
    return Math.floor((this.ts[row] ?? 0) / micro)
  }

  template(row: number): string {
    const { texts, numbers } = this.templates
    return texts[numbers[row] ?? 0] ?? ''
  }

  get templates(): NumberedTemplates {
    this.#numbered ??= this.#numberTemplates()
    return this.#numbered
  }

  /** '' when the event has no such tag. */
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
    this.#skipClass()
    if (field === 'cisco_mnemonic') return wire.text()
    wire.skipText()
    if (field === 'type') return eventTypes[wire.uint8()] ?? ''
    wire.at++
    if (field === 'status') return wire.uint8()
    wire.at++
    this.#skipTriggers()
    wire.skipText()
    return tagIn(tagsIn(wire.text()), field)
  }

  message(row: number): string {
    return this.#atMessage(row).text()
  }

  messageBytes(row: number): number {
    return this.#atMessage(row).varUint()
  }

  /** `counter` and `last` are the row's own. */
  event(row: number): StoredEvent {
    const wire = this.#wire
    wire.at = this.#contents[row] ?? 0
    const host = wire.text()
    const program = wire.text()
    const facility = wire.uint8()
    const severity = wire.uint8()
    this.#skipClass()
    const mnemonic = wire.text()
    const type = wire.uint8()
    const status = wire.uint8()
    const triggers = this.#format.hasTriggers ? wire.numbers() : []
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
      triggers,
      message,
      tags,
    }
  }

  #atMessage(row: number): RowBinaryReader {
    this.#wire.at = this.#contents[row] ?? 0
    this.#skipToMessage()
    return this.#wire
  }

  /** Skips host, program, facility, severity, class, mnemonic, type, status and triggers. */
  #skipToMessage(): void {
    const wire = this.#wire
    wire.skipText()
    wire.skipText()
    wire.at += 2
    this.#skipClass()
    wire.skipText()
    wire.at += 2
    this.#skipTriggers()
  }

  #skipClass(): void {
    if (this.#format.hasClass) this.#wire.skipText()
  }

  #skipTriggers(): void {
    if (this.#format.hasTriggers) this.#wire.skipNumbers()
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

/** Tags in the order of the engine, so that equal events have equal texts. */
function tagsIn(json: string): Record<string, string> {
  if (json === '{}') return {}
  // Written by our encoder: an object of strings.
  const stored = JSON.parse(json) as Record<string, string>
  const paths = Object.keys(stored)
  if (paths.length > 1) paths.sort(compareValues)
  const tags: Record<string, string> = {}
  for (const path of paths) addTag(tags, path, stored[path] ?? '')
  return tags
}
