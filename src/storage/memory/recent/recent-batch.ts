import type { TagRef } from '../../../filter/predicate/predicate.ts'
import { eventTypes, type StoredEvent } from '../../../schema/event/event.ts'
import { currentFormat, type RowFormat } from '../../../schema/event/row.ts'
import { RowBinaryReader } from '../../clients/row-binary/row-binary-reader.ts'
import { addTag } from '../../clients/row-binary/sort-tags.ts'
import type { Field, Value } from '../../contract/field.ts'
import { micro } from '../../contract/time-span.ts'
import { compareValues } from '../../contract/value-order.ts'

/** A field whose value `RecentBatch.value` reads. */
type ValueField = Exclude<Field, 'message'>

/** Distinct templates, and the index of each row's template. */
interface NumberedTemplates {
  readonly texts: readonly string[]
  readonly numbers: Uint32Array
}

/**
 * Rows in memory, as bytes in the format of spool files (schema/event/row.ts). The constructor decodes the
 * first columns, up to `count`, and throws a RangeError when the bytes end within a row or have more than
 * `maxRows` rows. Other columns are decoded on request.
 */
export class RecentBatch {
  /** The number of the batch; 0 for the newest rows of the table, which are of many batches. */
  readonly sequence: number
  readonly bytes: number
  /** Number of rows. The arrays of columns may be longer. */
  readonly size: number
  readonly ids: Float64Array
  /** Microseconds, as `firsts`. */
  readonly ts: Float64Array
  /** Column `first`: when the event of each row began. */
  readonly firsts: Float64Array
  /** Column `repeat`: 0 for the first row of an event, otherwise 1. */
  readonly repeats: Uint8Array
  /** Column `count`: occurrences in each row. */
  readonly counts: Uint32Array
  /** Index in the bytes of each row's host, the first column that is not decoded by the constructor. */
  readonly #hosts: Uint32Array
  /** Index in the bytes of each row's template. */
  readonly #templates: Uint32Array
  readonly #format: RowFormat
  /** Each method sets its position before it reads. */
  readonly #reader: RowBinaryReader
  /** Cached by `templates`. */
  #numbered: NumberedTemplates | undefined

  constructor(bytes: Uint8Array, sequence: number, maxRows: number, format = currentFormat) {
    this.sequence = sequence
    this.bytes = bytes.length
    this.#format = format
    const reader = new RowBinaryReader(bytes)
    this.#reader = reader
    this.ids = new Float64Array(maxRows)
    this.ts = new Float64Array(maxRows)
    this.firsts = new Float64Array(maxRows)
    this.repeats = new Uint8Array(maxRows)
    this.counts = new Uint32Array(maxRows)
    this.#hosts = new Uint32Array(maxRows)
    this.#templates = new Uint32Array(maxRows)
    let row = 0
    for (; !reader.isAtEnd; row++) {
      if (row >= maxRows) throw new RangeError(`there are more than ${maxRows} rows`)
      this.ids[row] = reader.uint64()
      this.ts[row] = reader.int64()
      this.firsts[row] = reader.int64()
      this.repeats[row] = reader.uint8()
      this.counts[row] = reader.uint32()
      // Column `earlier`.
      reader.skipNumbers()
      this.#hosts[row] = reader.at
      this.#skipToMessage()
      // The message and the tags.
      reader.skipText()
      reader.skipText()
      this.#templates[row] = reader.at
      reader.skipText()
    }
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

  /** Reads the columns of a row up to the field. '' when the event has no such tag. */
  value(row: number, field: ValueField): Value {
    const reader = this.#reader
    if (field === 'template') return this.template(row)
    reader.at = this.#hosts[row] ?? 0
    if (field === 'host') return reader.text()
    reader.skipText()
    if (field === 'program') return reader.text()
    reader.skipText()
    if (field === 'facility') return reader.uint8()
    reader.at++
    if (field === 'severity') return reader.uint8()
    reader.at++
    this.#skipClass()
    if (field === 'cisco_mnemonic') return reader.text()
    reader.skipText()
    if (field === 'type') return eventTypes[reader.uint8()] ?? ''
    reader.at++
    if (field === 'status') return reader.uint8()
    reader.at++
    this.#skipTriggers()
    // The message.
    reader.skipText()
    return tagIn(tagsIn(reader.text()), field)
  }

  message(row: number): string {
    return this.#atMessage(row).text()
  }

  messageBytes(row: number): number {
    return this.#atMessage(row).varUint()
  }

  /** The event of a row. `counter` and `last` cover only the occurrences in this row. */
  event(row: number): StoredEvent {
    const reader = this.#reader
    reader.at = this.#hosts[row] ?? 0
    const host = reader.text()
    const program = reader.text()
    const facility = reader.uint8()
    const severity = reader.uint8()
    this.#skipClass()
    const mnemonic = reader.text()
    const type = reader.uint8()
    const status = reader.uint8()
    const triggers = this.#format.hasTriggers ? reader.numbers() : []
    const message = reader.text()
    const tags = tagsIn(reader.text())
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

  /** The reader, at the message of a row. */
  #atMessage(row: number): RowBinaryReader {
    this.#reader.at = this.#hosts[row] ?? 0
    this.#skipToMessage()
    return this.#reader
  }

  /** From the host: skips host, program, facility, severity, class, mnemonic, type, status and triggers. */
  #skipToMessage(): void {
    const reader = this.#reader
    reader.skipText()
    reader.skipText()
    reader.at += 2
    this.#skipClass()
    reader.skipText()
    reader.at += 2
    this.#skipTriggers()
  }

  #skipClass(): void {
    if (this.#format.hasClass) this.#reader.skipText()
  }

  #skipTriggers(): void {
    if (this.#format.hasTriggers) this.#reader.skipNumbers()
  }

  #numberTemplates(): NumberedTemplates {
    const texts: string[] = []
    const numbers = new Uint32Array(this.size)
    const known = new Map<string, number>()
    for (let row = 0; row < this.size; row++) {
      this.#reader.at = this.#templates[row] ?? 0
      const text = this.#reader.text()
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

/** The value of the first of the tag's names that the event has. */
function tagIn(tags: Readonly<Record<string, string>>, { tag }: TagRef): string {
  for (const name of tag) if (Object.hasOwn(tags, name)) return tags[name] ?? ''
  return ''
}

/** Decodes tags, in the order of the engine, so that equal events have equal texts. */
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
