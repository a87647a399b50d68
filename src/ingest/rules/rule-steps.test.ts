import { expect, test } from 'vitest'
import { eventOf, rulesOf } from './testing/events.ts'

test('a rule whose expressions take too many steps of an event is named; the others hold', async () => {
  const rules = await rulesOf(
    { match: { field: 'message', op: '=~', value: '^a(a|b)' }, tag: { Cheap: '$1' } },
    { match: { field: 'message', op: '=~', value: '(?:[ab]{0,9}c?){0,90}[^a]' }, tag: { A: '1' } },
    { match: { field: 'message', op: '=~', value: '(aab?)$' }, tag: { Late: '$1' } },
    { match: { field: 'program', value: 'app' }, tag: { Other: 'yes' } },
  )
  const told: string[] = []
  rules.counters.warn = message => told.push(message)
  const apply = () => {
    const event = eventOf({ message: 'a'.repeat(60_000), program: 'app' })
    expect(rules.apply(event)).toBe(true)
    return Object.keys(event.tags)
  }
  // Nothing is left for a later rule that reads as long a text.
  for (let i = 0; i < 6; i++) expect(apply()).toEqual(['Cheap', 'Other'])
  expect(apply()).toEqual(['Cheap', 'Late', 'Other'])
  expect(rules.counters.counts().map(({ errors }) => errors)).toEqual([0, 6, 0, 0])
  const reason = 'its regular expressions take more than 4000000 steps for one event'
  expect(rules.counters.counts()[1]).toMatchObject({ lastError: reason, disabled: true, matched: 0 })
  expect(told).toEqual([`test.yaml rule 2 is off: 6 errors within an hour, the last: ${reason}`])
})
