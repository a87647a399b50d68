import type { JournalWriter } from '../../journal/journal-writer.ts'

/** Delays appends for the moment in which a day's rows are dropped or attached. */
export class AppendGate {
  #opened: Promise<void> | undefined

  /** Appends wait until the returned function is called. */
  close(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#opened = promise
    return () => {
      if (this.#opened === promise) this.#opened = undefined
      resolve()
    }
  }

  /** The writer, whose appends begin while the gate is open. */
  through(writer: JournalWriter): JournalWriter {
    return {
      begin: async batches => {
        // No other work comes between the last check and the call.
        while (this.#opened !== undefined) await this.#opened
        return await writer.begin(batches)
      },
      end: batches => writer.end(batches),
      abandon: sequence => writer.abandon(sequence),
      drop: (...args) => writer.drop(...args),
      delete: (...args) => writer.delete(...args),
    }
  }
}
