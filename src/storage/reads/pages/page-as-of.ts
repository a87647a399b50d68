import type { StoredEvent } from '../../../schema/event/event.ts'
import type { Page, Scope } from '../../contract/event-store.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import { isContended } from '../../journal/read-as-of.ts'

/**
 * A page as of the moment of the scope, or as of now. If no rows arrive, a cheaper statement without the mark
 * suffices. If rows arrived during it, the page is read again with the mark, which leaves them out.
 * `windowSeconds`: maximum distance between rows of an event.
 */
export async function pageAsOf(
  journal: StoreJournal,
  windowSeconds: number,
  scope: Scope,
  readPage: (scope: Scope) => Promise<StoredEvent[]>,
): Promise<Page> {
  const { asOf: given, ...unmarked } = scope
  const around = { from: scope.from - windowSeconds, to: scope.to + windowSeconds }
  const asOf = given ?? journal.mark()
  if (!isContended(journal, around, asOf.number)) {
    const events = await readPage(unmarked)
    if (journal.settledUntil(around, asOf.number) >= around.to) return { events, asOf }
  }
  const moment = given ?? journal.mark()
  return { events: await readPage({ ...unmarked, asOf: moment }), asOf: moment }
}
