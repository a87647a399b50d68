import type { StoredEvent } from '../../schema/event.ts'
import type { Mark, Page, Scope } from '../store.ts'

/** Takes marks of the store and tells what has changed since a mark. */
export interface MarkSource {
  mark(): Mark
  /** Whether no row of the events of the scope has changed since its mark. */
  isSettled(scope: Scope & { asOf: Mark }): boolean
}

/**
 * A page as of the moment of the scope, or else of now. While nothing comes into the scope, a cheaper statement need not leave rows out;
 * what was read while something came in is read again.
 */
export async function pageAsOf(
  { mark, isSettled }: MarkSource,
  scope: Scope,
  readPage: (scope: Scope) => Promise<StoredEvent[]>,
): Promise<Page> {
  const { asOf: given, ...now } = scope
  const asOf = given ?? mark()
  if (isSettled({ ...now, asOf })) {
    const events = await readPage(now)
    if (isSettled({ ...now, asOf })) return { events, asOf }
  }
  const moment = given ?? mark()
  return { events: await readPage({ ...now, asOf: moment }), asOf: moment }
}
