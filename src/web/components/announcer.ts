import type { Clock } from '../live/clock.ts'

/** Shorter intervals would interrupt a screen reader in each sentence. */
const minIntervalMs = 10_000

/** Throttles a text that changes often: announces the first value at once, then the newest every 10 s. */
export class Announcer {
  readonly #clock: Clock
  readonly #announce: (text: string) => void
  #cancelTimer: () => void = () => {}
  #lastText = ''
  #announcedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, announce: (text: string) => void) {
    this.#clock = clock
    this.#announce = announce
  }

  announce(text: string): void {
    this.#cancelTimer()
    if (text === this.#lastText) return
    const wait = this.#announcedAt + minIntervalMs - this.#clock.now()
    if (wait > 0) this.#cancelTimer = this.#clock.after(wait, () => this.#announceNow(text))
    else this.#announceNow(text)
  }

  close(): void {
    this.#cancelTimer()
  }

  #announceNow(text: string): void {
    this.#lastText = text
    this.#announcedAt = this.#clock.now()
    this.#announce(text)
  }
}
