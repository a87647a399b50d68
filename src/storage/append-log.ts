import type { SpoolBatch } from '../schema/row.ts'
import type { Mark } from './store.ts'
import type { Span } from './time-span.ts'

/** Appends that are remembered one by one: half an hour of five a second. */
const maxRemembered = 8_192

/** An append that has ended. */
export interface CompletedAppend {
  /** Rises by one with each append. */
  number: number
  sequence: number
  rows: number
  /** The minutes that it touched lie in here. */
  span: Span
  /** Its rows may have been seen before this append: what was counted of its span is to be counted again. */
  replayed: boolean
}

/** An append that has begun. */
export interface PendingAppend {
  sequence: number
  span: Span
}

interface PendingBatch extends PendingAppend {
  minutes: readonly number[]
  replayed: boolean
}

/** What an append needs to know of its batch. */
type Batch = Pick<SpoolBatch, 'sequence' | 'repeated' | 'rows' | 'minutes'>

/**
 * Which batches the table has, and which are being written, whose rows a read may or may not see. Moments of the store are given by it,
 * and counts that were made before are completed with the rows of new batches alone (each row has the sequence of its batch).
 */
export class AppendLog {
  #number = 0
  readonly #completed: CompletedAppend[] = []
  /** Batches whose append has begun and not succeeded: after a failure they stay until they are appended again, or abandoned. */
  readonly #pending = new Map<number, PendingBatch>()
  #begun = 0
  readonly #lastBegun: PendingAppend[] = []
  #highest: number
  #highestCompleted: number

  /** `highest`: the highest sequence of a batch that the table has. */
  constructor(highest: number) {
    this.#highest = highest
    this.#highestCompleted = highest
  }

  /** Number of the last append that ended. */
  get current(): number {
    return this.#number
  }

  /** How many appends have begun. */
  get begun(): number {
    return this.#begun
  }

  /** The highest sequence of all that have ended or begun: files come in order, so nearly all that follow are above it. */
  get highest(): number {
    return this.#highest
  }

  /** The answer is for `end`. Of a batch whose append failed, the first answer holds for the next ones. */
  begin({ sequence, repeated, minutes }: Batch): { replayed: boolean } {
    const span = spanOf(minutes)
    const replayed = this.#pending.get(sequence)?.replayed ?? repeated
    this.#pending.set(sequence, { sequence, span, minutes, replayed })
    this.#begun++
    this.#highest = Math.max(this.#highest, sequence)
    this.#lastBegun.push({ sequence, span })
    if (this.#lastBegun.length > maxRemembered) this.#lastBegun.shift()
    return { replayed }
  }

  /** Called once the rows of the batch are readable. */
  end({ sequence, rows, minutes }: Batch, { replayed }: { replayed: boolean }): void {
    this.#pending.delete(sequence)
    this.#highestCompleted = Math.max(this.#highestCompleted, sequence)
    this.#number++
    this.#completed.push({ number: this.#number, sequence, rows, span: spanOf(minutes), replayed })
    if (this.#completed.length > maxRemembered) this.#completed.shift()
  }

  /**
   * A batch that failed is not appended again. Days of it that a first try had written are readable from now on. Returns the minutes
   * it has rows of; undefined when it was not pending.
   */
  abandon(sequence: number): readonly number[] | undefined {
    const failed = this.#pending.get(sequence)
    if (failed === undefined) return undefined
    const { minutes } = failed
    this.end({ sequence, repeated: true, rows: 0, minutes: [...minutes] }, { replayed: true })
    return minutes
  }

  /** This moment. `sequence`: the number of the newest append in the journal. */
  mark(sequence: number): Mark {
    const batch = this.#highestCompleted
    const missing = this.pending().flatMap(({ sequence }) => (sequence < batch ? [sequence] : []))
    return { sequence, batch, missing, appended: this.#number }
  }

  /** The first second of [from, to), of whole minutes, whose rows may become readable at any moment; `to` when there is none. */
  pendingFrom(from: number, to: number): number {
    let first = to
    for (const { minutes } of this.#pending.values()) {
      for (const minute of minutes)
        if ((minute + 1) * 60 > from) first = Math.min(first, Math.max(from, minute * 60))
    }
    return first
  }

  /** Whether a batch is pending whose rows, or some of them, may have been there before. */
  get isReplaying(): boolean {
    return [...this.#pending.values()].some(({ replayed }) => replayed)
  }

  /** Appends after `number`, in order; undefined when not all of them are remembered. */
  since(number: number): readonly CompletedAppend[] | undefined {
    if (number === this.#number) return []
    const first = this.#completed[0]?.number ?? 0
    // Their numbers follow each other.
    return first > number + 1 ? undefined : this.#completed.slice(number + 1 - first)
  }

  /**
   * Batches that are being written for the first time. Rows of replayed ones may have been there for long, and are not left out of
   * counts: their span is counted again when they have ended.
   */
  pending(): readonly PendingAppend[] {
    return [...this.#pending.values()].filter(({ replayed }) => !replayed)
  }

  /** Appends that began after the `begun`-th; undefined when not all of them are remembered. */
  begunSince(begun: number): readonly PendingAppend[] | undefined {
    const wanted = this.#begun - begun
    if (wanted > this.#lastBegun.length) return undefined
    return wanted === 0 ? [] : this.#lastBegun.slice(-wanted)
  }

  /** Where the last few appends wrote: the next ones will write there too. */
  recentSpans(): readonly Span[] {
    return this.#lastBegun.slice(-8).map(({ span }) => span)
  }
}

function spanOf(minutes: readonly number[]): Span {
  return { from: (minutes[0] ?? 0) * 60, to: ((minutes.at(-1) ?? -1) + 1) * 60 }
}
