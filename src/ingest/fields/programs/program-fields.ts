import type { ParsedEvent } from '../../../schema/event/event.ts'
import { ownText } from '../../../schema/text/own-text.ts'
import { readCef } from '../cef.ts'
import { FieldSink, isSpace } from '../field-sink.ts'
import { type FieldCollector, readJson } from '../json.ts'
import { readLeef } from '../leef.ts'
import { FieldsDraft } from './patterns/fields-draft.ts'
import type { Parser } from './patterns/parser.ts'
import { readLogfmt, repeatsEvent } from './readers/logfmt.ts'
import { parsersByFirstUnit, parsersOfProgram } from './table.ts'

/** Maximum cached programs; a full cache is emptied. Senders choose the names. */
const maxCachedPrograms = 10_000
/** Programs with longer names have no parsers. */
const maxProgramLength = 100
/** Maximum fields of a line that names its fields itself (JSON, logfmt, CEF, LEEF). */
const maxNamedFields = 32

/**
 * Adds the fields of lines of known programs and devices as user tags, and the fields of structured
 * lines of any program. Runs after the rules and depends only on program and message: equal events stay
 * equal. One object serves all events.
 */
export class ProgramFields {
  /** Cache of the parsers of each program. */
  readonly #programs = new Map<string, readonly Parser[]>()
  readonly #draft = new FieldsDraft()
  readonly #sink = new FieldSink(maxNamedFields)
  /** Passes members of JSON on to `#sink`. */
  readonly #members: FieldCollector = new UnrepeatedMembers(this.#sink)

  /** Adds the tags. Keeps existing tags and the message. Never throws; takes time linear in the message. */
  apply(event: ParsedEvent): void {
    const { program, message } = event
    let start = 0
    while (start < message.length && isSpace(message.charCodeAt(start))) start++
    if (start === message.length) return
    const first = message.charCodeAt(start)
    if (this.#readAny(this.#parsersOf(program), start, event)) return
    if (this.#readAny(parsersByFirstUnit(first), start, event)) return
    this.#readStructured(first, start, event)
  }

  /** Adds the fields that the first parser that fits reads. Returns false if no parser fits. */
  #readAny(parsers: readonly Parser[], start: number, event: ParsedEvent): boolean {
    const draft = this.#draft
    for (let i = 0; i < parsers.length; i++) {
      draft.clear()
      if (parsers[i]?.read(event.message, start, draft) !== true) continue
      draft.addTo(event)
      return true
    }
    return false
  }

  /** Reads a line of a format that names its fields itself. The tags get these names. */
  #readStructured(first: number, start: number, event: ParsedEvent): void {
    const { program, message } = event
    const sink = this.#sink
    sink.begin(event)
    // `{`, and the @ of `@cee:`.
    if (first === 0x7b || first === 0x40)
      readJson(start === 0 ? message : message.slice(start), this.#members)
    else if (program === 'CEF') readCef(message, start, sink)
    else if (program === 'LEEF') readLeef(message, start, sink)
    else if (message.startsWith('CEF:', start)) readCef(message, start + 4, sink)
    else if (message.startsWith('LEEF:', start)) readLeef(message, start + 5, sink)
    else readLogfmt(message, start, sink)
  }

  #parsersOf(program: string): readonly Parser[] {
    const known = this.#programs.get(program)
    if (known !== undefined) return known
    if (program.length > maxProgramLength) return []
    const parsers = parsersOfProgram(program)
    if (this.#programs.size >= maxCachedPrograms) this.#programs.clear()
    this.#programs.set(ownText(program), parsers)
    return parsers
  }
}

/** Passes fields on to a sink, except fields that repeat the time or the message of the event. */
class UnrepeatedMembers implements FieldCollector {
  readonly #sink: FieldSink

  constructor(sink: FieldSink) {
    this.#sink = sink
  }

  get hasRoom(): boolean {
    return this.#sink.hasRoom
  }

  put(name: string, value: string): void {
    if (!repeatsEvent(name)) this.#sink.put(name, value)
  }
}
