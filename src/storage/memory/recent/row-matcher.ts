import { LRUCache } from 'lru-cache'
import { compileMatcher } from '../../../filter/match/matcher.ts'
import { precheck } from '../../../filter/match/precheck.ts'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { stepsFor, workOf } from '../../../filter/predicate/work.ts'
import { withinSteps } from '../../../filter/regex/step-budget.ts'
import { maybe, type Verdict, yes } from '../../../filter/templates/template-matcher.ts'
import { templateVerdicts } from '../../../filter/templates/verdicts.ts'
import { fieldJudge, fieldsOf, type RollupField } from '../../sql/rollup-fields.ts'
import type { RecentBatch } from './recent-batch.ts'
import { valuesKey } from './values-key.ts'

/** Remaining steps (filter/predicate/work.ts); 0 or less when used up. */
export interface WorkBudget {
  steps: number
}

/** Tests rows in memory with a predicate. */
export interface RowMatcher {
  /**
   * A cheap test that does not decode all fields: by the template and other values, then by texts that the
   * message must have. 'unsure' if this does not decide, or if the budget is used up.
   */
  precheck(batch: RecentBatch, row: number, budget: WorkBudget): boolean | 'unsure'
  /** Tests all fields of the row. Throws a StepsExceededError if a regular expression takes too long. */
  matches(batch: RecentBatch, row: number): boolean
  /** Steps that `matches` takes. */
  stepsFor(batch: RecentBatch, row: number): number
}

type RowVerdict = (batch: RecentBatch, row: number, budget: WorkBudget) => Verdict

/** Approximate bytes of the fields besides the message. */
const otherFieldBytes = 100

/**
 * Limits of the cached verdicts of one predicate. `max` is not set, since LRUCache would then allocate memory
 * for that many entries at once, for each predicate.
 */
const verdictCacheBounds = {
  maxSize: 2_000_000,
  sizeCalculation: (_: Verdict, key: string) => 200 + 2 * key.length,
}

const matchers = new WeakMap<Predicate, RowMatcher>()

/**
 * The matcher of a predicate, which must not have conditions on whole events, such as their counter.
 * Cached: a live query uses it each second.
 */
export function rowMatcher(predicate: Predicate): RowMatcher {
  const cached = matchers.get(predicate)
  if (cached !== undefined) return cached
  const verdictOf = rowVerdict(predicate)
  const mayMatch = precheck(predicate)
  const work = workOf(predicate)
  /** Compiled when it is first needed. */
  let matchesEvent: ReturnType<typeof compileMatcher> | undefined
  const matcher: RowMatcher = {
    precheck(batch, row, budget) {
      const verdict = verdictOf(batch, row, budget)
      if (verdict !== maybe) return verdict === yes
      budget.steps -= work.once
      if (budget.steps <= 0) return 'unsure'
      return mayMatch(batch.message(row)) ? 'unsure' : false
    },
    stepsFor: (batch, row) => stepsFor(work, batch.messageBytes(row) + otherFieldBytes),
    matches(batch, row) {
      matchesEvent ??= compileMatcher(predicate)
      return matchesEvent(batch.event(row))
    },
  }
  matchers.set(predicate, matcher)
  return matcher
}

/**
 * Decides by a row's template and other values whether it matches; `maybe` if only the message can decide, or
 * if the budget is used up. Verdicts are cached by these values.
 */
function rowVerdict(predicate: Predicate): RowVerdict {
  const fields = fieldsOf(predicate)
  if (fields === undefined) return () => maybe
  if (fields.every(field => field === 'template')) return byTemplate(predicate)
  return byValues(predicate, fields)
}

function byTemplate(predicate: Predicate): RowVerdict {
  const { verdictOf, has } = templateVerdicts(predicate)
  const work = workOf(predicate)
  return (batch, row, budget) => {
    const template = batch.template(row)
    if (!has(template) && !spend(budget, stepsFor(work, template.length))) return maybe
    return verdictOf(template)
  }
}

function byValues(predicate: Predicate, fields: readonly RollupField[]): RowVerdict {
  const judge = fieldJudge(predicate, fields)
  const work = workOf(predicate)
  const verdicts = new LRUCache<string, Verdict>(verdictCacheBounds)
  return (batch, row, budget) => {
    const values = fields.map(field => batch.value(row, field))
    const key = valuesKey(values)
    const cached = verdicts.get(key)
    if (cached !== undefined) return cached
    if (!spend(budget, stepsFor(work, key.length))) return maybe
    const verdict = withinSteps(() => judge(values), maybe)
    verdicts.set(key, verdict)
    return verdict
  }
}

/** Takes steps from a budget. Returns whether it sufficed. */
function spend(budget: WorkBudget, steps: number): boolean {
  budget.steps -= steps
  return budget.steps > 0
}
