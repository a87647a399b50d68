import { Repository } from '../repository/repository.ts'

/** A range of ids, both ends inclusive. */
export interface IdBlock {
  first: number
  last: number
}

/** Ids stay below 2^53 - 1, the largest integer that is exact in JSON. */
const end = Number.MAX_SAFE_INTEGER
const maxBlock = 2 ** 32

/**
 * Assigns blocks of event ids, rising, each once, also after a crash. Ids of a block that were not used
 * before a crash stay unused.
 */
export class EventIdBlocks extends Repository {
  /**
   * Highest id given so far. The database may not give it again, even if it was restored to an earlier state
   * meanwhile.
   */
  #given = 0

  /**
   * Reserves the next `size` ids on disk, all greater than `above`: after a restore the spool may have ids
   * that the metadata do not know.
   */
  async reserveBlock(size: number, above = 0): Promise<IdBlock> {
    if (!Number.isInteger(size) || size < 1 || size > maxBlock) {
      throw new RangeError(`a block of event ids has 1 to ${maxBlock} ids, not ${size}`)
    }
    await this.skipPast(Math.max(above, this.#given))
    const row = await this.db
      .updateTable('event_ids')
      .set(eb => ({ next: eb('next', '+', size) }))
      .where('next', '<=', end - size)
      .returning('next')
      .executeTakeFirst()
    if (row === undefined) throw new Error('the event ids are used up: they end at 2^53 - 2')
    this.#given = row.next - 1
    return { first: row.next - size, last: row.next - 1 }
  }

  /**
   * Makes all later ids greater than `id`: after the metadata was restored from a copy, the stored events
   * have the newest ids.
   */
  async skipPast(id: number): Promise<void> {
    await this.db
      .updateTable('event_ids')
      .set({ next: id + 1 })
      .where('next', '<=', id)
      .execute()
  }
}
