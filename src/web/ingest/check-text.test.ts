import { expect, test } from 'vitest'
import type { HealthCheck, IngestHealth } from '../../schema/intake/ingest-health.ts'
import { checkText, lightText } from './check-text.ts'

const check = (
  name: HealthCheck['name'],
  level: HealthCheck['level'],
  value = 0,
  limit: number | null = null,
) => ({
  name,
  level,
  value,
  limit,
})

test.each([
  [check('open', 'critical', 1), 'No events are accepted: senders wait or are refused'],
  [check('spool', 'warning', 2e9, 4e9), '2.0 GB of 4.0 GB waiting for the event store'],
  [check('disk', 'ok', 5e9, 1e8), '5.0 GB free'],
  [check('drops', 'warning', 1), '1 datagram dropped by the kernel in 10 min'],
  [check('refused', 'warning', 1200), '1,200 events or connections refused in 10 min'],
  [check('quiet', 'warning', 1), '1 host is quiet'],
  [check('quiet', 'ok'), 'None'],
])('%o', (one, text) => {
  expect(checkText(one, { datagrams: 9, refused: 9, since: 0 }, 'UTC')).toBe(text)
})

test.each([
  [null, 'Every event is accounted for'],
  [{ datagrams: 0, refused: 0 }, 'Every event is accounted for'],
  [
    { datagrams: 109_189, refused: 0 },
    'Every received event is accounted for. Since 2026-01-01 00:00: 109,189 datagrams dropped by the kernel',
  ],
  [
    { datagrams: 1, refused: 1 },
    'Every received event is accounted for. Since 2026-01-01 00:00: 1 datagram dropped by the kernel, 1 event or connection refused',
  ],
])('the balance beside losses: %j', (losses, text) => {
  const since = 1_767_225_600
  expect(checkText(check('balance', 'ok'), losses && { ...losses, since }, 'UTC')).toBe(text)
})

const health = (
  level: IngestHealth['level'],
  checks: HealthCheck[],
  quiet = 0,
  hasEvents = true,
): IngestHealth => ({
  level,
  at: 0,
  checks,
  hosts: { active: 1, quiet, gone: 0, new: 0 },
  quiet: [],
  has_events: hasEvents,
  losses: null,
})

test.each([
  [health('ok', [check('open', 'ok')]), 'Logs OK'],
  [health('ok', [], 0, false), 'No logs yet'],
  [health('warning', [check('quiet', 'warning', 2)], 2), '2 quiet'],
  [health('warning', [check('quiet', 'warning', 2), check('drops', 'warning', 2)], 2), 'Check ingest'],
  [health('critical', [check('open', 'critical', 1)]), 'Ingest problem'],
])('the light: %#', (state, text) => {
  expect(lightText(state, false)).toBe(text)
})

test('the light without an answer', () => {
  expect(lightText(undefined, false)).toBe('Checking logs')
  expect(lightText(undefined, true)).toBe('Ingest status unknown')
  // The last good status is unknown once the service is unavailable.
  expect(lightText(health('ok', [check('open', 'ok')]), true)).toBe('Ingest status unknown')
})
