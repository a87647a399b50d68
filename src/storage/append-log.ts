import type { SpoolBatch } from '../schema/row.ts'
import type { Span } from './rollups/cover.ts'
import type { Mark } from './store.ts'

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
  again: boolean
}

/** An append that has begun. */
export interface PendingAppend {
  sequence: number
  span: Span
}

interface PendingBatch extends PendingAppend {
  minutes: readonly number[]
  again: boolean
}

/** What an append needs to know of its batch. */
type Batch = Pick<SpoolBatch, 'sequence' | 'repeated' | 'rows' | 'minutes'>

/**
 * Which batches there are, and which are just being written, whose rows a read may or may not see. So moments of the store can be
 * told, and what was counted before can be completed with the rows of new batches alone (each row names its batch).
 */
export class AppendLog {
  #number = 0
  readonly #log: CompletedAppend[] = []
  /** Batches whose append has begun and not succeeded: after a failure they stay until they are appended again, or abandoned. */
  readonly #underway = new Map<number, PendingBatch>()
  /** How many appends have begun, and the last of them. */
  #begun = 0
  readonly #lastBegun: PendingAppend[] = []
  #highest: number
  /** The highest sequence of those that have ended. */
  #highestEnded: number

  /** `highest`: the highest sequence of a batch that is there already. */
  constructor(highest: number) {
    this.#highest = highest
    this.#highestEnded = highest
  }

  get current(): number {
    return this.#number
  }

  get begun(): number {
    return this.#begun
  }

  /** The highest sequence of all that are there or have begun: files come in order, so nearly all that follow are above it. */
  get highest(): number {
    return this.#highest
  }

  /** Of a batch whose append failed, what its first beginning answered holds for the next ones. */
  begin({ sequence, repeated, minutes }: Batch): { again: boolean } {
    const span = spanOf(minutes)
    const again = this.#underway.get(sequence)?.again ?? repeated
    this.#underway.set(sequence, { sequence, span, minutes, again })
    this.#begun++
    this.#highest = Math.max(this.#highest, sequence)
    this.#lastBegun.push({ sequence, span })
    if (this.#lastBegun.length > maxRemembered) this.#lastBegun.shift()
    return { again }
  }

  /** Called once its rows are readable, with what its beginning answered. */
  end({ sequence, rows, minutes }: Batch, { again }: { again: boolean }): void {
    this.#underway.delete(sequence)
    this.#highestEnded = Math.max(this.#highestEnded, sequence)
    this.#number++
    this.#log.push({ number: this.#number, sequence, rows, span: spanOf(minutes), again })
    if (this.#log.length > maxRemembered) this.#log.shift()
  }

  /**
   * A batch that failed is not appended again. What there may be of it, days that a first try had written, is readable from now on.
   * Answers the minutes it has rows of; undefined when it was not under way.
   */
  abandon(sequence: number): readonly number[] | undefined {
    const failed = this.#underway.get(sequence)
    if (failed === undefined) return undefined
    const { minutes } = failed
    this.end({ sequence, repeated: true, rows: 0, minutes: [...minutes] }, { again: true })
    return minutes
  }

  /** This moment: what is there, by batches. `touched`: the number of the newest append, as the touch log has it. */
  mark(touched: number): Mark {
    const highest = this.#highestEnded
    const missing = this.underway().flatMap(({ sequence }) => (sequence < highest ? [sequence] : []))
    return { sequence: touched, batch: highest, missing, appended: this.#number }
  }

  /** The first second of [from, to), of whole minutes, whose rows may become readable at any moment; `to` when there is none. */
  underwayFrom(from: number, to: number): number {
    let first = to
    for (const { minutes } of this.#underway.values()) {
      for (const minute of minutes)
        if ((minute + 1) * 60 > from) first = Math.min(first, Math.max(from, minute * 60))
    }
    return first
  }

  /** Whether a batch is under way whose rows, or some of them, may have been there before. */
  get isRepeating(): boolean {
    for (const { again } of this.#underway.values()) if (again) return true
    return false
  }

  /** Appends after `number`, in order; undefined when not all of them are remembered. */
  since(number: number): readonly CompletedAppend[] | undefined {
    if (number === this.#number) return []
    const first = this.#log[0]?.number ?? 0
    // Their numbers follow each other.
    return first > number + 1 ? undefined : this.#log.slice(number + 1 - first)
  }

  /**
   * Batches that are being written for the first time, of which nothing was there before. Others are not to be left out: rows of them may
   * have been there for long, and what is counted of them meanwhile is counted again when they have ended.
   */
  underway(): readonly PendingAppend[] {
    return [...this.#underway.values()].filter(({ again }) => !again)
  }

  /** Appends that began after the `begun`-th; undefined when not all of them are remembered. */
  begunSince(begun: number): readonly PendingAppend[] | undefined {
    const wanted = this.#begun - begun
    if (wanted > this.#lastBegun.length) return undefined
    return wanted === 0 ? [] : this.#lastBegun.slice(-wanted)
  }

  /** Where the last few appends wrote: the next ones will write there too. */
  lately(): readonly Span[] {
    return this.#lastBegun.slice(-8).map(({ span }) => span)
  }
}

function spanOf(minutes: readonly number[]): Span {
  return { from: (minutes[0] ?? 0) * 60, to: ((minutes.at(-1) ?? -1) + 1) * 60 }
}
