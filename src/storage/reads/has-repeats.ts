import { eventsTable } from '../sql/columns.ts'
import { withinAsOf } from '../sql/scope.ts'
import type { Read, Scope } from '../store.ts'
import type { PageContext } from './page-context.ts'

/** Whether hints make sure that no event of the span has several rows in it. */
export async function knownWithoutRepeats(
  { window, hints }: Pick<PageContext, 'window' | 'hints'>,
  span: Scope,
  read: Read,
): Promise<boolean> {
  return window === 0 || (await hints?.mayRepeat(span, read)) === false
}

/** Whether an event with a place in the span may have several rows: in the span, or within a window behind it. */
export async function hasRepeats(
  context: Pick<PageContext, 'client' | 'window' | 'hints'>,
  scope: Scope,
  read: Read,
): Promise<boolean> {
  const { client, window } = context
  const { from, to, asOf } = scope
  if (await knownWithoutRepeats(context, { ...scope, to: to + window }, read)) return false
  const rows = withinAsOf(from, to + window, asOf)
  const found = await client.select(`SELECT 1 FROM ${eventsTable} WHERE ${rows} AND repeat = 1 LIMIT 1`, read)
  return found.length > 0
}
