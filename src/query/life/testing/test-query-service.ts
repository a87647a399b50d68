import type { Reader } from '../../query-service.ts'
import { resolveRange } from '../../range/resolve.ts'
import { InMemoryQueryService } from '../in-memory-query-service.ts'
import type { QueryLimits } from '../limits.ts'
import { SlowQueries } from '../slow-queries.ts'
import { CountingKind, typesOf } from './counting-kind.ts'
import { EmptyStore } from './empty-store.ts'
import { WidgetBoard } from './widget-board.ts'

const plain = {
  managesQueries: false,
  managesDashboards: false,
  managesWidgets: false,
  permissions: new Set<never>(),
  hosts: ['*'],
}
export const anna: Reader = { userId: 1, ...plain }
export const ben: Reader = { userId: 2, ...plain }

/** A query service over kinds whose counts the test sets, and over widgets. Its log lines are in `logged`. */
export function testQueryService(limits: Partial<QueryLimits> = {}, nodeId?: number) {
  const kind = new CountingKind()
  const store = new EmptyStore()
  const board = new WidgetBoard()
  const logged: { message: string; error: unknown }[] = []
  const slowQueries = new SlowQueries(2_000, store, () => {})
  const queryService = new InMemoryQueryService({
    store,
    slowQueries,
    types: typesOf(kind),
    widgets: board,
    resolve: (timeRange, now) => resolveRange(timeRange, now, { timezone: 'UTC' }),
    log: (message, error) => logged.push({ message, error }),
    limits,
    nodeId,
  })
  return { queryService, kind, store, board, logged, slowQueries }
}

/** Work that lasts until the returned function is called, or until it is stopped. */
export function gate() {
  const open = Promise.withResolvers<void>()
  const work = async (_slice: unknown, signal: AbortSignal): Promise<void> => {
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    await Promise.race([open.promise, stopped.promise])
  }
  return { work, open: open.resolve }
}
