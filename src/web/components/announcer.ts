import type { Clock } from '../state/clock.ts'

/** Shorter intervals would interrupt a screen reader in each sentence. */
const minIntervalMs = 10_000

/**
 * Throttles a text that changes often: announces the first text at once, then the newest one at most every
 * 10 s. An empty text takes effect at once, because the announced text is no longer true. The text after an
 * empty one does not wait, unless it is the same as before.
 */
export class Announcer {
  readonly #clock: Clock
  readonly #announce: (text: string) => void
  #cancelTimer: () => void = () => {}
  #lastText = ''
  /** The text before an empty one, until the next text is announced. */
  #cleared: string | undefined
  #announcedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, announce: (text: string) => void) {
    this.#clock = clock
    this.#announce = announce
  }

  announce(text: string): void {
    this.#cancelTimer()
    if (text === this.#lastText) return
    const isNewAfterClear = this.#cleared !== undefined && this.#cleared !== text
    const waitMs = isNewAfterClear ? 0 : this.#announcedAt + minIntervalMs - this.#clock.now()
    if (text === '') this.#clear()
    else if (waitMs > 0) this.#cancelTimer = this.#clock.after(waitMs, () => this.#announceNow(text))
    else this.#announceNow(text)
  }

  close(): void {
    this.#cancelTimer()
  }

  #clear(): void {
    this.#cleared = this.#lastText
    this.#lastText = ''
    this.#announce('')
  }

  #announceNow(text: string): void {
    this.#lastText = text
    this.#cleared = undefined
    this.#announcedAt = this.#clock.now()
    this.#announce(text)
  }
}
