import type { JournalWriter } from '../../journal/journal-writer.ts'

/**
 * Delays appends for the moment in which a day's rows are dropped or attached. Several days may close it at
 * the same time: it is open once all of them have opened it.
 */
export class AppendGate {
  /** One promise for each day that has closed the gate. */
  readonly #closings = new Set<Promise<void>>()

  /** Appends wait until the returned function is called. */
  close(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#closings.add(promise)
    return () => {
      this.#closings.delete(promise)
      resolve()
    }
  }

  /** The writer, whose appends begin while the gate is open. */
  through(writer: JournalWriter): JournalWriter {
    return {
      begin: async batches => {
        // No other work comes between the last check and the call.
        while (this.#closings.size > 0) await Promise.all(this.#closings)
        return await writer.begin(batches)
      },
      end: batches => writer.end(batches),
      abandon: sequence => writer.abandon(sequence),
      drop: (...args) => writer.drop(...args),
      delete: (...args) => writer.delete(...args),
    }
  }
}
