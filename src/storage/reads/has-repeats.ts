import type { Read, Scope } from '../contract/event-store.ts'
import type { Span } from '../contract/time-span.ts'
import { withinAsOf } from '../sql/scope.ts'
import { eventsTable } from '../sql/tables.ts'
import type { PageContext } from './context.ts'

/** Whether the span may have rows of repeats, as known without a statement. False is certain. */
export function mayRepeat({ window, repeats }: Pick<PageContext, 'window' | 'repeats'>, span: Span): boolean {
  return window > 0 && (repeats?.mayBeIn(span) ?? true)
}

/**
 * Whether events of the scope may have several rows: asks the table for rows of repeats in the scope and in
 * the deduplication window after it.
 */
export async function hasRepeats(
  context: Pick<PageContext, 'client' | 'window' | 'repeats'>,
  { from, to, asOf }: Scope,
  read: Read,
): Promise<boolean> {
  const { client, window } = context
  if (!mayRepeat(context, { from, to: to + window })) return false
  const rows = withinAsOf(from, to + window, asOf)
  const found = await client.select(`SELECT 1 FROM ${eventsTable} WHERE ${rows} AND repeat = 1 LIMIT 1`, read)
  return found.length > 0
}
