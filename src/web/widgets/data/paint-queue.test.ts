import { expect, test } from 'vitest'
import { PaintQueue } from './paint-queue.ts'

/** A queue whose frames the test triggers. */
function manualQueue() {
  const frames: (() => void)[] = []
  const queue = new PaintQueue(act => frames.push(act))
  return { queue, frame: () => frames.shift()?.(), frames }
}

test('one widget is updated a frame, each with its newest update', () => {
  const { queue, frame, frames } = manualQueue()
  const [one, other] = [{}, {}]
  const applied: string[] = []
  queue.add(one, () => applied.push('one, old'))
  queue.add(other, () => applied.push('other'))
  queue.add(one, () => applied.push('one, new'))
  expect(frames).toHaveLength(1)
  frame()
  expect(applied).toEqual(['one, new'])
  frame()
  expect(applied).toEqual(['one, new', 'other'])
  expect(frames).toHaveLength(0)
})

test('a removed widget is not updated', () => {
  const { queue, frame } = manualQueue()
  const widget = {}
  let updates = 0
  queue.add(widget, () => updates++)
  queue.remove(widget)
  frame()
  expect(updates).toBe(0)
})
