import { parseFieldName } from '../../filter/predicate/field.ts'
import { patternText } from '../../filter/templates/pattern-text.ts'
import type { ChangedValue, ChangesResults } from '../../schema/query/changes.ts'
import type { Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import { compareValues } from '../../storage/contract/value-order.ts'
import type { ReadContext } from '../kind.ts'
import { comparedIn, type FullChanges } from './changes-params.ts'
import { compareTags, maxTagValues } from './changes-tags.ts'
import { maxValues } from './limits.ts'
import { mayBeChance, shareScore, type TwoCounts } from './share-change.ts'
import type { ValueCounts } from './value-counts.ts'

/** Fields of every event that are compared, besides tags. */
export const comparedFields = ['host', 'template', 'severity', 'program', 'cisco_mnemonic'] as const

/** Occurrences by value, or 'overflow' if a field has too many values to hold. */
export type ComparedCounts = ValueCounts | 'overflow'

/** The counts of each of `comparedFields`. */
export type FieldCounts = readonly ComparedCounts[]

/** Counts of the parts of both ranges in a span. */
export interface ChangesState {
  current: FieldCounts
  before: FieldCounts
}

export const noFieldCounts: FieldCounts = comparedFields.map(() => ({
  total: 0,
  values: new Map(),
  periods: [],
  entries: 0,
}))

/** Occurrences of all events: the total of each field. Severities never overflow. */
function totalOf(fields: FieldCounts): number {
  return fields.find(counts => counts !== 'overflow')?.total ?? 0
}

interface RankedChange extends TwoCounts {
  field: string
  value: Value
  score: number
}

/**
 * Makes results: ranks the values whose share moved more than by chance. Results of an incomplete state
 * compare what is counted so far, without tags.
 */
export async function changesResults(
  params: FullChanges,
  context: ReadContext,
  state: ChangesState | undefined,
  complete: boolean,
): Promise<ChangesResults> {
  const spans = comparedIn(context.range, context.range)
  const counts = state?.current ?? noFieldCounts
  const countsBefore = state?.before ?? noFieldCounts
  const totals = { total: totalOf(counts), totalBefore: totalOf(countsBefore) }
  const isComparable = totals.total > 0 && totals.totalBefore > 0
  const leftOut: string[] = []
  const candidates: Omit<RankedChange, 'score'>[] = []
  const addIfMoved = (field: string, value: Value, count: number, before: number): void => {
    const candidate = { field, value, count, before, ...totals }
    if (value !== '' && !mayBeChance(candidate)) candidates.push(candidate)
  }
  for (const [i, field] of comparedFields.entries()) {
    const [now, then] = [counts[i], countsBefore[i]]
    if (now === undefined || then === undefined) continue
    if (now === 'overflow' || then === 'overflow') {
      leftOut.push(`${field}: it has more than ${maxValues.toLocaleString('en')} values`)
      continue
    }
    for (const [value, count] of now.values) addIfMoved(field, value, count, then.values.get(value) ?? 0)
    for (const [value, count] of then.values) if (!now.values.has(value)) addIfMoved(field, value, 0, count)
  }
  if (complete && isComparable) {
    const tags = await compareTags(context, { ...spans, ...totals })
    for (const { name, value, count, before } of tags.values)
      addIfMoved(nameOfTag(name), value, count, before)
    leftOut.push(...leftOutOf(tags))
  }
  const ranked = candidates.map(each => ({ ...each, score: shareScore(each) }))
  return {
    totals: {
      ts_from: spans.current.from,
      ts_to: spans.current.to,
      count: totals.total,
      before: {
        periods: spans.before.map(({ from, to }) => ({ ts_from: from, ts_to: to })),
        count: totals.totalBefore,
      },
      values: firstN(ranked, params.limit, compareChanges).map(changedValue),
      changed: ranked.length,
      ...(leftOut.length > 0 && { left_out: leftOut }),
    },
  }
}

/** Highest score first, ties by field and value. */
function compareChanges(a: RankedChange, b: RankedChange): number {
  return b.score - a.score || compareValues(a.field, b.field) || compareValues(a.value, b.value)
}

function changedValue({
  field,
  value,
  count,
  before,
  total,
  totalBefore,
  score,
}: RankedChange): ChangedValue {
  const shown = field === 'template' ? patternText(String(value)) : value
  return {
    field,
    value: shown,
    count,
    count_before: before,
    share: count / total,
    share_before: before / totalBefore,
    score,
    filter: [
      field === 'template'
        ? { field: 'message', op: '|>', value: shown }
        : { field, op: 'eq', value: shown, ignore_case: false },
    ],
  }
}

/**
 * The name of a tag in conditions: with `ut_` if a field of conditions or of the results has the same name.
 */
function nameOfTag(name: string): string {
  return parseFieldName(name).kind === 'tag' && name !== 'template' ? name : `ut_${name}`
}

function leftOutOf({ compared, candidates, total, cut }: Awaited<ReturnType<typeof compareTags>>): string[] {
  const texts: string[] = []
  if (candidates < total)
    texts.push(`tags: of ${total} tags, only the first ${candidates} by name were candidates`)
  if (compared < candidates)
    texts.push(`tags: of ${candidates} tags, ${compared} of the most frequent were compared`)
  const names = cut.map(nameOfTag).join(', ')
  if (cut.length > 0)
    texts.push(
      `tags of many values: of each range, only the ${maxTagValues} most frequent values of ${names}`,
    )
  return texts
}
