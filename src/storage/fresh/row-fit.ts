import { compileMatcher } from '../../filter/matcher.ts'
import type { Predicate } from '../../filter/predicate.ts'
import { quickLook } from '../../filter/quick-look.ts'
import { maybe, type Verdict, yes } from '../../filter/templates/verdict.ts'
import { templateVerdicts } from '../../filter/templates/verdicts.ts'
import { fieldsOf } from '../cubes/known-fields.ts'
import type { FreshBatch } from './fresh-batch.ts'

/** Whether rows fit a predicate. */
export interface RowFit {
  /** As far as little work tells. */
  glance(batch: FreshBatch, row: number): boolean | 'unsure'
  /** For certain. */
  matches(batch: FreshBatch, row: number): boolean
}

const known = new WeakMap<Predicate, RowFit>()

/** The predicate is one of rows, not of whole events. Made once for a predicate: a live question asks each second. */
export function rowFit(predicate: Predicate): RowFit {
  const before = known.get(predicate)
  if (before !== undefined) return before
  const look = quickLook(predicate)
  const isOfMessages = fieldsOf(predicate)?.every(field => field === 'template') === true
  const verdictOf = isOfMessages ? templateVerdicts(predicate) : undefined
  const byBatch = new WeakMap<FreshBatch, readonly Verdict[]>()
  let matches: ReturnType<typeof compileMatcher> | undefined
  const fit: RowFit = {
    glance(batch, row) {
      if (verdictOf !== undefined) {
        const { texts, numbers } = batch.templates
        const verdicts = byBatch.get(batch) ?? texts.map(verdictOf)
        byBatch.set(batch, verdicts)
        const verdict = verdicts[numbers[row] ?? 0]
        if (verdict !== maybe) return verdict === yes
      }
      return look(batch.message(row)) ? 'unsure' : false
    },
    matches(batch, row) {
      matches ??= compileMatcher(predicate)
      return matches(batch.event(row))
    },
  }
  known.set(predicate, fit)
  return fit
}
