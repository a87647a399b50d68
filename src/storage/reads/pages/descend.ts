import type { PageQuery, Read, Scope } from '../../contract/event-store.ts'
import type { EventCount, PageContext } from '../context.ts'

/** Days, the hours of one day, the minutes of one hour. */
const partSeconds = [86_400, 3_600, 60] as const
/** In a shorter scope, hours are counted at once. */
const maxHours = 1_000

/** A span, and the number of its events before the page in the order of the walk. */
export interface PageStart {
  span: EventCount
  offset: number
}

/**
 * Finds where a page begins in the order in which events began, from counts only. The span contains the whole
 * page unless an hour ends within the page. Undefined when counts are not known, or when there are fewer
 * events. Counts are current ones, whatever the moment of the scope.
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

/** The part with the event at this offset, and the offset within it; without a part, the remaining offset. */
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

/** Extends a part by the parts after it until it has the wanted number of events. */
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
