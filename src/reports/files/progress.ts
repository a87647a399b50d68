import type { Snapshot } from '../../query/snapshot.ts'

/** Progress of a report: answers count for one half, rows read for the other. */
export class Progress {
  readonly #maxRows: number
  #parts = 1
  #answeredParts = 0
  #rowsToRead = 0
  #readRows = 0

  /** `maxRows` is the maximum of a part. */
  constructor(maxRows: number) {
    this.#maxRows = maxRows
  }

  /** 0 to 99; only a finished report is at 100. */
  get percent(): number {
    const answers = this.#answeredParts / this.#parts
    const rows = this.#rowsToRead === 0 ? 0 : Math.min(1, this.#readRows / this.#rowsToRead)
    return Math.min(99, Math.floor(50 * answers + 50 * rows))
  }

  /** Call it before the first answer. */
  setParts(parts: number): void {
    this.#parts = Math.max(1, parts)
  }

  countAnswer(): void {
    this.#answeredParts++
  }

  /** The same snapshot, wrapped to count its events as they are read. */
  countReads(snapshot: Snapshot): Snapshot {
    const { events } = snapshot
    if (events === undefined) return snapshot
    const { matching } = events
    this.#rowsToRead += Math.min(matching, this.#maxRows)
    const count = (rows: number) => {
      this.#readRows += rows
    }
    return {
      ...snapshot,
      events: {
        matching,
        notes: events.notes,
        triggers: events.triggers,
        async *read(limit, signal) {
          for await (const batch of events.read(limit, signal)) {
            count(batch.rows)
            yield batch
          }
        },
      },
    }
  }
}
