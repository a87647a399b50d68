import type { ChangesParams, ChangesResults } from '../../schema/query/changes.ts'
import type { Kind, ReadContext } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import {
  comparedFaults,
  comparedIn,
  type FullChanges,
  fullChanges,
  hasTime,
  rangeOfBoth,
} from './changes-params.ts'
import {
  type ChangesState,
  type ComparedCounts,
  changesResults,
  comparedFields,
  type FieldCounts,
  noFieldCounts,
} from './changes-results.ts'
import { checkEventParams } from './event-params.ts'
import { rowCost } from './fields.ts'
import { mergeCounts, readCounts } from './value-counts.ts'

/**
 * Values whose share of the events moved between two ranges. Its range covers both, so that slices, their
 * cache and the journal treat both alike. Tags are compared at the end.
 */
export const changes: Kind<ChangesParams, ChangesState, ChangesResults, FullChanges> = {
  rangeOf: rangeOfBoth,
  normalise(params) {
    checkEventParams(params, comparedFaults(params))
    return fullChanges(params)
  },
  cost: (_, predicate) => rowCost(predicate),
  rows(_, { store, range, predicate }, span) {
    const { current, before } = comparedIn(range, span)
    return [current, ...before].filter(hasTime).reduce((rows, { from, to }) => {
      const counting = comparedFields.map(field =>
        store.estimateCounting([field], predicate, undefined, from, to),
      )
      // And the names of tags, which are not in memory.
      return rows + counting.reduce((sum, each) => sum + each, store.estimateRows(from, to))
    }, 0)
  },
  periodic: () => false,
  async slice(_, context, slice) {
    const { current, before } = comparedIn(context.range, slice)
    let countsBefore = noFieldCounts
    for (const span of before) countsBefore = mergeFields(await readFields(context, span), countsBefore)
    return { current: await readFields(context, current), before: countsBefore }
  },
  merge: (newer, older) => ({
    current: mergeFields(newer.current, older.current),
    before: mergeFields(newer.before, older.before),
  }),
  finish: changesResults,
}

async function readFields(context: ReadContext, span: TimeSpan): Promise<FieldCounts> {
  if (!hasTime(span)) return noFieldCounts
  const fields: ComparedCounts[] = []
  for (const field of comparedFields)
    fields.push((await readCounts(context, field, span, false)) ?? 'overflow')
  return fields
}

function mergeFields(newer: FieldCounts, older: FieldCounts): FieldCounts {
  return newer.map((counts, i): ComparedCounts => {
    const added = older[i] ?? 'overflow'
    if (counts === 'overflow' || added === 'overflow') return 'overflow'
    return mergeCounts(counts, added) ?? 'overflow'
  })
}
