import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

const now = Date.UTC(2026, 10, 3, 23, 5) / 1000
test.each([
  ['Events', 'UTC', 'Events 2026-11-03 2305'],
  ['Events', 'Asia/Tokyo', 'Events 2026-11-04 0805'],
  ['CPU/Memory: "all"', 'UTC', 'CPU Memory all 2026-11-03 2305'],
  ['События', 'UTC', 'События 2026-11-03 2305'],
  [' \n', 'UTC', 'Export 2026-11-03 2305'],
])('%j in %s is %s', (title, zone, name) => expect(fileNameOf(title, now, zone)).toBe(name))
