import type { Log } from '../../telemetry/log.ts'

const windowMs = 60_000
/** Maximum remembered texts, some of which come from outside. */
const maxTexts = 100

/** Limits warnings that outsiders can cause: each text once per minute, and a maximum of different texts. */
export class WarningLimit {
  readonly #log: Pick<Log, 'warn'>
  /** The texts that were logged in the current minute. */
  readonly #written = new Set<string>()
  /** When that minute ends (Unix milliseconds). */
  #until = 0

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  /** Logs the text unless a limit applies. */
  warn(text: string): void {
    const now = Date.now()
    // A clock that was set back does not extend the silence.
    if (now >= this.#until || now < this.#until - windowMs) {
      this.#written.clear()
      this.#until = now + windowMs
    }
    if (this.#written.size >= maxTexts || this.#written.has(text)) return
    this.#written.add(text)
    this.#log.warn(text)
  }
}
