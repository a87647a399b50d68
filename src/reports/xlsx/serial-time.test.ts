import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { serialTimes } from './serial-time.ts'

/** Formats a serial number as Excel would. */
function shown(serial: number | undefined): string {
  if (serial === undefined) return 'none'
  return new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 23)
}

describe('serial times', () => {
  test.each([
    ['UTC', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000'],
    ['UTC', '2026-11-03T14:05:09.120Z', '2026-11-03T14:05:09.120'],
    ['Europe/Berlin', '2026-11-03T14:05:09Z', '2026-11-03T15:05:09.000'],
    // The clock goes forward at 01:00 UTC and back at 01:00 UTC.
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59.000'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00.000'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000'],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05T01:59:59.000'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05T01:30:00.000'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00.000'],
    ['UTC', '1900-02-28T23:59:59Z', 'none'],
    ['UTC', '1900-03-01T00:00:00Z', '1900-03-01T00:00:00.000'],
    ['UTC', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000'],
  ])('in %s %s reads %s', (zone, moment, wanted) => {
    expect(shown(serialTimes(zone)(Date.parse(moment) / 1000))).toBe(wanted)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e12, 253_402_300_800])('%d has none', seconds => {
    expect(serialTimes('Europe/Berlin')(seconds)).toBeUndefined()
  })

  test('agrees with the calendar of the runtime, whatever was asked before', () => {
    const serial = serialTimes('America/New_York')
    const calendar = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    fc.assert(
      fc.property(fc.integer({ min: 31_536_000, max: 4_000_000_000 }), seconds => {
        const wanted = calendar.format(seconds * 1000).replace(' ', 'T')
        expect(shown(serial(seconds)).slice(0, 19)).toBe(wanted)
      }),
      { numRuns: runs(300) },
    )
  })

  test('microseconds survive', () => {
    const seconds = 1_793_800_123.654321
    const days = serialTimes('UTC')(seconds) ?? 0
    expect((days - 25_569) * 86_400).toBeCloseTo(seconds, 5)
  })
})
