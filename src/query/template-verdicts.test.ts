import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import { precheck } from '../filter/match/precheck.ts'
import { compileTemplateMatcher, maybe, yes } from '../filter/templates/template-matcher.ts'
import { eventWith } from '../filter/testing/event.ts'
import { slowTemplate } from '../filter/testing/slow-template.ts'
import { anyMessage } from '../filter/testing/trees.ts'
import { runs } from '../testing/depth.ts'
import { anyPredicate, anyText } from './testing/any-predicate.ts'
import { cases, seed } from './testing/cases.ts'

const messages = fc.array(
  fc.array(fc.oneof(anyMessage, anyText), { maxLength: 3 }).map(texts => texts.join(' ')),
  { minLength: 20, maxLength: 20 },
)

test('a message that does not fit at a glance does not fit', () => {
  let refused = 0
  fc.assert(
    fc.property(anyPredicate(0), messages, (predicate, texts) => {
      const matches = compileMatcher(predicate)
      const mayFit = precheck(predicate)
      for (const text of texts) {
        const message = text.toWellFormed()
        if (mayFit(message)) continue
        refused++
        expect([message, matches(eventWith({ message }))]).toEqual([message, false])
      }
    }),
    { numRuns: runs(300), seed },
  )
  expect(refused).toBeGreaterThan(100)
})

test('a verdict on a template holds for each message that has it', () => {
  let sure = 0
  let unsure = 0
  fc.assert(
    fc.property(anyPredicate(0), messages, (predicate, texts) => {
      const matches = compileMatcher(predicate)
      const judge = compileTemplateMatcher(predicate)
      for (const text of texts) {
        const message = text.toWellFormed()
        const verdict = judge(eventWith({ message: '' }), slowTemplate(message))
        if (verdict === maybe) unsure++
        else {
          sure++
          expect([message, verdict === yes]).toEqual([message, matches(eventWith({ message }))])
        }
      }
    }),
    { numRuns: cases(2_000), seed },
  )
  // Without this, the test would pass even if every verdict were `maybe`.
  expect(sure).toBeGreaterThan(unsure)
})
