import type { Database } from './tables.ts'

/** Ids first to last, both inclusive. */
export interface IdBlock {
  first: number
  last: number
}

/** The next id never passes the largest whole number that is exact in JSON, so ids stay below 2^53 - 1. */
const end = Number.MAX_SAFE_INTEGER
const maxBlock = 2 ** 32

/**
 * Where event ids come from: blocks that rise, each handed out once, whatever is killed when. Ids of a block that were not
 * used before a crash are never used.
 */
export class EventIds {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The next `size` ids. They are on disk as reserved before this resolves. */
  async reserveBlock(size: number): Promise<IdBlock> {
    if (!Number.isInteger(size) || size < 1 || size > maxBlock) {
      throw new RangeError(`a block of event ids has 1 to ${maxBlock} ids, not ${size}`)
    }
    const row = await this.#db
      .updateTable('event_ids')
      .set(eb => ({ next: eb('next', '+', size) }))
      .where('next', '<=', end - size)
      .returning('next')
      .executeTakeFirst()
    if (row === undefined) throw new Error('the event ids are used up: they end at 2^53 - 2')
    return { first: row.next - size, last: row.next - 1 }
  }

  /**
   * Makes all later ids greater than `id`. For the start: when the metadata was put back from a copy, the events that are
   * stored tell which ids are taken.
   */
  async skipPast(id: number): Promise<void> {
    await this.#db
      .updateTable('event_ids')
      .set({ next: id + 1 })
      .where('next', '<=', id)
      .execute()
  }
}
