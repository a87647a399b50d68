import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import { needsWholeEvent } from '../filter/predicate/whole-event.ts'
import { anyMessage } from '../filter/testing/trees.ts'
import { RecentBatch } from '../storage/memory/recent/recent-batch.ts'
import { rowMatcher } from '../storage/memory/recent/row-matcher.ts'
import { rowsOf, spoolFile } from '../storage/testing/spool-file.ts'
import { anyPredicate, anyTagText, anyText, tagNames } from './testing/any-predicate.ts'
import { cases, seed } from './testing/cases.ts'

const text = anyText.map(text => text.toWellFormed())
const tagText = anyTagText.filter(text => text !== '').map(text => text.toWellFormed())
const anyEvent = fc.record({
  host: text,
  program: text,
  facility: fc.nat(23),
  severity: fc.nat(7),
  mnemonic: text,
  type: fc.nat(2),
  status: fc.nat(2),
  message: fc
    .array(fc.oneof(anyMessage, anyText), { maxLength: 3 })
    .map(texts => texts.join(' ').toWellFormed()),
  tags: fc.dictionary(fc.constantFrom(...tagNames, '__proto__'), tagText, {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})
const ofRows = anyPredicate(0).filter(predicate => !needsWholeEvent(predicate))

test('rows in memory fit what their events fit, at a precheck and for certain', () => {
  let ids = 0
  const told = { sure: 0, unsure: 0 }
  fc.assert(
    fc.property(ofRows, fc.array(anyEvent, { minLength: 1, maxLength: 12 }), (predicate, contents) => {
      const events = contents.map(content => ({ ...content, id: ++ids, ts: 1_767_225_600_000_000 + ids }))
      const spool = spoolFile(events.flatMap(event => rowsOf({ ...event, occurrences: [event.ts] })))
      const batch = new RecentBatch(readFileSync(spool.file), spool.sequence, spool.rows)
      const fit = rowMatcher(predicate)
      const matches = compileMatcher(predicate)
      for (const [row, event] of events.entries()) {
        const whole = { ...event, last: event.ts, counter: 1, triggers: [] }
        expect(batch.event(row)).toEqual(whole)
        const precheck = fit.precheck(batch, row, { steps: Number.POSITIVE_INFINITY })
        told[precheck === 'unsure' ? 'unsure' : 'sure']++
        const wanted = matches(whole)
        expect([whole, precheck === 'unsure' ? wanted : precheck]).toEqual([whole, wanted])
        expect([whole, fit.matches(batch, row)]).toEqual([whole, wanted])
      }
    }),
    { numRuns: cases(400), seed },
  )
  expect(told.sure).toBeGreaterThan(told.unsure)
})
