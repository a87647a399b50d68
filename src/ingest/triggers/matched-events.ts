import type { ParsedEvent } from '../../schema/event/event.ts'
import type { MatchedEvent } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'

// Kept lengths count the characters of the messages and tags of kept events. A sample shows one match, or the
// newest match of a group.
/** Kept length from which on matches are only counted in groups and get no samples of their own. */
const maxSinglesLength = 2_000_000
/** Kept length from which on no group is added. Groups do not replace their event by a longer one. */
const maxKeptLength = 32_000_000
/** Characters of encoded events (JSON) from which on further ones have no tags and a cut message. */
const maxEncodedLength = 4_000_000
/** Maximum characters of a cut message. */
const maxCutMessage = 500

/** An occurrence that matches triggers. The samples of several triggers share it. */
export interface Occurrence {
  /** Higher for later occurrences. */
  readonly number: number
  readonly event: ParsedEvent
  readonly id: number
  readonly isRepeat: boolean
  /** Characters of its message and tags. */
  readonly length: number
  /** Number of samples that show it. */
  uses: number
  /** Index in the file; -1 until it is encoded. */
  index: number
}

/**
 * The events in the samples that a matches file has of each trigger. Encoded at the end: in a burst, newer
 * events replace most of them.
 */
export class MatchedEvents {
  readonly #texts: string[] = []
  #encodedLength = 0
  #keptLength = 0
  #occurrences = 0

  /** Whether matches still get samples of their own. */
  get hasRoomForSingles(): boolean {
    return this.#keptLength < maxSinglesLength
  }

  /** Whether groups may still be added. */
  get hasRoom(): boolean {
    return this.#keptLength < maxKeptLength
  }

  /** Makes an occurrence that no sample shows yet. */
  next(event: ParsedEvent, id: number, isRepeat: boolean): Occurrence {
    let { length } = event.message
    for (const name in event.tags) length += event.tags[name]?.length ?? 0
    return { number: this.#occurrences++, event, id, isRepeat, length, uses: 0, index: -1 }
  }

  /** Keeps the occurrence for one more sample. */
  keep(occurrence: Occurrence): Occurrence {
    if (occurrence.uses++ === 0) this.#keptLength += occurrence.length
    return occurrence
  }

  /** Returns the occurrence that a sample shows from now on: `newer`, unless it is longer and has no room. */
  replace(older: Occurrence, newer: Occurrence): Occurrence {
    if (newer.length > older.length && !this.hasRoom) return older
    if (--older.uses === 0) this.#keptLength -= older.length
    return this.keep(newer)
  }

  /** Encodes an occurrence if necessary; returns its index. */
  indexOf(occurrence: Occurrence): number {
    if (occurrence.index === -1) {
      const text = encode(occurrence, this.#encodedLength >= maxEncodedLength)
      this.#encodedLength += text.length
      occurrence.index = this.#texts.push(text) - 1
    }
    return occurrence.index
  }

  /** The occurrences that indexOf has encoded so far, as a JSON list. */
  encoded(): string {
    return `[${this.#texts.join()}]`
  }
}

function encode({ event, id, isRepeat }: Occurrence, isCut: boolean): string {
  const { ts, type, host, program, severity, facility, mnemonic, status } = event
  const encoded: MatchedEvent = {
    id,
    ts,
    repeat: isRepeat,
    type,
    host,
    program,
    severity,
    facility,
    mnemonic,
    status,
    message: isCut ? truncateText(event.message, maxCutMessage) : event.message,
    tags: isCut ? {} : event.tags,
  }
  return JSON.stringify(encoded)
}
