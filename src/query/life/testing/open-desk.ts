import type { Reader } from '../../desk.ts'
import { resolveRange } from '../../range/resolve.ts'
import { Desk } from '../desk.ts'
import type { DeskLimits } from '../limits.ts'
import { CountingKind, typesOf } from './counting-kind.ts'
import { PaperStore } from './paper-store.ts'
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

/** A desk over kinds that count what the test says, and over widgets. What it logs is in `logged`. */
export function deskUnderTest(limits: Partial<DeskLimits> = {}) {
  const kind = new CountingKind()
  const store = new PaperStore()
  const board = new WidgetBoard()
  const logged: { message: string; error: unknown }[] = []
  const desk = new Desk({
    store,
    types: typesOf(kind),
    widgets: board,
    resolve: (timeRange, now) => resolveRange(timeRange, now, { timezone: 'UTC' }),
    log: (message, error) => logged.push({ message, error }),
    limits,
  })
  return { desk, kind, store, board, logged }
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
