import { isContended, isTouched, rowsAsOf } from '../journal/read-as-of.ts'
import type { StoredRepeats } from '../repeats.ts'
import { byIndex } from '../sql/by-index.ts'
import { list, number } from '../sql/literal.ts'
import { namesOf, withinAny } from '../sql/scope.ts'
import type { SqlClient } from '../sql-client.ts'
import type { Field, Mark, Read, Scope } from '../store.ts'
import { hullOf, type Span } from '../time-span.ts'
import { countRest, type Figures, type Rest } from './count-rest.ts'
import { knownValueCounts, type Plan, plansFor } from './plan.ts'
import { predicateVerdicts } from './predicate-verdicts.ts'
import type { Peeked, Rollup } from './rollup.ts'
import { TooManyValuesError } from './rollup-errors.ts'
import { isRollupField, keyOf } from './rollup-fields.ts'
import type { Rollups } from './rollups.ts'
import { allRows, everything } from './row-condition.ts'
import { type GatheredCounts, sumTiles, TooManySumsError } from './sums.ts'
import { mergeCounts } from './sums-by-value.ts'
import { type NamedTargets, targetsOf } from './targets.ts'

export interface GatherContext {
  client: SqlClient
  rollups: Rollups
  repeats: Pick<StoredRepeats, 'mayBeIn'>
  /** The widest deduplication window, seconds. */
  window: number
}

/** What is counted, and by what. */
export interface Counting {
  fields: readonly Field[]
  bounds?: readonly number[] | undefined
  figures?: Figures
  /** SELECTs of what else is counted, of a scope as of the moment of the counts; see countRest. */
  others?: (scope: Scope) => readonly string[]
  /** Of few groups, all are counted by the statement when memory has too little. */
  isEager?: boolean
}

/** The first visit may bring new values, which have to be judged before the next one. */
const maxVisits = 3
/** Groups of which all are answered, whatever is wanted of them. */
const maxEagerGroups = 5_000
/** A statement of more spans is no cheaper than one of all between them. */
const maxSpans = 32

/**
 * All counts of a scope: what is in memory now, and one statement for what is not. Undefined when too little is in memory, and the engine
 * may as well rank the groups, too. Of an earlier moment, which memory does not know, the statement counts all. Where nothing comes in, it
 * need not leave rows out, which costs less; what came in nevertheless is left out by a second one.
 */
export async function gatherCounts(
  context: GatherContext,
  scope: Scope,
  counting: Counting,
  read: Read,
): Promise<GatheredCounts | undefined> {
  const { journal } = context.rollups.source
  const first = await gatherOnce(context, scope, counting, read, false)
  if (first === undefined || !isTouched(journal, first.unmarked, first.mark)) return first?.counts
  return (await gatherOnce(context, scope, counting, read, true))?.counts
}

/** Counts, and the spans of them that were read without regard to the mark: all or nothing of a batch is in the others. */
interface MarkedCounts {
  counts: GatheredCounts
  mark: Mark
  unmarked: readonly Span[]
}

async function gatherOnce(
  { client, rollups, window }: GatherContext,
  scope: Scope,
  { fields, bounds, figures = {}, others = () => [], isEager = false }: Counting,
  read: Read,
  isCertain: boolean,
): Promise<MarkedCounts | undefined> {
  read.signal.throwIfAborted()
  let best: Plan | undefined
  const plans = scope.asOf === undefined ? plansFor(rollups, scope, fields, bounds) : []
  for (const plan of plans) {
    const found = await lookFor({ rollups, scope, bounds, isCertain }, plan, read)
    if (found === 'missing') best ??= plan
    if (typeof found === 'string') continue
    const { gathered, mark, rest, unmarked, missing } = found
    rollups.note(plan, scope, plan.coarsest, rest.length > 0)
    if (read.account !== undefined) {
      read.account.tilesKept += found.tiles
      read.account.tilesCounted += missing.length
    }
    const more = others({ ...scope, asOf: mark })
    if (rest.length + more.length === 0) return { counts: gathered, mark, unmarked }
    const counted = await countRest(client, window, rest, more, fields, bounds, figures, read)
    if (counted !== undefined) return { counts: mergeCounts(gathered, counted), mark, unmarked }
  }
  if (best !== undefined) rollups.note(best, scope, best.coarsest, true)
  if (!isEager || maxGroupsOf(scope, fields, bounds) > maxEagerGroups) return undefined
  const { journal } = rollups.source
  const mark = scope.asOf ?? journal.mark()
  const isMarked = scope.asOf !== undefined || isCertain || isContended(journal, scope, mark.number)
  const whole = isMarked ? { ...scope, asOf: mark } : scope
  const rest = [{ scope: whole }]
  const counts = await countRest(client, window, rest, others(whole), fields, bounds, figures, read)
  // Others are of events that began within a window before the scope.
  const around = { from: scope.from - window, to: scope.to }
  return counts && { counts, mark, unmarked: isMarked ? [] : [around] }
}

