import type { PageQuery, Read, Scope } from '../store.ts'
import type { EventCount, PageContext } from './page-context.ts'

/** Days, hours of one of them, minutes of one of these. */
const partSeconds = [86_400, 3_600, 60] as const
/** Of a shorter scope, hours are counted at once. */
const maxHours = 1_000

/** A span, and how many of its events come before the page in the order of the walk. */
export interface PageStart {
  span: EventCount
  offset: number
}

/**
 * Where a page begins in the order in which events began, found by counts alone. The span has the whole page unless an hour ends in it.
 * Undefined when counts are not known, or when there are not so many events. Counts are those of now, whatever the moment of the scope.
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
    if (length === 86_400 && scope.to - scope.from <= maxHours * 3_600) continue
    const { span: within, offset: left } = found ?? { span: scope, offset }
    const begun = await hints.eventCounts({ ...scope, from: within.from, to: within.to }, length, read)
    if (begun === undefined) break
    const parts = newestFirst ? begun.toReversed() : begun
    const at = partAtOffset(parts, left)
    if (at.part === undefined) return undefined
    const isLast = length === partSeconds.at(-1)
    const span = isLast ? extendPart(parts, at.part, at.offset + limit) : at.part
    found = { span, offset: at.offset }
  }
  return found
}

/** The part with the event at this offset, and the offset within it; without a part, what is left of the offset. */
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
export function extendPart(parts: readonly EventCount[], part: EventCount, wanted: number): EventCount {
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
