import { expect, test } from 'vitest'
import { readTimeInput, timeInput } from './time-input.ts'

const afternoon = Date.parse('2026-11-03T14:30:00Z') / 1000

test('a form shows and reads the zone of the page', () => {
  expect(timeInput(afternoon, 'Asia/Kolkata')).toBe('2026-11-03T20:00')
  expect(readTimeInput('2026-11-03T20:00', 'Asia/Kolkata')).toBe(afternoon)
  expect(timeInput(null, 'UTC')).toBe('')
  expect(readTimeInput('', 'UTC')).toBeNull()
  expect(readTimeInput('soon', 'UTC')).toBeNull()
})
