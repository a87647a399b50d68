import { needsWholeEvent } from '../../../filter/predicate/whole-event.ts'
import type { Mark, Read, Scope } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { hullOf, type Span } from '../../contract/time-span.ts'
import { isContended, isTouched, rowsAsOf } from '../../journal/read-as-of.ts'
import type { KnownRepeats, ReadContext } from '../../reads/context.ts'
import { byIndex } from '../../sql/by-index.ts'
import { list, number } from '../../sql/literal.ts'
import { predicateVerdicts } from '../../sql/predicate-verdicts.ts'
import { isRollupField, keyOf } from '../../sql/rollup-fields.ts'
import { withinAny } from '../../sql/scope.ts'
import { andSql } from '../rollups/count-rows.ts'
import type { Peeked, Rollup } from '../rollups/rollup.ts'
import { TooManyValuesError } from '../rollups/rollup-errors.ts'
import type { Rollups } from '../rollups/rollups.ts'
import { allRows, everything, type Undecided, undecidedRows, undecidedSql } from '../rollups/row-condition.ts'
import { spansWith } from '../rollups/spans-with.ts'
import { type CountSpec, countUncovered, mergeCounts, type Uncovered } from './count-uncovered.ts'
import { knownValueCounts, type Plan, plansFor } from './plan.ts'
import { sumTiles, TooManySumsError, type ValueCounts } from './sums.ts'
import { type MappedValues, mapValues, type NamedMapping } from './value-mapping.ts'

/** What the counting reads need: access to the table, and counts in memory. */
export interface RollupContext extends ReadContext {
  rollups: Rollups
  repeats: KnownRepeats
}

/** What to count, and what to do for rows that memory does not count. */
export interface CountQuery extends CountSpec {
  /**
   * Returns more SELECTs for the statement, with the columns of countUncovered. Called for each attempt. The
   * scope that it gets has the mark of the counts, if the statement must leave out newer batches.
   */
  others?: (scope: Scope) => readonly string[]
  /**
   * If memory lacks too many rows and there are at most `maxGroupsOfAllRows` groups, counts all rows with one
   * statement instead of returning undefined.
   */
  countsAllRows?: boolean
}

/** Maximum lookups of one plan: a lookup may meet new values, which must be judged before the next lookup. */
const maxLookups = 3
/** Maximum groups for `countsAllRows`, even if the caller wants fewer: the statement returns all of them. */
const maxGroupsOfAllRows = 5_000
/**
 * Maximum gaps in memory. With more, one statement over the whole scope is as cheap, so memory is not used.
 */
const maxGaps = 32

/**
 * Returns the counts of a scope by fields and periods: from tiles in memory, and from one statement for the
 * rows that memory lacks. Returns undefined if memory lacks too many rows, for the caller to let the engine
 * count and rank the groups; with `countsAllRows` only if there may be too many groups to fetch them all.
 * For a scope with `asOf` there are no tiles: memory has only the current counts.
 *
 * The counts are as of one mark of the journal. The first try leaves out newer batches only in spans where
 * some are expected, which is cheaper. If a batch arrived elsewhere meanwhile, the second try leaves them out
 * in all spans.
 */
export async function countFromTiles(
  context: RollupContext,
  scope: Scope,
  query: CountQuery,
  read: Read,
): Promise<ValueCounts | undefined> {
  const { journal } = context.rollups.source
  const first = await countOnce(context, scope, query, read, { marksAllSpans: false })
  if (first === undefined || !isTouched(journal, first.unmarked, first.mark)) return first?.counts
  return (await countOnce(context, scope, query, read, { marksAllSpans: true }))?.counts
}

/** Whether SQL leaves out newer batches in all spans, or only where some are expected (`rowsAsOf`). */
interface MarkOptions {
  marksAllSpans: boolean
}

/** Counts as of a mark. */
interface MarkedCounts {
  counts: ValueCounts
  mark: Mark
  /** Spans that SQL read without the mark: of a batch that arrived meanwhile, a part may be counted. */
  unmarked: readonly Span[]
}

