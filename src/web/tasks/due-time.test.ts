import { expect, test } from 'vitest'
import { dueDistance, dueInDays, dueInput, readDueInput } from './due-time.ts'

const now = Date.parse('2026-11-03T14:30:00Z') / 1000
const distances: [due: number, text: string | undefined][] = [
  [now - 7_200, 'Overdue by 2 h'],
  [now + 90, 'Due in 1.5 min'],
  [now + 2 * 86_400, 'Due in 2 d'],
  [now + 8 * 86_400, undefined],
]
for (const [due, text] of distances)
  test(`due ${due - now} s from now: ${text ?? 'no words'}`, () => expect(dueDistance(due, now)).toBe(text))

test('the form shows and reads the zone of the page', () => {
  expect(dueInput(now, 'Asia/Kolkata')).toBe('2026-11-03T20:00')
  expect(readDueInput('2026-11-03T20:00', 'Asia/Kolkata')).toBe(now)
  expect(dueInput(null, 'UTC')).toBe('')
  expect(readDueInput('', 'UTC')).toBeNull()
  expect(readDueInput('soon', 'UTC')).toBeNull()
})

test('quick choices end with the working day of the zone', () =>
  expect(dueInDays(1, 'Asia/Kolkata', now)).toBe(Date.parse('2026-11-04T11:30:00Z') / 1000))
