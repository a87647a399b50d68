import type { Clock } from '../live/clock.ts'

/** Milliseconds between two announcements at least: a screen reader that is told more often never ends a sentence. */
const minIntervalMs = 10_000

/** Passes on the newest of texts that change often: the first at once, then one every ten seconds at most. */
export class Announcer {
  readonly #clock: Clock
  readonly #say: (text: string) => void
  #callOff: () => void = () => {}
  #said = ''
  #saidAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, say: (text: string) => void) {
    this.#clock = clock
    this.#say = say
  }

  announce(text: string): void {
    this.#callOff()
    if (text === this.#said) return
    const wait = this.#saidAt + minIntervalMs - this.#clock.now()
    if (wait > 0) this.#callOff = this.#clock.after(wait, () => this.#speak(text))
    else this.#speak(text)
  }

  close(): void {
    this.#callOff()
  }

  #speak(text: string): void {
    this.#said = text
    this.#saidAt = this.#clock.now()
    this.#say(text)
  }
}
