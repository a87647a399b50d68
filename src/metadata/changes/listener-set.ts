import type { Log } from '../../telemetry/log.ts'

/** Listeners of one kind of event. A listener that throws is logged and disturbs no other. */
export class ListenerSet<Event> {
  readonly #listeners = new Set<(event: Event) => void>()
  readonly #log: Log
  readonly #failureMessage: string

  constructor(log: Log, failureMessage: string) {
    this.#log = log
    this.#failureMessage = failureMessage
  }

  /** Returns the function that removes the listener. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  notify(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        this.#log.error({ err: error }, this.#failureMessage)
      }
    }
  }
}
