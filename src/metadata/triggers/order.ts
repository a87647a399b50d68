// The order in which triggers match: the column `position`, ascending.

import type { Transaction } from 'kysely'
import { fieldFault } from '../../schema/fault.ts'
import type { TriggerMove } from '../../schema/triggers/trigger.ts'
import type { Tables } from '../database/tables.ts'

/** The first of `count` free positions before all triggers. */
export async function topPosition(transaction: Transaction<Tables>, count: number): Promise<number> {
  const { first } = await transaction
    .selectFrom('triggers')
    .select(({ fn }) => fn.min('position').as('first'))
    .executeTakeFirstOrThrow()
  // null in an empty table, which the type of min does not say.
  return ((first as number | null) ?? 0) - count
}

/**
 * Moves a trigger in the order of all triggers. Positions stay the same numbers: only the moved trigger and
 * triggers between its old and new place get another. Throws validation for a neighbour that does not exist
 * or is not readable.
 */
export async function moveTrigger(
  transaction: Transaction<Tables>,
  id: number,
  move: TriggerMove,
  isReadable: (id: number) => Promise<boolean>,
): Promise<void> {
  const rows = await transaction
    .selectFrom('triggers')
    .select(['id', 'position'])
    .orderBy('position')
    .execute()
  const ids = rows.map(row => row.id).filter(other => other !== id)
  ids.splice(await placeOf(ids, move, isReadable), 0, id)
  for (const [index, { id: previousId, position }] of rows.entries()) {
    const newId = ids[index]
    if (newId === undefined || newId === previousId) continue
    await transaction.updateTable('triggers').set({ position }).where('id', '=', newId).execute()
  }
}

/** The index of the new place, in a list without the trigger itself. */
async function placeOf(
  ids: readonly number[],
  { before, after, position }: TriggerMove,
  isReadable: (id: number) => Promise<boolean>,
): Promise<number> {
  if (position !== undefined) return Math.min(position - 1, ids.length)
  const [member, neighbour] =
    before === undefined ? (['after', after] as const) : (['before', before] as const)
  const index = neighbour === undefined || !(await isReadable(neighbour)) ? -1 : ids.indexOf(neighbour)
  if (index === -1) {
    throw fieldFault(member, `Invalid pk "${neighbour}" - there is no other trigger with this id.`)
  }
  return before === undefined ? index + 1 : index
}
