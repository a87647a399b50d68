import { expect, test } from 'vitest'
import { instantOf, isZone, offsetAt, wallOf } from './zone.ts'

const offsets: [zone: string, moment: string, hours: number][] = [
  ['UTC', '2026-07-01T00:00:00Z', 0],
  ['Europe/Berlin', '2026-01-15T12:00:00Z', 1],
  ['Europe/Berlin', '2026-07-15T12:00:00Z', 2],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
  ['America/New_York', '2026-01-15T12:00:00Z', -5],
  ['Asia/Kolkata', '2026-01-15T12:00:00Z', 5.5],
]
for (const [zone, moment, hours] of offsets)
  test(`${zone} is ${hours} h from UTC at ${moment}`, () => {
    const seconds = Date.parse(moment) / 1000
    expect(offsetAt(seconds, zone)).toBe(hours * 3600)
    expect(wallOf(seconds, zone)).toBe(seconds + hours * 3600)
  })

for (const [zone, moment] of offsets)
  test(`local time of ${zone} leads back to ${moment}`, () => {
    const seconds = Date.parse(moment) / 1000
    expect(instantOf(wallOf(seconds, zone), zone)).toBe(seconds)
  })

test('an unknown zone is recognised as such', () => {
  expect(isZone('Europe/Berlin')).toBe(true)
  expect(isZone('Middle/Earth')).toBe(false)
})
