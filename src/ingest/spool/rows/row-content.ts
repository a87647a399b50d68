import type { ParsedEvent } from '../../../schema/event/event.ts'
import { type RowFormat, tagPath } from '../../../schema/event/row.ts'
import { RowBuffer } from './row-buffer.ts'

/**
 * The encoded columns that all rows of an event share. The bytes before `headEnd` (host, program, facility,
 * severity, class) and from `messageStart` on (message, tags) are the event's signature. The columns in
 * between (mnemonic, type, status, triggers) are not part of it.
 */
export interface RowContent {
  bytes: Buffer
  view: DataView
  start: number
  headEnd: number
  messageStart: number
  end: number
}

const noTriggers: readonly number[] = []

/** Converts the content of an earlier version's row: adds an empty class and no triggers if it has none. */
export function withAllColumns(
  { bytes, start, headEnd, messageStart, end }: RowContent,
  { hasClass, hasTriggers }: RowFormat,
): RowContent {
  // An empty text or list is a length of 0.
  const emptyColumn = (isStored: boolean) => Buffer.alloc(isStored ? 0 : 1)
  const classBytes = emptyColumn(hasClass)
  const triggerBytes = emptyColumn(hasTriggers)
  const all = Buffer.concat([
    bytes.subarray(start, headEnd),
    classBytes,
    bytes.subarray(headEnd, messageStart),
    triggerBytes,
    bytes.subarray(messageStart, end),
  ])
  const message = messageStart - start + classBytes.length + triggerBytes.length
  return {
    bytes: all,
    view: new DataView(all.buffer, all.byteOffset, all.length),
    start: 0,
    headEnd: headEnd - start + classBytes.length,
    messageStart: message,
    end: all.length,
  }
}

/** Writes the content of one event at a time into its own memory. */
export class RowContentWriter implements RowContent {
  readonly #row = new RowBuffer(64 * 1024)
  readonly start = 0
  headEnd = 0
  messageStart = 0

  get bytes(): Buffer {
    return this.#row.bytes
  }

  get view(): DataView {
    return this.#row.view
  }

  get end(): number {
    return this.#row.length
  }

  /** `triggers`: ids of the triggers that the event fires. */
  write(event: ParsedEvent, triggers: readonly number[] = noTriggers): void {
    const row = this.#row
    row.length = 0
    row.text(event.host)
    row.text(event.program)
    row.reserve(2)
    row.uint8(event.facility)
    row.uint8(event.severity)
    row.text(event.retentionClass ?? '')
    this.headEnd = row.length
    row.text(event.mnemonic)
    row.reserve(2)
    row.uint8(event.type)
    row.uint8(event.status)
    writeIds(row, triggers)
    this.messageStart = row.length
    row.text(event.message)
    row.text(tagsText(event.tags))
  }
}

function writeIds(row: RowBuffer, ids: readonly number[]): void {
  row.reserve(5 + 4 * ids.length)
  row.varint(ids.length)
  for (let i = 0; i < ids.length; i++) row.uint32(ids[i] ?? 0)
}

/** Tags as in a row: a flat JSON object with sorted names, so that equal tags have equal text. */
function tagsText(tags: Record<string, string>): string {
  // Most events have no tags, and then need no list of names.
  for (const _ in tags) return encodeTags(tags)
  return '{}'
}

/** Cache of encoded tag names. Limited, because senders choose the names. */
const keyTexts = new Map<string, string>()
const maxKeyTexts = 4_096
/** Up to this many names, insertionSort is faster than `sort`. */
const maxInsertionSorted = 12

/** Encodes a tag name. '' for a name that UTF-8 cannot encode. */
function keyText(name: string): string {
  let text = keyTexts.get(name)
  if (text === undefined) {
    text = name.isWellFormed() ? `${JSON.stringify(tagPath(name))}:` : ''
    if (keyTexts.size >= maxKeyTexts) keyTexts.clear()
    keyTexts.set(name, text)
  }
  return text
}

function encodeTags(tags: Record<string, string>): string {
  const names = Object.keys(tags)
  if (names.length > maxInsertionSorted) names.sort()
  else insertionSort(names)
  let text = ''
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? ''
    const value = tags[name] ?? ''
    if (value === '') continue
    const key = keyText(name)
    if (key === '') return encodeTags(wellFormed(tags))
    text += `${text === '' ? '{' : ','}${key}${isPlain(value) ? `"${value}"` : JSON.stringify(value.toWellFormed())}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Makes names well-formed: the store refuses lone surrogates. Of equal names, the last counts. */
function wellFormed(tags: Record<string, string>): Record<string, string> {
  const filledTags = Object.entries(tags).filter(([, value]) => value !== '')
  return Object.fromEntries(filledTags.map(([name, value]) => [name.toWellFormed(), value]))
}

/** Sorts by UTF-16 units, like `sort`. */
function insertionSort(names: string[]): void {
  for (let i = 1; i < names.length; i++) {
    const name = names[i] ?? ''
    let at = i
    for (; at > 0 && (names[at - 1] ?? '') > name; at--) names[at] = names[at - 1] ?? ''
    names[at] = name
  }
}

/** Whether a text needs no escapes in JSON: printable ASCII without `"` and `\`. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return false
  }
  return true
}
