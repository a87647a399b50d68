import type { ParsedEvent } from '../../schema/event/event.ts'
import type { MatchedEvent } from '../../schema/intake/batch-matches.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'

/**
 * Maximum characters of messages and tags of all kept events; beyond it there is no room for single samples.
 */
const maxSinglesLength = 2_000_000
/** As above; beyond it groups keep the events that they have, and there is no room for further groups. */
const maxKeptLength = 32_000_000
/** Characters of the events in the file; later events have this much of their message, and no tags. */
const maxEncodedLength = 4_000_000
const maxLateMessage = 500

/** One occurrence that matches triggers, shared by their samples. */
export interface Occurrence {
  /** Rises with each occurrence. */
  readonly number: number
  readonly event: ParsedEvent
  readonly id: number
  readonly isRepeat: boolean
  /** Characters of message and tags. */
  readonly length: number
  /** Number of samples that show it. */
  uses: number
  /** Index in the file; -1 before it is encoded. */
  index: number
}

/**
 * The events of the samples of a batch. Encoded at its end: in a storm most of them are replaced by newer
 * ones.
 */
export class MatchedEvents {
  readonly #texts: string[] = []
  #encodedLength = 0
  #keptLength = 0
  #occurrences = 0

  /** Whether matches can still have samples of their own. */
  get hasRoomForSingles(): boolean {
    return this.#keptLength < maxSinglesLength
  }

  get hasRoom(): boolean {
    return this.#keptLength < maxKeptLength
  }

  /** An occurrence that no sample shows yet. */
  next(event: ParsedEvent, id: number, isRepeat: boolean): Occurrence {
    let { length } = event.message
    for (const name in event.tags) length += event.tags[name]?.length ?? 0
    return { number: this.#occurrences++, event, id, isRepeat, length, uses: 0, index: -1 }
  }

  keep(occurrence: Occurrence): Occurrence {
    if (occurrence.uses++ === 0) this.#keptLength += occurrence.length
    return occurrence
  }

  /**
   * The event that a sample shows from now on: the newer one, unless the kept events are already too long.
   */
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

  /** The encoded occurrences, as JSON. */
  encoded(): string {
    return `[${this.#texts.join()}]`
  }
}

function encode({ event, id, isRepeat }: Occurrence, isLate: boolean): string {
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
    message: isLate ? truncateText(event.message, maxLateMessage) : event.message,
    tags: isLate ? {} : event.tags,
  }
  return JSON.stringify(encoded)
}
