import { expect, test, vi } from 'vitest'
import { distinctEvaluator } from './distinct.ts'

/** The matches of one second, with these values in their order. */
const matchesAt = (second: number, ...values: string[]) => ({
  second,
  count: values.length,
  values: new Set(values),
  followers: 0,
  both: 0,
})

test('a firing names a value that was not in the window before', () => {
  const evaluator = distinctEvaluator(2, 10)
  const state = evaluator.newState(0)
  const fire = vi.fn()
  evaluator.add(state, matchesAt(0, 'old'), fire)
  evaluator.add(state, matchesAt(9, 'new', 'old'), fire)
  expect(fire.mock.calls).toEqual([[9, 2, 'new']])
})

test('a value that has left the window is a new one', () => {
  const evaluator = distinctEvaluator(2, 10)
  const state = evaluator.newState(0)
  const fire = vi.fn()
  evaluator.add(state, matchesAt(0, 'first'), fire)
  evaluator.add(state, matchesAt(12, 'second', 'first'), fire)
  expect(fire.mock.calls).toEqual([[12, 2, 'first']])
})