/** One try of `countFromTiles`. */
async function countOnce(
  context: RollupContext,
  scope: Scope,
  query: CountQuery,
  read: Read,
  { marksAllSpans }: MarkOptions,
): Promise<MarkedCounts | undefined> {
  read.signal.throwIfAborted()
  const { rollups } = context
  const { fields, bounds, others = () => [], countsAllRows = false } = query
  let firstMissing: Plan | undefined
  const plans = scope.asOf === undefined ? plansFor(rollups, scope, fields, bounds) : []
  for (const plan of plans) {
    const found = await lookUpPlan({ rollups, scope, bounds, marksAllSpans }, plan, read)
    if (found === 'missing') firstMissing ??= plan
    if (typeof found === 'string') continue
    for (const { plan: used, isMissing } of found.used)
      rollups.recordQuestion(used, scope, used.coarsest, isMissing)
    if (read.account !== undefined) {
      read.account.tilesFromMemory += found.tiles
      read.account.spansCounted += found.gaps.length
    }
    const selects = others({ ...scope, asOf: found.mark })
    const { mark, unmarked } = found
    if (found.uncovered.length + selects.length === 0) return { counts: found.counted, mark, unmarked }
    const counted = await countUncovered(context, found.uncovered, selects, query, read)
    if (counted !== undefined) return { counts: mergeCounts(found.counted, counted), mark, unmarked }
    // The statement had too many groups: tries the next plan.
  }
  if (firstMissing !== undefined) rollups.recordQuestion(firstMissing, scope, firstMissing.coarsest, true)
  if (!countsAllRows || maxGroupsOf(context, fields, bounds) > maxGroupsOfAllRows) return undefined
  return await countAllRows(context, scope, query, read, { marksAllSpans })
}

/** Counts all rows of a scope by one statement, without tiles. */
async function countAllRows(
  context: RollupContext,
  scope: Scope,
  query: CountQuery,
  read: Read,
  { marksAllSpans }: MarkOptions,
): Promise<MarkedCounts | undefined> {
  const { rollups, window } = context
  const { others = () => [] } = query
  const { journal } = rollups.source
  const mark = scope.asOf ?? journal.mark()
  // `others` reads repeats of the range's first events, which may be past the slice. A filter on whole events
  // reads all rows of its events. Each reaches at most a deduplication window beyond the scope.
  const reach = query.others !== undefined || needsWholeEvent(scope.predicate) ? window : 0
  const readSpan = { from: scope.from - reach, to: scope.to + reach }
  const isMarked = scope.asOf !== undefined || marksAllSpans || isContended(journal, scope, mark.number)
  const wholeScope = isMarked ? { ...scope, asOf: mark } : scope
  const selects = others(wholeScope)
  const counts = await countUncovered(context, [{ scope: wholeScope }], selects, query, read)
  return counts && { counts, mark, unmarked: isMarked ? [] : [readSpan] }
}

/** About the maximum number of groups; infinite if the number of values of a field is unknown. */
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

/**
 * Estimates the rows that a count of the scope must read, since memory has no tiles for them. Leaves out the
 * few rows of batches that the tiles lack, and rows whose template leaves them undecided.
 */
export function estimateRowsToRead(
  rollups: Rollups,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
): number {
  for (const plan of plansFor(rollups, scope, fields, bounds)) {
    const tiles = lookUpTiles(rollups, plan, [scope], scope)
    if (typeof tiles !== 'string') return rowsIn(rollups, tiles.peeked.missing)
  }
  return rowsIn(rollups, [scope])
}

/** What to look up in memory: the counts of a scope, by periods if there are bounds. */
interface Lookup extends MarkOptions {
  rollups: Rollups
  scope: Scope
  bounds: readonly number[] | undefined
}

/**
 * Why memory cannot count with a plan. `missing`: it has too few tiles, which may be requested. `unfit`: its
 * values cannot decide the predicate, or are too many. `unjudged`: new values have not been tested with the
 * predicate (predicate-verdicts.ts).
 */
type LookupFailure = 'missing' | 'unfit' | 'unjudged'

