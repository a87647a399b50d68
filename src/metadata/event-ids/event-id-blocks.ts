import { sql } from 'kysely'
import { MetadataError } from '../database/metadata-error.ts'
import { laterOf } from '../database/sql-forms.ts'
import type { OwnNode } from '../nodes/nodes.ts'
import { remainderBy } from '../nodes/remainders.ts'
import { Repository } from '../repository/repository.ts'

/** A range of ids, both ends inclusive: each id, or each id with the remainder of a node (`idStep`). */
export interface IdBlock {
  first: number
  last: number
}

/** The node that gives ids; undefined: a single service. */
export type IdOwner = Pick<OwnNode, 'folder' | 'remainder'> | undefined

/** Ids stay below 2^53 - 1, the largest integer that is exact in JSON. */
const idEnd = Number.MAX_SAFE_INTEGER
const maxBlock = 2 ** 32

/** The distance between consecutive ids of a block. */
export function idStep(owner: IdOwner): number {
  return owner === undefined ? 1 : remainderBy
}

/**
 * Assigns blocks of event ids, rising, each once, also after a crash. Ids of a block that were not used
 * before a crash stay unused. Each node has its own counter and its own remainder: two nodes never give the
 * same id, whatever the database has lost.
 */
export class EventIdBlocks extends Repository {
  /** Highest id given so far. Later ids are higher, even if the database is restored meanwhile. */
  #highestGiven = 0

  /**
   * Reserves the next `size` ids on disk, all greater than `above`: after a restore the spool may have ids
   * that the metadata does not know. Throws a MetadataError for a node that the metadata does not know, since
   * another node may have its remainder.
   */
  async reserveBlock(size: number, above = 0, owner?: IdOwner): Promise<IdBlock> {
    if (!Number.isInteger(size) || size < 1 || size > maxBlock) {
      throw new RangeError(`a block of event ids has 1 to ${maxBlock} ids, not ${size}`)
    }
    await this.skipPast(Math.max(above, this.#highestGiven), owner)
    const next = owner === undefined ? await this.#reserve(size) : await this.#reserveOf(size, owner)
    if (next === undefined) throw new Error('the event ids are used up: they end at 2^53 - 2')
    const step = idStep(owner)
    const from = next - size * step
    // The first id at or above `from` with the remainder of the node.
    const first = owner === undefined ? from : from + ((owner.remainder - (from % step) + step) % step)
    const last = first + (size - 1) * step
    this.#highestGiven = last
    return { first, last }
  }

  /**
   * Makes all later ids greater than `id`: after the metadata was restored from a copy, the stored events
   * have the newest ids.
   */
  async skipPast(id: number, owner?: IdOwner): Promise<void> {
    const next = id + 1
    if (owner === undefined)
      await this.db.updateTable('event_ids').set({ next }).where('next', '<=', id).execute()
    else
      await this.db
        .updateTable('nodes')
        .set({ next_event_id: next })
        .where('folder', '=', owner.folder)
        .where(eb => eb.or([eb('next_event_id', 'is', null), eb('next_event_id', '<=', id)]))
        .execute()
  }

  /** Adds `size` to the counter of a single service. Returns its new value; undefined: ids are used up. */
  async #reserve(size: number): Promise<number | undefined> {
    const row = await this.db
      .updateTable('event_ids')
      .set(eb => ({ next: eb('next', '+', size) }))
      .where('next', '<=', idEnd - size)
      .returning('next')
      .executeTakeFirst()
    return row?.next
  }

  /** As `#reserve`, with the counter of a node, which rises by `idStep` for each id. */
  async #reserveOf(size: number, { folder, remainder }: NonNullable<IdOwner>): Promise<number | undefined> {
    const width = size * remainderBy
    // `event_ids` counted the ids from before there were nodes.
    const from = laterOf(sql`coalesce(next_event_id, 1)`, sql`(select next from event_ids)`)
    const update = this.db
      .updateTable('nodes')
      .set({ next_event_id: sql<number>`${from} + ${sql.lit(width)}` })
      .where('folder', '=', folder)
      .where('remainder', '=', remainder)
      .where('removed_at', 'is', null)
    const row = await update
      .where(sql<boolean>`${from} <= ${sql.lit(idEnd - width)}`)
      .returning('next_event_id')
      .executeTakeFirst()
    if (row !== undefined) return row.next_event_id ?? undefined
    const known = await this.db
      .selectFrom('nodes')
      .select('id')
      .where('folder', '=', folder)
      .where('remainder', '=', remainder)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (known !== undefined) return undefined
    throw new MetadataError(
      'This node was removed, or the metadata has lost it. Start it again, so that its event ids are its own.',
    )
  }
}
