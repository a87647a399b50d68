import { expect, test } from 'vitest'
import { allZones, findZones, offsetText, shortZoneText, zoneText } from './zone-text.ts'

const winter = Date.parse('2026-01-15T12:00Z') / 1000
const summer = Date.parse('2026-07-15T12:00Z') / 1000
const offsets: [zone: string, at: number, text: string][] = [
  ['UTC', winter, 'UTC'],
  ['Europe/Berlin', winter, 'UTC+1'],
  ['Europe/Berlin', summer, 'UTC+2'],
  ['America/St_Johns', winter, 'UTC−3:30'],
  ['Asia/Kathmandu', winter, 'UTC+5:45'],
]
for (const [zone, at, text] of offsets)
  test(`${zone} is at ${text}`, () => expect(offsetText(zone, at)).toBe(text))

test('a zone is named with its offset', () => {
  expect(zoneText('Europe/Berlin', winter)).toBe('Europe/Berlin (UTC+1)')
  expect(zoneText('UTC', winter)).toBe('UTC')
})

const names: [zone: string, short: string][] = [
  ['UTC', 'UTC'],
  ['America/New_York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
]
for (const [zone, short] of names)
  test(`${zone} is ${short} in a bar`, () => expect(shortZoneText(zone)).toBe(short))

test('zones are found by words of their names', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'America/North_Dakota/Center']
  expect(findZones(zones, 'new york')).toEqual(['America/New_York'])
  expect(findZones(zones, 'AMERICA n')).toEqual(['America/New_York', 'America/North_Dakota/Center'])
  expect(findZones(zones, '')).toEqual(zones)
})

test('zones are found by the name of today', () => {
  expect(findZones(allZones(), 'kolkata')).toEqual(['Asia/Kolkata'])
  expect(findZones(allZones(), 'kyiv')).toEqual(['Europe/Kyiv'])
})
