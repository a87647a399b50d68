import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JournalWriter } from '../../journal/journal-writer.ts'
import { AppendGate } from './append-gate.ts'

test.each([
  ['the first one opens it first', [0, 1]],
  ['the second one opens it first', [1, 0]],
])('appends wait for all who have closed the gate: %s', async (_order, order) => {
  const gate = new AppendGate()
  let begun = 0
  const unused = () => expect.unreachable()
  const writer: JournalWriter = {
    begin: async () => {
      begun++
      return []
    },
    end: unused,
    abandon: unused,
    drop: unused,
    delete: unused,
  }
  const openings = [gate.close(), gate.close()]
  const appended = gate.through(writer).begin([])
  for (const index of order) {
    await setImmediate()
    expect(begun).toBe(0)
    openings[index]?.()
  }
  await appended
  expect(begun).toBe(1)
})
