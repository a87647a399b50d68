import type { Mark, Read, Scope } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { hullOf, type Span } from '../../contract/time-span.ts'
import { isContended, isTouched, rowsAsOf } from '../../journal/read-as-of.ts'
import type { KnownRepeats, ReadContext } from '../../reads/context.ts'
import { byIndex } from '../../sql/by-index.ts'
import { list, number } from '../../sql/literal.ts'
import { predicateVerdicts } from '../../sql/predicate-verdicts.ts'
import { isRollupField, keyOf } from '../../sql/rollup-fields.ts'
import { both, inSpans } from '../rollups/count-rows.ts'
import type { Peeked, Rollup } from '../rollups/rollup.ts'
import { TooManyValuesError } from '../rollups/rollup-errors.ts'
import type { Rollups } from '../rollups/rollups.ts'
import { allRows, everything, isUndecided, undecidedRows } from '../rollups/row-condition.ts'
import { spansWith } from '../rollups/spans-with.ts'
import { type Counting, countUncovered, mergeCounts, type Uncovered } from './count-uncovered.ts'
import { knownValueCounts, type Plan, plansFor } from './plan.ts'
import { sumTiles, TooManySumsError, type ValueCounts } from './sums.ts'
import { type MappedValues, mapValues, type NamedMapping } from './value-mapping.ts'

export interface RollupContext extends ReadContext {
  rollups: Rollups
  repeats: KnownRepeats
}

export interface CountQuery extends Counting {
  /** Further SELECTs to count, for a scope as of the moment of the counts; see countUncovered. */
  others?: (scope: Scope) => readonly string[]
  /** With few groups, counts all of them by the statement when memory has too little. */
  isEager?: boolean
}

/** The first visit may bring new values, which must be judged before the next. */
const maxVisits = 3
/** Up to this many groups, all are counted, even if fewer are wanted. */
const maxEagerGroups = 5_000
/** With more spans, a statement is not cheaper than one that also reads the gaps. */
const maxSpans = 32

/**
 * All counts of a scope: from memory, and by one statement for the rest. Undefined when too little is in
 * memory and the engine may as well rank the groups too. For an earlier moment, which memory does not have,
 * the statement counts everything. While no rows come in, the statement need not leave rows out, which is
 * cheaper; if rows did come in, a second statement leaves them out.
 */
export async function countFromTiles(
  context: RollupContext,
  scope: Scope,
  query: CountQuery,
  read: Read,
): Promise<ValueCounts | undefined> {
  const { journal } = context.rollups.source
  const first = await countOnce(context, scope, query, read, false)
  if (first === undefined || !isTouched(journal, first.unmarked, first.mark)) return first?.counts
  return (await countOnce(context, scope, query, read, true))?.counts
}

/**
 * Counts as of a mark. `unmarked`: spans that were read regardless of the mark; elsewhere each batch is
 * counted wholly or not at all.
 */
interface MarkedCounts {
  counts: ValueCounts
  mark: Mark
  unmarked: readonly Span[]
}

async function countOnce(
  context: RollupContext,
  scope: Scope,
  query: CountQuery,
  read: Read,
  isCertain: boolean,
): Promise<MarkedCounts | undefined> {
  read.signal.throwIfAborted()
  const { rollups, window } = context
  const { fields, bounds, others = () => [], isEager = false } = query
  let best: Plan | undefined
  const plans = scope.asOf === undefined ? plansFor(rollups, scope, fields, bounds) : []
  for (const plan of plans) {
    const found = await probePlan({ rollups, scope, bounds, isCertain }, plan, read)
    if (found === 'missing') best ??= plan
    if (typeof found === 'string') continue
    for (const { plan, isMissing } of found.used)
      rollups.recordQuestion(plan, scope, plan.coarsest, isMissing)
    if (read.account !== undefined) {
      read.account.tilesKept += found.tiles
      read.account.tilesCounted += found.missing.length
    }
    const more = others({ ...scope, asOf: found.mark })
    const { mark, unmarked } = found
    if (found.uncovered.length + more.length === 0) return { counts: found.counted, mark, unmarked }
    const counted = await countUncovered(context, found.uncovered, more, query, read)
    if (counted !== undefined) return { counts: mergeCounts(found.counted, counted), mark, unmarked }
  }
  if (best !== undefined) rollups.recordQuestion(best, scope, best.coarsest, true)
  if (!isEager || maxGroupsOf(context, fields, bounds) > maxEagerGroups) return undefined
  const { journal } = rollups.source
  const mark = scope.asOf ?? journal.mark()
  const isMarked = scope.asOf !== undefined || isCertain || isContended(journal, scope, mark.number)
  const whole = isMarked ? { ...scope, asOf: mark } : scope
  const counts = await countUncovered(context, [{ scope: whole }], others(whole), query, read)
  // `others` may include events that began within a window before the scope.
  const around = { from: scope.from - window, to: scope.to }
  return counts && { counts, mark, unmarked: isMarked ? [] : [around] }
}

