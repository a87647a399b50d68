import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import { quickLook } from '../../filter/quick-look.ts'
import { maybe, type Verdict, yes } from '../../filter/templates/verdict.ts'
import { templateVerdicts } from '../../filter/templates/verdicts.ts'
import { type CubeField, fieldsOf, judgeOf } from '../cubes/known-fields.ts'
import { LruMap } from '../lru-map.ts'
import type { FreshBatch } from './fresh-batch.ts'
import { valuesKey } from './values-key.ts'

/** Whether rows fit a predicate. */
export interface RowFit {
  /** As far as little work tells. */
  glance(batch: FreshBatch, row: number): boolean | 'unsure'
  /** For certain. */
  matches(batch: FreshBatch, row: number): boolean
}

type Told = (batch: FreshBatch, row: number) => Verdict

/** Combinations of values whose verdict is remembered. */
const known = { maxEntries: 8_192, maxBytes: 2_000_000 }

const fits = new WeakMap<Predicate, RowFit>()

/** The predicate is one of rows, not of whole events. Made once for a predicate: a live question asks each second. */
export function rowFit(predicate: Predicate): RowFit {
  const before = fits.get(predicate)
  if (before !== undefined) return before
  const told = toldOf(predicate)
  const look = quickLook(predicate)
  let matches: ReturnType<typeof compileMatcher> | undefined
  const fit: RowFit = {
    glance(batch, row) {
      const verdict = told(batch, row)
      if (verdict !== maybe) return verdict === yes
      return look(batch.message(row)) ? 'unsure' : false
    },
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
  const verdictOf = templateVerdicts(predicate)
  const byBatch = new WeakMap<FreshBatch, readonly Verdict[]>()
  return (batch, row) => {
    const { texts, numbers } = batch.templates
    let verdicts = byBatch.get(batch)
    if (verdicts === undefined) {
      verdicts = texts.map(verdictOf)
      byBatch.set(batch, verdicts)
    }
    return verdicts[numbers[row] ?? 0] ?? maybe
  }
}

function byValues(predicate: Predicate, fields: readonly CubeField[]): Told {
  const judge = judgeOf(predicate, fields)
  const verdicts = new LruMap<Verdict>(known)
  return (batch, row) => {
    const values = fields.map(field => batch.value(row, field))
    const key = valuesKey(values)
    const before = verdicts.get(key)
    if (before !== undefined) return before
    const verdict = judge(values)
    verdicts.set(key, verdict)
    return verdict
  }
}
