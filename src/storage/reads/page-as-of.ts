import type { StoredEvent } from '../../schema/event.ts'
import type { Mark, Page, Scope } from '../store.ts'

/** What moments of the store are known by. */
export interface MarkSource {
  /** This moment. */
  mark(): Mark
  /** Whether all rows of the scope, and those around it that its events may have, are what they were at its moment. */
  isSettled(scope: Scope & { asOf: Mark }): boolean
}

/**
 * A page with the moment that it is of: the one of the scope, or else a present one. While nothing comes into the scope, the rows need not be
 * held to the moment, which makes the cheaper statement; what was read while something came in may have a part of that, and is read again.
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