/** Groups that a scope may have by what is known of its fields. */
function maxGroupsOf(scope: Scope, fields: readonly Field[], bounds: readonly number[] = []): number {
  const values = (field: Field) => {
    if (field === 'host' || field === 'program') return namesOf(scope)?.of(field)?.size
    return isRollupField(field) ? knownValueCounts[keyOf(field)] : undefined
  }
  if (fields.length === 0) return 1
  const periods = Math.max(1, bounds.length - 1)
  return fields.reduce((product, field) => product * (values(field) ?? Number.POSITIVE_INFINITY), periods)
}

/** Rows that have to be read to count a scope, at most. */
export function missingRows(
  rollups: Rollups,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
): number {
  for (const plan of plansFor(rollups, scope, fields, bounds)) {
    const fit = fitOf(rollups, plan, scope)
    if (typeof fit !== 'string') return rowsIn(rollups, fit.peeked.missing)
  }
  return rowsIn(rollups, [scope])
}

/** What memory is asked. */
interface Question {
  rollups: Rollups
  scope: Scope
  bounds: readonly number[] | undefined
  /** See rowsAsOf. */
  isCertain: boolean
}

/** Looks once values are judged: in slices, between which others have the thread. */
async function lookFor(question: Question, plan: Plan, read: Read): Promise<Found | 'missing' | 'unfit'> {
  const { rollups, scope } = question
  for (let visit = 0; visit < maxVisits; visit++) {
    const found = look(question, plan)
    if (found !== 'unjudged') return found
    const rollup = rollups.find(plan.fields, plan.where)
    if (rollup !== undefined)
      await predicateVerdicts(rollup.ids, rollup.fields, scope.predicate).judgeAll(read.signal)
  }
  return 'unfit'
}

interface Found {
  gathered: GatheredCounts
  mark: Mark
  /** Rows that are not in these counts, and the spans of them that are read without regard to the mark. */
  rest: readonly Rest[]
  unmarked: readonly Span[]
  /** Spans that memory lacks, and how many tiles it had. */
  missing: readonly Span[]
  tiles: number
}

/** What memory has of a scope now; 'missing' when that is too little, 'unfit' when it does not tell what fits the predicate. */
function look(
  { rollups, scope, bounds, isCertain }: Question,
  plan: Plan,
): Found | 'unjudged' | 'missing' | 'unfit' {
  const fit = fitOf(rollups, plan, scope)
  if (typeof fit === 'string') return fit
  const { peeked, targets } = fit
  const gathered = sumsOf(peeked, bounds, targets)
  if (gathered === undefined) return 'unfit'
  const { held, missing, late } = peeked
  const { journal } = rollups.source
  const mark = journal.mark()
  const restOf = (spans: readonly Span[], rows: string): Rest => ({
    scope: { ...scope, ...hullOf(spans) },
    part: { rows, spans },
  })
  const rest: Rest[] = []
  const { rows, unmarked } = rowsAsOf(journal, missing, mark, isCertain)
  if (missing.length > 0) rest.push(restOf(missing, rows))
  if (late.length > 0) {
    const batches = byIndex(`batch IN (${list(late.map(({ batch }) => number(batch)))})`)
    rest.push(restOf(held, `${withinAny(held)} AND ${batches}`))
  }
  return { gathered, mark, rest, unmarked, missing, tiles: peeked.slices.length }
}

/** The tiles that memory has of a scope, and what of them fits the predicate. */
interface Fit {
  peeked: Peeked
  targets: NamedTargets
}

function fitOf(rollups: Rollups, plan: Plan, scope: Scope): Fit | 'unjudged' | 'missing' | 'unfit' {
  const rollup = rollups.find(plan.fields, plan.where)
  const peeked = rollup && peek(rollups, rollup, plan, scope)
  if (rollup === undefined || peeked === undefined) return 'missing'
  const predicate = plan.where === allRows ? scope.predicate : everything
  const targets = targetsOf(rollup.ids, rollup.fields, plan.wanted.length, predicate)
  if (targets === undefined || targets === 'unjudged') return targets ?? 'unfit'
  return { peeked, targets }
}

function sumsOf(
  { slices }: Peeked,
  bounds: readonly number[] | undefined,
  targets: NamedTargets,
): GatheredCounts | undefined {
  try {
    const added = sumTiles(slices, bounds, targets)
    return {
      get sums() {
        return added.sums
      },
      counts: added.counts,
      valuesOf: targets.valuesOf,
    }
  } catch (error) {
    if (error instanceof TooManySumsError) return undefined
    throw error
  }
}

function peek(rollups: Rollups, rollup: Rollup, { coarsest, wanted }: Plan, scope: Span): Peeked | undefined {
  try {
    const peeked = rollup.peek([scope], coarsest)
    const { held, missing } = peeked
    if (held.length === 0 || missing.length > maxSpans) return undefined
    const rows = rowsIn(rollups, [scope])
    const left = rowsIn(rollups, missing)
    // The engine ranks many values by itself, which it cannot do with a part of the rows; and statements for parts are the dearer ones.
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