/** Maximum groups, by what is known of the fields. */
function maxGroupsOf(
  { names }: RollupContext,
  fields: readonly Field[],
  bounds: readonly number[] = [],
): number {
  const values = (field: Field) => {
    if (field === 'host' || field === 'program') return names?.of(field)?.size
    return isRollupField(field) ? knownValueCounts[keyOf(field)] : undefined
  }
  if (fields.length === 0) return 1
  const periods = Math.max(1, bounds.length - 1)
  return fields.reduce((product, field) => product * (values(field) ?? Number.POSITIVE_INFINITY), periods)
}

/** Upper bound of the rows to read to count a scope. */
export function missingRows(
  rollups: Rollups,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
): number {
  for (const plan of plansFor(rollups, scope, fields, bounds)) {
    const fit = fitOf(rollups, plan, [scope], scope)
    if (typeof fit !== 'string') return rowsIn(rollups, fit.peeked.missing)
  }
  return rowsIn(rollups, [scope])
}

/** A question to the counts in memory. */
interface Question {
  rollups: Rollups
  scope: Scope
  bounds: readonly number[] | undefined
  /** See rowsAsOf. */
  isCertain: boolean
}

/** Probes memory once values are judged, which is done in slices that yield to other work. */
async function probePlan(question: Question, plan: Plan, read: Read): Promise<Found | 'missing' | 'unfit'> {
  const { rollups, scope } = question
  for (let visit = 0; visit < maxVisits; visit++) {
    const found = probe(question, plan, [scope])
    if (found !== 'unjudged') return found
    const rollup = rollups.find(plan.fields, plan.where)
    if (rollup !== undefined)
      await predicateVerdicts(rollup.ids, rollup.fields, scope.predicate).judgeAll(read.signal)
  }
  return 'unfit'
}

interface Found {
  counted: ValueCounts
  mark: Mark
  /** Rows that are not in these counts, and which of their spans are read regardless of the mark. */
  uncovered: readonly Uncovered[]
  unmarked: readonly Span[]
  /** Spans that are missing in memory, and the number of tiles found. */
  missing: readonly Span[]
  tiles: number
  used: readonly { plan: Plan; isMissing: boolean }[]
}

/**
 * Probes memory for some spans; 'missing' when it has too little, 'unfit' when its counts cannot decide the
 * predicate. `only`: SQL of the wanted rows, besides the predicate.
 */
