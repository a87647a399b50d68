import { expect, test } from 'vitest'
import { dueDistance, dueInDays } from './due-time.ts'

const now = Date.parse('2026-11-03T14:30:00Z') / 1000
const distances: [due: number, text: string | undefined][] = [
  [now - 7_200, 'Overdue by 2 h'],
  [now + 90, 'Due in 1.5 min'],
  [now + 2 * 86_400, 'Due in 2 d'],
  [now + 8 * 86_400, undefined],
]
for (const [due, text] of distances)
  test(`due ${due - now} s from now: ${text ?? 'no words'}`, () => expect(dueDistance(due, now)).toBe(text))

test('quick choices end with the working day of the zone', () =>
  expect(dueInDays(1, 'Asia/Kolkata', now)).toBe(Date.parse('2026-11-04T11:30:00Z') / 1000))
