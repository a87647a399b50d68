import type { ParsedEvent } from '../../schema/event.ts'
import { tagPath } from '../../schema/row.ts'
import { RowBuffer } from './row-buffer.ts'

/**
 * What all rows of an event have in common: the columns host, program, facility, severity, mnemonic, type, status,
 * message, tags, encoded as they stand in a row. Its bytes are also the event's signature: two events are the same
 * when the bytes before `headEnd` (host, program, facility, severity) and those from `messageStart` (message, tags)
 * are. Mnemonic, type and status follow from these and from the rules, so the first occurrence's hold.
 */
export interface Content {
  bytes: Buffer
  view: DataView
  start: number
  headEnd: number
  messageStart: number
  end: number
}

/** Writes the content of one event at a time into memory of its own. */
export class ContentWriter implements Content {
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

  write(event: ParsedEvent): void {
    const row = this.#row
    row.length = 0
    row.text(event.host)
    row.text(event.program)
    row.reserve(2)
    row.uint8(event.facility)
    row.uint8(event.severity)
    this.headEnd = row.length
    row.text(event.mnemonic)
    row.reserve(2)
    row.uint8(event.type)
    row.uint8(event.status)
    this.messageStart = row.length
    row.text(event.message)
    row.text(tagsText(event.tags))
  }
}

/** Tags as the row has them: a flat JSON object, names in order, so that equal tags are equal text. */
function tagsText(tags: Record<string, string>): string {
  for (const _ in tags) return namedTags(tags)
  return '{}'
}

/** Text that is the same in JSON. */
const plain = /^[ !#-[\]-~]*$/
/** Names of tags as they stand before their values. A bounded number: clients may make names up. */
const keyTexts = new Map<string, string>()
const mostKeyTexts = 4_096

function keyText(name: string): string {
  let text = keyTexts.get(name)
  if (text === undefined) {
    text = `${JSON.stringify(tagPath(name))}:`
    if (keyTexts.size >= mostKeyTexts) keyTexts.clear()
    keyTexts.set(name, text)
  }
  return text
}

function namedTags(tags: Record<string, string>): string {
  let text = ''
  for (const name of Object.keys(tags).sort()) {
    const value = tags[name] ?? ''
    if (value === '') continue
    text += `${text === '' ? '{' : ','}${keyText(name)}${plain.test(value) ? `"${value}"` : JSON.stringify(value)}`
  }
  return text === '' ? '{}' : `${text}}`
}
