import type { SqlStore } from '../../../storage/store/sql-store.ts'
import { ordinary, rowsOf, spoolFile } from '../../../storage/testing/spool-file.ts'
import { openTestStore } from '../../../storage/testing/test-store.ts'

/** A real store that lines are added to. */
export class ArrivingLines {
  readonly store: SqlStore
  /** A minute ago, microseconds. */
  readonly #begin = Date.now() * 1_000 - 60_000_000
  #ids = 0

  private constructor(store: SqlStore) {
    this.store = store
  }

  static async open(): Promise<ArrivingLines> {
    return new ArrivingLines(await openTestStore())
  }

  /**
   * Events of these hosts and messages, a millisecond after each other, unless they have a time
   * (microseconds).
   */
  async arrive(...lines: [host: string, message: string, at?: number][]): Promise<void> {
    const events = lines.map(([host, message, at]) => {
      const id = ++this.#ids
      return { ...ordinary, id, host, message, tags: {}, occurrences: [at ?? this.#begin + id * 1_000] }
    })
    await this.store.append(spoolFile(events.flatMap(rowsOf)))
  }
}