function probe(
  question: Question,
  plan: Plan,
  spans: readonly Span[],
  only = '',
): Found | 'unjudged' | 'missing' | 'unfit' {
  const { rollups, scope, bounds, isCertain } = question
  const fit = fitOf(rollups, plan, spans, scope)
  if (typeof fit === 'string') return fit
  const { rollup, peeked, mapping, undecided, isUndecided: hasUndecided } = fit
  const counted = sumPeeked(peeked, bounds, mapping)
  if (counted === undefined) return 'unfit'
  const { covered, missing, late } = peeked
  const { journal } = rollups.source
  const mark = journal.mark()
  const uncoveredIn = (spans: readonly Span[], rows: string): Uncovered => ({
    scope: { ...scope, ...hullOf(spans) },
    part: { rows, spans },
  })
  const uncovered: Uncovered[] = []
  const { rows, unmarked } = rowsAsOf(journal, missing, mark, isCertain)
  if (missing.length > 0) uncovered.push(uncoveredIn(missing, both(rows, only)))
  if (late.length > 0) {
    const batches = byIndex(`batch IN (${list(late.map(({ batch }) => number(batch)))})`)
    const decided = undecided === undefined ? only : `NOT ${isUndecided(undecided)}`
    uncovered.push(uncoveredIn(covered, both(both(inSpans(covered), batches), decided)))
  }
  const found = { mark, missing, unmarked, tiles: peeked.slices.length }
  const own = { plan, isMissing: missing.length + late.length > 0 }
  if (undecided === undefined) return { ...found, counted, uncovered, used: [own] }
  const doubted = spansWith(rollup, covered, hasUndecided)
  if (doubted.length === 0) return { ...found, counted, uncovered, used: [own] }
  const { wanted, coarsest } = plan
  const where = undecidedRows(scope.predicate, undecided)
  const doubtful: Plan = { wanted, fields: wanted, where, coarsest }
  const more = probe(question, doubtful, doubted, isUndecided(undecided))
  if (typeof more === 'string') {
    const { rows, unmarked: open } = rowsAsOf(journal, doubted, mark, isCertain)
    uncovered.push(uncoveredIn(doubted, both(rows, isUndecided(undecided))))
    const used = [own, { plan: doubtful, isMissing: true }]
    return { ...found, unmarked: [...unmarked, ...open], counted, uncovered, used }
  }
  return {
    ...found,
    counted: mergeCounts(counted, more.counted),
    uncovered: [...uncovered, ...more.uncovered],
    unmarked: [...unmarked, ...more.unmarked],
    used: [own, ...more.used],
  }
}

/** The tiles in memory for some spans, and their values that match the predicate. */
interface Fit extends MappedValues {
  rollup: Rollup
  peeked: Peeked
}

function fitOf(
  rollups: Rollups,
  plan: Plan,
  spans: readonly Span[],
  scope: Scope,
): Fit | 'unjudged' | 'missing' | 'unfit' {
  const rollup = rollups.find(plan.fields, plan.where)
  const peeked = rollup && peek(rollups, rollup, plan, spans)
  if (rollup === undefined || peeked === undefined) return 'missing'
  const predicate = plan.where === allRows ? scope.predicate : everything
  const mapped = mapValues(rollup.ids, rollup.fields, plan.wanted.length, predicate)
  if (mapped === undefined || mapped === 'unjudged') return mapped ?? 'unfit'
  return { rollup, peeked, ...mapped }
}

function sumPeeked(
  { slices }: Peeked,
  bounds: readonly number[] | undefined,
  mapping: NamedMapping,
): ValueCounts | undefined {
  try {
    const added = sumTiles(slices, bounds, mapping)
    return {
      get sums() {
        return added.sums
      },
      counts: added.counts,
      valuesOf: mapping.valuesOf,
    }
  } catch (error) {
    if (error instanceof TooManySumsError) return undefined
    throw error
  }
}

function peek(
  rollups: Rollups,
  rollup: Rollup,
  { coarsest, wanted }: Plan,
  spans: readonly Span[],
): Peeked | undefined {
  try {
    const peeked = rollup.peek(spans, coarsest)
    const { covered, missing } = peeked
    if (covered.length === 0 || missing.length > maxSpans) return undefined
    const rows = rowsIn(rollups, spans)
    const left = rowsIn(rollups, missing)
    // The engine can rank many values itself, but not from a part of the rows; and statements for parts are
    // more expensive.
    const isLittle = wanted.length > 0 || rows - left < rollups.source.minRows
    return isLittle && left > rows / 2 ? undefined : peeked
  } catch (error) {
    if (!(error instanceof TooManyValuesError)) throw error
    rollups.exclude(rollup)
    return undefined
  }
}

function rowsIn({ source }: Rollups, spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + source.estimateRows(from, to), 0)
}
