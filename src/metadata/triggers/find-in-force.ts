import type { Database } from '../database/tables.ts'
import { getOwnerRights } from '../reports/owner-rights.ts'
import { fullContent } from './content.ts'
import { contentOf } from './rows.ts'

/** Which of these triggers are on now (Unix seconds), have a condition, and an owner who may use triggers. */
export async function findInForce(
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('triggers')
    .select(['id', 'owner_id', 'content'])
    .where('id', 'in', [...ids])
    .where('is_active', '=', 1)
    .execute()
  const mayUse = new Map<number, boolean>()
  for (const { id, owner_id, content } of rows) {
    const { condition, active_since: since, active_until: until } = fullContent(contentOf({ content }))
    if (condition === null || (since !== null && now < since) || (until !== null && now >= until)) continue
    const known = mayUse.get(owner_id)
    const may = known ?? (await getOwnerRights(db, owner_id))?.permissions.has('triggers') === true
    mayUse.set(owner_id, may)
    if (may) found.add(id)
  }
  return found
}
