import type { Clock } from '../../state/clock.ts'

/** A clock that tests advance. `random` is always 0.5. */
export class ManualClock implements Clock {
  time = 0
  readonly #timers: { at: number; act: () => void }[] = []

  after(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.time + milliseconds, act }
    this.#timers.push(timer)
    return () => {
      const index = this.#timers.indexOf(timer)
      if (index >= 0) this.#timers.splice(index, 1)
    }
  }

  now(): number {
    return this.time
  }

  random(): number {
    return 0.5
  }

  /** Advances the time and runs due timers in order. */
  advance(milliseconds: number): void {
    const until = this.time + milliseconds
    for (;;) {
      const next = this.#next()
      if (!next || next.at > until) break
      this.#run(next)
    }
    this.time = until
  }

  /** Advances to the next timer and runs it. */
  turnToNext(): void {
    const next = this.#next()
    if (next) this.#run(next)
  }

  #next() {
    return this.#timers.toSorted((a, b) => a.at - b.at)[0]
  }

  #run(timer: { at: number; act: () => void }): void {
    this.#timers.splice(this.#timers.indexOf(timer), 1)
    this.time = timer.at
    timer.act()
  }
}
