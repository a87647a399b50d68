import type { ParsedEvent } from '../../schema/event.ts'
import type { MessageFormat } from '../../schema/message-format.ts'
import { readCef } from './cef.ts'
import { FieldSink } from './field-sink.ts'
import { readJson } from './json.ts'
import { readLeef } from './leef.ts'
import { readPairs } from './pairs.ts'

/** A header may stand behind the name of a program or of a host, no further in than this. */
const maxHeaderOffset = 128

/** Makes user tags of the fields that messages have, by the first of the wanted formats that fits. One of these serves all events. */
export class AutomaticFields {
  readonly #wanted: ReadonlySet<MessageFormat>
  readonly #sink = new FieldSink()

  constructor(wanted: readonly MessageFormat[]) {
    this.#wanted = new Set(wanted)
  }

  /** Adds the tags. Tags that are there stay, the message too. Never throws; linear in the length of the message. */
  apply(event: ParsedEvent): void {
    this.#sink.begin(event)
    if (this.#read('cef', 'CEF', event, readCef) || this.#read('leef', 'LEEF', event, readLeef)) return
    if (this.#wanted.has('json') && readJson(event.message, this.#sink)) return
    if (this.#wanted.has('pairs')) readPairs(event.message, this.#sink)
  }

  /** The parser of syslog takes the word before the version for the program, where there is no other one. */
  #read(
    format: MessageFormat,
    word: string,
    { program, message }: ParsedEvent,
    read: (text: string, start: number, sink: FieldSink) => boolean,
  ): boolean {
    if (!this.#wanted.has(format)) return false
    if (program === word && read(message, 0, this.#sink)) return true
    const at = message.indexOf(`${word}:`)
    if (at === -1 || at > maxHeaderOffset || (at > 0 && message.charCodeAt(at - 1) !== 0x20)) return false
    return read(message, at + word.length + 1, this.#sink)
  }
}
