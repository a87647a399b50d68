import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

/** 2026-03-29 00:30 UTC. */
const moment = Date.UTC(2026, 2, 29, 0, 30) / 1000

test.each([
  ['UTC', 'Loud hosts 2026-03-29 0030.csv'],
  ['Europe/Berlin', 'Loud hosts 2026-03-29 0130.csv'],
  ['America/New_York', 'Loud hosts 2026-03-28 2030.csv'],
  ['Asia/Kolkata', 'Loud hosts 2026-03-29 0600.csv'],
])('in %s a file is called %s', (timezone, name) => {
  expect(fileNameOf('Loud hosts', moment, timezone, 'csv')).toBe(name)
})