/**
 * Looks up counts in memory. Tests new values with the predicate (yielding to other work) and looks up again
 * until no value is unjudged.
 */
async function lookUpPlan(
  lookup: Lookup,
  plan: Plan,
  read: Read,
): Promise<FoundCounts | Exclude<LookupFailure, 'unjudged'>> {
  const { rollups, scope } = lookup
  for (let lookups = 0; lookups < maxLookups; lookups++) {
    const found = lookUp(lookup, plan, [scope])
    if (found !== 'unjudged') return found
    const rollup = rollups.find(plan.fields, plan.where)
    if (rollup !== undefined)
      await predicateVerdicts(rollup.ids, rollup.fields, scope.predicate).judgeAll(read.signal)
  }
  return 'unfit'
}

/** Counts found in memory, and the rows that these counts lack. */
interface FoundCounts {
  counted: ValueCounts
  mark: Mark
  /** The rows that the statement must count. */
  uncovered: readonly Uncovered[]
  /** The spans of `uncovered` that SQL reads without the mark. */
  unmarked: readonly Span[]
  /** Spans without tiles. */
  gaps: readonly Span[]
  /** Number of tiles used, for the account of the read. */
  tiles: number
  /** The plans that were looked up, and whether memory lacked counts for them. */
  used: readonly { plan: Plan; isMissing: boolean }[]
}

/**
 * Looks up the counts of some spans. Each row of a span is counted in one of three places: in the tiles, if
 * they decide it; by SQL, in gaps and in batches that the tiles lack; or by `countUndecided`, if its template
 * leaves it undecided. `onlyRows`: a condition (SQL) besides the predicate on the rows to count, or ''. Only
 * the lookup of undecided rows has one; that lookup decides all of its rows.
 */
function lookUp(
  lookup: Lookup,
  plan: Plan,
  spans: readonly Span[],
  onlyRows = '',
): FoundCounts | LookupFailure {
  const { rollups, scope, bounds, marksAllSpans } = lookup
  const tiles = lookUpTiles(rollups, plan, spans, scope)
  if (typeof tiles === 'string') return tiles
  const { rollup, peeked, mapping, undecided, isUndecided } = tiles
  const counted = sumsOf(peeked, bounds, mapping)
  if (counted === undefined) return 'unfit'
  const { covered, missing: gaps, pendingAppends } = peeked
  const { journal } = rollups.source
  const mark = journal.mark()
  const uncovered: Uncovered[] = []
  const { rows, unmarked } = rowsAsOf(journal, gaps, mark, marksAllSpans)
  if (gaps.length > 0) uncovered.push(rowsOfSpans(scope, gaps, andSql(rows, onlyRows)))
  if (pendingAppends.length > 0) {
    // The tiles lack these batches: SQL counts their decided rows here. Undecided rows of all batches are
    // counted below.
    const batches = byIndex(`batch IN (${list(pendingAppends.map(({ batch }) => number(batch)))})`)
    const decidedRows = undecided === undefined ? onlyRows : `NOT ${undecidedSql(undecided)}`
    uncovered.push(rowsOfSpans(scope, covered, andSql(andSql(withinAny(covered), batches), decidedRows)))
  }
  const usedPlan = { plan, isMissing: gaps.length + pendingAppends.length > 0 }
  const found: FoundCounts = {
    counted,
    mark,
    uncovered,
    unmarked,
    gaps,
    tiles: peeked.slices.length,
    used: [usedPlan],
  }
  const undecidedSpans = undecided === undefined ? [] : spansWith(rollup, covered, isUndecided)
  if (undecided === undefined || undecidedSpans.length === 0) return found
  const further = countUndecided(lookup, plan, undecidedSpans, undecided, mark)
  return {
    ...found,
    counted: further.counted === undefined ? counted : mergeCounts(counted, further.counted),
    uncovered: [...uncovered, ...further.uncovered],
    unmarked: [...unmarked, ...further.unmarked],
    used: [usedPlan, ...further.used],
  }
}

/**
 * Counts the undecided rows of some spans that match: by another rollup of only these rows (they match
 * already, so it has no undecided rows and no values to judge), or by SQL if that rollup has too little.
 * `counted`: absent if SQL counts all of them.
 */
