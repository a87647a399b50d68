import { patternText } from '../../filter/templates/pattern-text.ts'
import type { PatternsResults, PatternValue } from '../../schema/query/patterns.ts'
import type { TemplateDetails } from '../../storage/contract/event-store.ts'
import type { Value } from '../../storage/contract/field.ts'
import { firstN } from '../../storage/contract/first-n.ts'
import { compareValues } from '../../storage/contract/value-order.ts'
import { type ReadContext, type ResolvedRange, scopeOf } from '../kind.ts'
import { validationFault } from '../param-fault.ts'
import { indexOfBound, periodsOf } from '../range/periods.ts'
import type { TimeSpan } from '../time-span.ts'
import { maxEntries } from './limits.ts'
import type { FullPatterns } from './patterns-params.ts'
import { readCounts, type ValueCounts } from './value-counts.ts'

/** Occurrences by template, or 'overflow' if there are too many templates to hold. */
export type PatternsState = ValueCounts | 'overflow'

const maxPrograms = 3

interface RankedPattern {
  template: string
  count: number
  before: number
}

/**
 * Makes results: ranks the templates and compares their counts with the time before the range. Results of an
 * incomplete state have neither counts of that time nor details of templates.
 */
export async function patternsResults(
  params: FullPatterns,
  context: ReadContext,
  state: PatternsState | undefined,
  complete: boolean,
): Promise<PatternsResults> {
  const { range } = context
  if (state === 'overflow') throw tooManyPatterns()
  const countsBefore = complete && params.compare_before ? await countBefore(context) : undefined
  const top = rank(params, state, countsBefore?.counts)
  const details = complete ? await readDetails(context, top) : undefined
  const periods = params.with_subperiods ? periodCounts(params, range, state) : undefined
  const { total = 0, values } = state ?? {}
  const isNew = ([name]: readonly [Value, number]) => name !== '' && !countsBefore?.counts.values.has(name)
  const results: PatternsResults = {
    totals: {
      ts_from: range.from,
      ts_to: range.to,
      values: top.map(({ template, count, before: count_before }) => ({
        ...patternOf(template),
        count,
        ...(countsBefore && { count_before, is_new: count_before === 0 }),
        ...(periods && { counts: periods.map(({ values }) => values?.get(template) ?? 0) }),
        ...details?.(template),
      })),
      cardinality: (values?.size ?? 0) - (values?.has('') ? 1 : 0),
      count: total,
      without_template: values?.get('') ?? 0,
    },
  }
  if (countsBefore) {
    const { from, to, counts } = countsBefore
    results.totals.before = { ts_from: from, ts_to: to, count: counts.total }
    results.totals.new_patterns = [...(values ?? [])].filter(isNew).length
  }
  if (periods)
    results.details = periods.map(({ ts_from, ts_to, total_count }) => ({ ts_from, ts_to, total_count }))
  return results
}

function patternOf(template: string): Pick<PatternValue, 'pattern' | 'filter'> {
  const pattern = patternText(template)
  return { pattern, filter: [{ field: 'message', op: '|>', value: pattern }] }
}

/** Counts in the span before the range, which is as long as the elapsed part of the range. */
async function countBefore(context: ReadContext): Promise<TimeSpan & { counts: ValueCounts }> {
  const { from, to, now } = context.range
  const length = Math.max(0, Math.min(to, Math.ceil(now)) - from)
  const span = { from: Math.max(0, from - length), to: from }
  const noCounts = { total: 0, values: new Map(), periods: [], entries: 0 }
  const counts = span.from < span.to ? await readCounts(context, 'template', span, false) : noCounts
  if (counts === undefined) throw tooManyPatterns()
  return { ...span, counts }
}

function rank(
  { sort, limit }: FullPatterns,
  state: ValueCounts | undefined,
  before: ValueCounts | undefined,
): RankedPattern[] {
  const compare = orders[before === undefined ? 'count' : sort]
  return firstN(
    rankedOf(state, before),
    limit,
    (a, b) => compare(a, b) || b.count - a.count || compareValues(a.template, b.template),
  )
}

function* rankedOf(state: ValueCounts | undefined, before: ValueCounts | undefined): Iterable<RankedPattern> {
  for (const [value, count] of state?.values ?? []) {
    const template = String(value)
    if (template !== '') yield { template, count, before: before?.values.get(template) ?? 0 }
  }
}

const orders: Readonly<Record<FullPatterns['sort'], (a: RankedPattern, b: RankedPattern) => number>> = {
  count: (a, b) => b.count - a.count,
  new: (a, b) => Number(a.before > 0) - Number(b.before > 0),
  growth: (a, b) => growthOf(b) - growthOf(a),
}

/** Growth in standard deviations of random counts: from 900 to 1,000 is less than from 10 to 60. */
function growthOf({ count, before }: RankedPattern): number {
  return (count - before) / Math.sqrt(count + before)
}

type Details = Pick<PatternValue, 'example' | 'severity' | 'first_seen' | 'last_seen' | 'programs'>

async function readDetails(
  context: ReadContext,
  top: readonly RankedPattern[],
): Promise<(template: string) => Details> {
  const { store, range, read } = context
  const only = top.map(({ template }) => template)
  if (only.length === 0) return () => ({})
  const scope = scopeOf(context, range)
  const byTemplate = new Map<Value, TemplateDetails>()
  for (const details of await store.templateDetails(scope, only, read))
    byTemplate.set(details.template, details)
  const programs = new Map<Value, { name: string; count: number }[]>()
  const rows = await store.groupCounts(
    scope,
    {
      fields: ['template', 'program'],
      ignoreEmpty: true,
      only,
      // One more, since the empty program is left out.
      limitEach: maxPrograms + 1,
      limit: only.length * (maxPrograms + 1),
    },
    read,
  )
  for (const { values, count } of rows) {
    const [template = '', name = ''] = values
    if (name === '') continue
    const list = programs.get(template) ?? []
    if (list.length < maxPrograms) list.push({ name: String(name), count })
    programs.set(template, list)
  }
  return template => {
    const details = byTemplate.get(template)
    if (details === undefined) return {}
    const { example, severity, first, last } = details
    return {
      example,
      severity,
      first_seen: first,
      last_seen: last,
      programs: programs.get(template) ?? [],
    }
  }
}

function periodCounts({ limit }: FullPatterns, { bounds }: ResolvedRange, state: ValueCounts | undefined) {
  const periods: (ReturnType<typeof periodsOf>[number] & {
    total_count: number
    values?: ReadonlyMap<Value, number>
  })[] = periodsOf(bounds).map(period => ({ ...period, total_count: 0 }))
  if (periods.length * Math.min(limit, state?.values.size ?? 0) > maxEntries) {
    throw validationFault([
      {
        path: 'limit',
        message: 'expected at most 500,000 periods times patterns',
      },
    ])
  }
  for (const { from, total, values } of state?.periods ?? []) {
    const period = periods[indexOfBound(bounds, from)]
    if (period) Object.assign(period, { total_count: total, values })
  }
  return periods
}

function tooManyPatterns() {
  return validationFault([
    {
      path: 'time_range',
      message: 'the range has more than 200,000 patterns; expected a shorter one, or a filter',
    },
  ])
}
