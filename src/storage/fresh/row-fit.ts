import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import { quickLook } from '../../filter/quick-look.ts'
import { maybe, no, type Verdict, yes } from '../../filter/templates/verdict.ts'
import { templateVerdicts } from '../../filter/templates/verdicts.ts'
import { stepsFor, workOf } from '../../filter/work.ts'
import { type CubeField, fieldsOf, judgeOf } from '../cubes/known-fields.ts'
import { LruMap } from '../lru-map.ts'
import type { FreshBatch } from './fresh-batch.ts'
import { valuesKey } from './values-key.ts'

/** Steps (filter/work.ts) that may be taken still; below 0 when they have been. */
export interface WorkLeft {
  steps: number
}

/** Whether rows fit a predicate. */
export interface RowFit {
  /** As far as little work tells, which is taken from what is left: nothing is found out when that is used up. */
  glance(batch: FreshBatch, row: number, left: WorkLeft): boolean | 'unsure'
  /** For certain. */
  matches(batch: FreshBatch, row: number): boolean
  /** How many steps that takes. */
  stepsFor(batch: FreshBatch, row: number): number
}

type Told = (batch: FreshBatch, row: number, left: WorkLeft) => Verdict

/** Bytes that the other fields of a row have, about. */
const otherBytes = 100

/** Combinations of values whose verdict is remembered. */
const known = { maxEntries: 8_192, maxBytes: 2_000_000 }

const fits = new WeakMap<Predicate, RowFit>()

/** The predicate is one of rows, not of whole events. Made once for a predicate: a live question asks each second. */
export function rowFit(predicate: Predicate): RowFit {
  const before = fits.get(predicate)
  if (before !== undefined) return before
  const told = toldOf(predicate)
  const look = quickLook(predicate)
  const work = workOf(predicate)
  let matches: ReturnType<typeof compileMatcher> | undefined
  const fit: RowFit = {
    glance(batch, row, left) {
      const verdict = told(batch, row, left)
      if (verdict !== maybe) return verdict === yes
      left.steps -= work.once
      if (left.steps <= 0) return 'unsure'
      return look(batch.message(row)) ? 'unsure' : false
    },
    stepsFor: (batch, row) => stepsFor(work, batch.messageBytes(row) + otherBytes),
    matches(batch, row) {
      matches ??= compileMatcher(predicate)
      return matches(batch.event(row))
    },
  }
  fits.set(predicate, fit)
  return fit
}

/** What a row's template and its other values tell: of equal ones it is found out once. */
function toldOf(predicate: Predicate): Told {
  const fields = fieldsOf(predicate)
  if (fields === undefined) return () => maybe
  if (fields.every(field => field === 'template')) return byTemplate(predicate)
  return byValues(predicate, fields)
}

function byTemplate(predicate: Predicate): Told {
  const { verdictOf, knows } = templateVerdicts(predicate)
  const work = workOf(predicate)
  const byBatch = new WeakMap<FreshBatch, Int8Array>()
  return (batch, row, left) => {
    const { texts, numbers } = batch.templates
    let verdicts = byBatch.get(batch)
    if (verdicts === undefined) {
      verdicts = new Int8Array(texts.length).fill(unknown)
      byBatch.set(batch, verdicts)
    }
    const number = numbers[row] ?? 0
    const before = verdictNumbered(verdicts[number])
    if (before !== undefined) return before
    const template = texts[number] ?? ''
    if (!knows(template) && !take(left, stepsFor(work, template.length))) return maybe
    const verdict = verdictOf(template)
    verdicts[number] = verdict
    return verdict
  }
}

const unknown = -1

function verdictNumbered(number = unknown): Verdict | undefined {
  return number === no || number === maybe || number === yes ? number : undefined
}

function byValues(predicate: Predicate, fields: readonly CubeField[]): Told {
  const judge = judgeOf(predicate, fields)
  const work = workOf(predicate)
  const verdicts = new LruMap<Verdict>(known)
  return (batch, row, left) => {
    const values = fields.map(field => batch.value(row, field))
    const key = valuesKey(values)
    const before = verdicts.get(key)
    if (before !== undefined) return before
    if (!take(left, stepsFor(work, key.length))) return maybe
    const verdict = judge(values)
    verdicts.set(key, verdict)
    return verdict
  }
}

/** Whether there was so much left. */
function take(left: WorkLeft, steps: number): boolean {
  left.steps -= steps
  return left.steps > 0
}
