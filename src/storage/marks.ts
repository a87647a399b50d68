import type { Mark } from './store.ts'

interface Underway {
  sequence: number
  minutes: readonly number[]
}

/** Which batches have been appended: what a moment of the store is told by. */
export class Marks {
  #highest: number
  /** Begun and not ended well: those that failed are repeated. */
  readonly #underway = new Map<number, Underway>()

  /** `highest`: the highest sequence of a batch that the store holds. */
  constructor(highest: number) {
    this.#highest = highest
  }

  begin(batch: Underway): void {
    this.#underway.set(batch.sequence, batch)
  }

  end({ sequence }: Underway): void {
    this.#underway.delete(sequence)
    this.#highest = Math.max(this.#highest, sequence)
  }

  /** `appends`: the number of the newest append. */
  mark(appends: number): Mark {
    const highest = this.#highest
    const missing = [...this.#underway.keys()].filter(sequence => sequence < highest)
    return { sequence: appends, batch: highest, missing }
  }

  /** Whether rows of [from, to), whole seconds, may become readable at any moment. */
  isUnderway(from: number, to: number): boolean {
    for (const { minutes } of this.#underway.values()) {
      if (minutes.some(minute => minute * 60 < to && (minute + 1) * 60 > from)) return true
    }
    return false
  }
}