function countUndecided(
  lookup: Lookup,
  { wanted, coarsest }: Plan,
  spans: readonly Span[],
  undecided: Undecided,
  mark: Mark,
): Pick<FoundCounts, 'uncovered' | 'unmarked' | 'used'> & { counted?: ValueCounts } {
  const { rollups, scope, marksAllSpans } = lookup
  const where = undecidedRows(scope.predicate, undecided)
  const plan: Plan = { wanted, fields: wanted, where, coarsest }
  const found = lookUp(lookup, plan, spans, undecidedSql(undecided))
  if (typeof found !== 'string') return found
  const { rows, unmarked } = rowsAsOf(rollups.source.journal, spans, mark, marksAllSpans)
  const uncovered = [rowsOfSpans(scope, spans, andSql(rows, undecidedSql(undecided)))]
  return { uncovered, unmarked, used: [{ plan, isMissing: true }] }
}

/** The rows of a scope that meet a condition (SQL) and lie in these spans. */
function rowsOfSpans(scope: Scope, spans: readonly Span[], rows: string): Uncovered {
  return { scope: { ...scope, ...hullOf(spans) }, part: { rows, spans } }
}

/** A rollup, its tiles for some spans, and which of its values match the predicate. */
interface FoundTiles extends MappedValues {
  rollup: Rollup
  peeked: Peeked
}

function lookUpTiles(
  rollups: Rollups,
  plan: Plan,
  spans: readonly Span[],
  scope: Scope,
): FoundTiles | LookupFailure {
  const rollup = rollups.find(plan.fields, plan.where)
  if (rollup === undefined) return 'missing'
  const peeked = peekIfWorthwhile(rollups, rollup, plan, spans)
  if (peeked === undefined) return 'missing'
  const predicate = plan.where === allRows ? scope.predicate : everything
  const mapped = mapValues(rollup.ids, rollup.fields, plan.wanted.length, predicate)
  if (mapped === undefined) return 'unfit'
  if (mapped === 'unjudged') return 'unjudged'
  return { rollup, peeked, ...mapped }
}

/** The sums of tiles; undefined if they are too many. */
function sumsOf(
  { slices }: Peeked,
  bounds: readonly number[] | undefined,
  mapping: NamedMapping,
): ValueCounts | undefined {
  try {
    const tileSums = sumTiles(slices, bounds, mapping)
    return {
      // A getter, since DenseSums makes an object for each sum, which a caller of `counts` does not need.
      get sums() {
        return tileSums.sums
      },
      counts: tileSums.counts,
      valuesOf: mapping.valuesOf,
    }
  } catch (error) {
    if (error instanceof TooManySumsError) return undefined
    throw error
  }
}

/**
 * The tiles of a rollup for some spans; undefined if they save too little. Excludes a rollup that turns out
 * to have too many values.
 */
function peekIfWorthwhile(
  rollups: Rollups,
  rollup: Rollup,
  { coarsest, wanted }: Plan,
  spans: readonly Span[],
): Peeked | undefined {
  try {
    const peeked = rollup.peek(spans, coarsest)
    const { covered, missing: gaps } = peeked
    if (covered.length === 0 || gaps.length > maxGaps) return undefined
    const rows = rowsIn(rollups, spans)
    const rowsInGaps = rowsIn(rollups, gaps)
    const rowsInTiles = rows - rowsInGaps
    // The engine can rank groups only if it counts all rows, and several statements for parts cost more than
    // one. So with groups, or few rows in tiles, memory must save at least half of the rows.
    const mustSaveHalf = wanted.length > 0 || rowsInTiles < rollups.source.minRows
    return mustSaveHalf && rowsInGaps > rows / 2 ? undefined : peeked
  } catch (error) {
    if (!(error instanceof TooManyValuesError)) throw error
    rollups.exclude(rollup)
    return undefined
  }
}

/** The estimated rows of some spans. */
function rowsIn({ source }: Rollups, spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + source.estimateRows(from, to), 0)
}
