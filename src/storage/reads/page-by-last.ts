import { eventsTable } from '../sql/columns.ts'
import { list, number, second } from '../sql/literal.ts'
import { rowsOf, withinAsOf } from '../sql/scope.ts'
import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventKey } from './event-rows.ts'
import type { PageContext } from './page-context.ts'
import { collect, type Stretch, stretches } from './walk.ts'

/** Events are never ahead of the clock by more than this many seconds, so nothing lies behind a range that ends later. */
const ahead = 5
const order = 'ORDER BY sec DESC, ts DESC, id DESC'

/**
 * Ordered by the whole event's last occurrence, newest first. Rows are walked backwards and each event counts where its
 * newest row lies: events that went on after the range come first, and a stretch leaves out what a newer one has shown.
 */
export function newestByLast(
  context: PageContext,
  scope: Scope,
  query: PageQuery,
  read: Read,
): Promise<EventKey[]> {
  function* walk() {
    const goOn = mayGoOn(context, scope)
    if (goOn) yield laterOnes(context, scope)
    for (const stretch of stretches(context, scope, query, true)) {
      yield newestHere(context, stretch, goOn || stretch.to < scope.to)
    }
  }
  return collect(context, walk(), query, read)
}

function laterOnes(context: PageContext, scope: Scope): Stretch {
  return {
    source: () => goneOn(context, scope),
    count: 'uniqExact(id)',
    order,
    several: true,
    likelyEmpty: true,
  }
}

/** Whether events may have rows behind the range. */
export function mayGoOn({ window }: Pick<PageContext, 'window'>, scope: Scope): boolean {
  return window > 0 && scope.to <= Date.now() / 1000 + ahead
}

/** FROM and WHERE of the rows behind the range of events that have some in it. */
export function goneOn({ window }: Pick<PageContext, 'window'>, scope: Scope): string {
  const behind = { ...scope, from: scope.to, to: scope.to + window }
  const inRange = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(scope.from, Math.min(scope.to, scope.from + window), scope.asOf)} AND repeat = 1 AND first < ${second(scope.from)}`
  return `FROM ${eventsTable} WHERE ${rowsOf(behind, window)} AND repeat = 1 AND first < ${second(scope.to)} AND (first >= ${second(scope.from)} OR id IN (${inRange}))`
}

/** Past so many, ids are looked up by the engine rather than sent to it. */
const maxListed = 2_000

/** Events whose newest row lies in this stretch: not those that a newer stretch has shown. */
function newestHere(context: PageContext, scope: Scope, mayGoOn: boolean): Stretch {
  const rows = `FROM ${eventsTable} WHERE ${rowsOf(scope, context.window)}`
  return {
    source(shown) {
      if (!mayGoOn || context.window === 0) return rows
      // Of what was shown, only an event that began before the end of this stretch can have rows in it.
      const ids = shown?.filter(key => key.first < scope.to * 1_000_000).map(key => number(key.id))
      if (ids?.length === 0) return rows
      if (ids && ids.length <= maxListed) return `${rows} AND id NOT IN (${list(ids)})`
      const later = `SELECT id FROM ${eventsTable} WHERE ${withinAsOf(scope.to, scope.to + context.window, scope.asOf)} AND repeat = 1 AND first < ${second(scope.to)}`
      return `${rows} AND id NOT IN (${later})`
    },
    count: 'uniqExact(id)',
    order,
    several: true,
  }
}
