import { expect, test } from 'vitest'
import { changed, type History, historyOf, redone, undone } from './history.ts'

type Step = [value: string, key?: string] | 'undo' | 'redo'
const run = (...steps: Step[]): History<string> =>
  steps.reduce<History<string>>(
    (history, step) =>
      step === 'undo' ? undone(history) : step === 'redo' ? redone(history) : changed(history, ...step),
    historyOf('0'),
  )
const line = ({ past, present, future }: History<string>) => [...past, `[${present}]`, ...future].join(' ')

test.each<[steps: Step[], wanted: string]>([
  [[], '[0]'],
  [[['1'], ['2']], '0 1 [2]'],
  [[['1'], ['2'], 'undo'], '0 [1] 2'],
  [[['1'], ['2'], 'undo', 'undo', 'undo'], '[0] 2 1'],
  [[['1'], ['2'], 'undo', 'undo', 'redo'], '0 [1] 2'],
  [[['1'], 'undo', 'redo', 'redo'], '0 [1]'],
  [[['1'], 'undo', ['2']], '0 [2]'],
  [[['0']], '[0]'],
  [
    [
      ['1', 'move a'],
      ['2', 'move a'],
      ['3', 'move b'],
    ],
    '0 2 [3]',
  ],
  [[['1', 'move a'], 'undo', ['2', 'move a']], '0 [2]'],
])('%j', (steps, wanted) => {
  expect(line(run(...steps))).toBe(wanted)
})

test('a limited number of steps are kept', () => {
  const history = run(...Array.from({ length: 150 }, (_, index): Step => [`${index + 1}`]))
  expect([history.past.length, history.past[0]]).toEqual([100, '50'])
})
