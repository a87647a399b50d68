import { joinNearest, type Span, unionOf } from '../../contract/time-span.ts'
import { wholeHours } from './cover.ts'
import type { Rollup } from './rollup.ts'
import { TooManyValuesError } from './rollup-errors.ts'
import type { Rollups } from './rollups.ts'
import { slotSize } from './tile.ts'
import type { TileSlice } from './tiles.ts'

/** Maximum entries of tiles examined: about a millisecond. */
const maxEntries = 400_000
/** Maximum spans of an SQL condition: the engine tests each row that it reads against all of them. */
const maxSpans = 16

/**
 * The parts of some spans in which rows may have one of the values (ids) for which `has` is true, according
 * to a rollup; at most `maxSpans` for each span, in order of time. Includes parts without tiles. Returns
 * `spans` themselves if finding out costs too much or the rollup lacks rows of appends.
 */
export function spansWith(
  rollup: Rollup,
  spans: readonly Span[],
  has: (id: number) => boolean,
): readonly Span[] {
  try {
    const { slices, missing, pendingAppends } = rollup.peek(spans, 'hour')
    const entries = slices.reduce((sum, { first, end }) => sum + end - first, 0)
    if (pendingAppends.length > 0 || entries > maxEntries) return spans
    const found = unionOf([...missing, ...slices.flatMap(slice => [...slotsWith(slice, has)])])
    return intersect(joinNearest(found, maxSpans), spans)
  } catch (error) {
    if (error instanceof TooManyValuesError) return spans
    throw error
  }
}

/** The slots of a slice that have an entry of one of these values. */
function* slotsWith(
  { tile, first, end, tileStart, slotSeconds }: TileSlice,
  has: (id: number) => boolean,
): Generator<Span> {
  let lastFound: number | undefined
  for (let i = first; i < end; i++) {
    const key = tile.keys[i] ?? 0
    const slot = Math.floor(key / slotSize)
    if (slot === lastFound || !has(key - slot * slotSize)) continue
    lastFound = slot
    const from = tileStart + slot * slotSeconds
    yield { from, to: from + slotSeconds }
  }
}

/**
 * The parts of a span in which rows may have one of these templates, according to counts in memory; undefined
 * without counts by template. Includes the spans of running appends, whose rows may have any template.
 */
export function spansOfTemplates(
  rollups: Rollups,
  templates: ReadonlySet<string>,
  span: Span,
): readonly Span[] | undefined {
  const rollup = rollups.find(['template'])
  if (rollup === undefined) return undefined
  const { ids } = rollup
  const isWanted = Array.from({ length: ids.size }, (_, id) => templates.has(String(ids.firstValue(id))))
  // Templates that the rollup learns during the call may be wanted.
  const found = spansWith(rollup, [wholeHours(span)], id => isWanted[id] ?? true)
  return intersect(joinNearest(unionOf([...found, ...rollups.source.journal.busySpans]), maxSpans), [span])
}

function intersect(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  return spans.flatMap(({ from, to }) =>
    others.flatMap(other => {
      const part = { from: Math.max(from, other.from), to: Math.min(to, other.to) }
      return part.from < part.to ? [part] : []
    }),
  )
}
