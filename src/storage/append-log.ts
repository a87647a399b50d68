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
  /** Its rows may have been readable before this append: counts of its span have to be made again. */
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
 * Which batches the table has, and which are pending, whose rows a read may or may not see. Defines the moments of the store, and lets
 * followers add the rows of new batches alone (each row has the sequence of its batch).
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

  /** The highest sequence that has begun or ended. Files come in order, so most later ones are above it. */
  get highest(): number {
    return this.#highest
  }

  /** Returns the argument for `end`. A retry of a failed append keeps the answer of the first try. */
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
   * Gives up a failed batch. Days that its first try had written become readable. Returns its minutes; undefined when it was not pending.
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

  /** Whether a pending batch may have stored rows already. */
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
   * Batches that are being written for the first time. Counts include replayed ones, whose rows may be old: their span is counted again at
   * the end.
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

  /** Spans of the last few appends: the next ones probably overlap them. */
  recentSpans(): readonly Span[] {
    return this.#lastBegun.slice(-8).map(({ span }) => span)
  }
}

function spanOf(minutes: readonly number[]): Span {
  return { from: (minutes[0] ?? 0) * 60, to: ((minutes.at(-1) ?? -1) + 1) * 60 }
}
