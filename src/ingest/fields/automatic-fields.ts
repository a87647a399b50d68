import type { ParsedEvent } from '../../schema/event/event.ts'
import type { MessageFormat } from '../../schema/event/message-format.ts'
import { readCef } from './cef.ts'
import { FieldSink } from './field-sink.ts'
import { readJson } from './json.ts'
import { readLeef } from './leef.ts'
import { readPairs } from './pairs.ts'

/** Maximum position of a header in a message: a program or a host may precede it. */
const maxHeaderOffset = 128

/**
 * Adds the fields of messages as user tags. Reads each message in the first format that fits, of the formats
 * (CEF, LEEF, JSON, key=value pairs) that the operator turned on. Runs before the rules, which may test the
 * tags. One object serves all events.
 */
export class AutomaticFields {
  readonly #formats: ReadonlySet<MessageFormat>
  readonly #sink = new FieldSink()

  constructor(formats: readonly MessageFormat[]) {
    this.#formats = new Set(formats)
  }

  /**
   * Adds the tags. Keeps existing tags and the message. Returns whether a format fits. Never throws; takes
   * time linear in the message.
   */
  apply(event: ParsedEvent): boolean {
    this.#sink.begin(event)
    if (this.#read('cef', 'CEF', event, readCef) || this.#read('leef', 'LEEF', event, readLeef)) return true
    if (this.#formats.has('json') && readJson(event.message, this.#sink)) return true
    return this.#formats.has('pairs') && readPairs(event.message, this.#sink)
  }

  /**
   * Reads a format whose header begins with `word` and a colon, near the start of the message. If no other
   * program came before the header, the syslog parser has made the word the program and removed it.
   */
  #read(
    format: MessageFormat,
    word: string,
    { program, message }: ParsedEvent,
    read: (text: string, start: number, sink: FieldSink) => boolean,
  ): boolean {
    if (!this.#formats.has(format)) return false
    if (program === word && read(message, 0, this.#sink)) return true
    const at = message.indexOf(`${word}:`)
    if (at === -1 || at > maxHeaderOffset || (at > 0 && message.charCodeAt(at - 1) !== 0x20)) return false
    return read(message, at + word.length + 1, this.#sink)
  }
}
