import type { Log } from '../../telemetry/log.ts'

const windowMs = 60_000
/** Some texts come from outside. */
const maxTexts = 100

/** Warnings that anybody can cause: each text once a minute, and so many texts. */
export class WarningLimit {
  readonly #log: Pick<Log, 'warn'>
  readonly #written = new Set<string>()
  #until = 0

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  /** Writes the text, or does nothing. */
  warn(text: string): void {
    const now = Date.now()
    // A clock that was set back silences nothing for longer.
    if (now >= this.#until || now < this.#until - windowMs) {
      this.#written.clear()
      this.#until = now + windowMs
    }
    if (this.#written.size >= maxTexts || this.#written.has(text)) return
    this.#written.add(text)
    this.#log.warn(text)
  }
}
