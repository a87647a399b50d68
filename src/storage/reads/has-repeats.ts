import { eventsTable } from '../sql/columns.ts'
import { withinAsOf } from '../sql/scope.ts'
import type { Read, Scope } from '../store.ts'
import type { PageContext } from './page-context.ts'

/** Whether an event with a place in the stretch may have several rows: they are in the stretch, or within a window behind it. */
export async function hasRepeats(
  { client, window, told }: Pick<PageContext, 'client' | 'window' | 'told'>,
  scope: Scope,
  read: Read,
): Promise<boolean> {
  const { from, to, asOf } = scope
  if (window === 0 || (await told?.mayRepeat({ ...scope, to: to + window }, read)) === false) return false
  const rows = withinAsOf(from, to + window, asOf)
  const found = await client.select(`SELECT 1 FROM ${eventsTable} WHERE ${rows} AND repeat = 1 LIMIT 1`, read)
  return found.length > 0
}
