import { eventsTable } from '../sql/columns.ts'
import { withinAsOf } from '../sql/scope.ts'
import type { Read, Scope } from '../store.ts'
import type { PageContext } from './page-context.ts'

/** Whether an event with a place in the stretch may have several rows: they are in the stretch, or within a window behind it. */
export async function hasRepeats(
  { client, window }: Pick<PageContext, 'client' | 'window'>,
  { from, to, asOf }: Scope,
  read: Read,
): Promise<boolean> {
  if (window === 0) return false
  const rows = withinAsOf(from, to + window, asOf)
  const found = await client.select(`SELECT 1 FROM ${eventsTable} WHERE ${rows} AND repeat = 1 LIMIT 1`, read)
  return found.length > 0
}
