import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventCount, PageContext } from './page-context.ts'

/** What is counted apart, seconds: days, the hours of one of them, the minutes of one of these. */
const partSeconds = [86_400, 3_600, 60] as const

/** A stretch in which a page begins, so many events behind its beginning in the order of the walk. */
export interface PageStart {
  stretch: EventCount
  offset: number
}

/**
 * Where a page lies of all events in the order in which they began, by what is told of how many began when: no row is read. The stretch
 * has the whole page unless an hour ends in it. undefined when it is not known, or when there are not so many events. It is about now,
 * whatever the moment of the scope.
 */
export async function descend(
  { hints }: Pick<PageContext, 'hints'>,
  scope: Scope,
  { offset, limit }: Pick<PageQuery, 'offset' | 'limit'>,
  newestFirst: boolean,
  read: Read,
): Promise<PageStart | undefined> {
  if (hints === undefined) return undefined
  let found: PageStart | undefined
  for (const length of partSeconds) {
    const { stretch: within, offset: left } = found ?? { stretch: scope, offset }
    const begun = await hints.eventCounts({ ...scope, from: within.from, to: within.to }, length, read)
    if (begun === undefined) break
    const parts = newestFirst ? begun.toReversed() : begun
    const at = partAtOffset(parts, left)
    if (at.part === undefined) return undefined
    const isLast = length === partSeconds.at(-1)
    const stretch = isLast ? extendPart(parts, at.part, at.offset + limit) : at.part
    found = { stretch, offset: at.offset }
  }
  return found
}

/** The part that the event behind so many lies in, and how many come before it there; without a part, how many are left. */
export function partAtOffset(
  parts: readonly EventCount[],
  offset: number,
): { part?: EventCount; offset: number } {
  let left = offset
  for (const part of parts) {
    if (part.events > left) return { part, offset: left }
    left -= part.events
  }
  return { offset: left }
}

/** The part with those that follow it, until there are as many events as are wanted. */
function extendPart(parts: readonly EventCount[], part: EventCount, wanted: number): EventCount {
  let { from, to, events } = part
  for (let at = parts.indexOf(part) + 1; at < parts.length && events < wanted; at++) {
    const next = parts[at]
    if (next === undefined) break
    from = Math.min(from, next.from)
    to = Math.max(to, next.to)
    events += next.events
  }
  return { from, to, events }
}
