import { expect, test } from 'vitest'
import { type BoxState, noUndo, recordStep, redoStep, undoStep } from './box-undo.ts'

const state = (text: string): BoxState => ({ text, caret: text.length, pills: [] })

test('a run of typing is one step, undone and done again', () => {
  let undo = recordStep(noUndo, state(''), 'type 1')
  undo = recordStep(undo, state('h'), 'type 1')
  undo = recordStep(undo, state('host:a '))
  const back = undoStep(undo, state(''))
  expect(back?.state).toEqual(state('host:a '))
  const start = back && undoStep(back.undo, back.state)
  expect(start?.state).toEqual(state(''))
  expect(start && undoStep(start.undo, start.state)).toBeUndefined()
  const again = start && redoStep(start.undo, start.state)
  expect(again?.state).toEqual(state('host:a '))
})

test('a change after an undo forgets what could be done again', () => {
  const back = undoStep(recordStep(noUndo, state('a')), state('b'))
  const changed = back && recordStep(back.undo, back.state, 'type')
  expect(changed && redoStep(changed, state('c'))).toBeUndefined()
})

test('no more than a hundred steps are kept', () => {
  let undo = noUndo
  for (let n = 0; n < 150; n++) undo = recordStep(undo, state(String(n)))
  expect(undo.past).toHaveLength(100)
  expect(undo.past[0]?.text).toBe('50')
})
