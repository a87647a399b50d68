import { expect, test } from 'vitest'
import { type CronValues, readCron } from '../../schema/reports/crontab.ts'
import { cronText } from '../texts/cron-text.ts'
import { nextRuns } from './next-runs.ts'

/** In the order of a crontab: minute, hour, day of the month, month, day of the week. */
function valuesOf(crontab: string): CronValues {
  const [minute = '', hour = '', day_of_month = '', month_of_year = '', day_of_week = ''] = crontab.split(' ')
  const read = readCron({ minute, hour, day_of_month, month_of_year, day_of_week })
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read
}

test.each([
  ['0 6 * * *', 'Every day at 06:00'],
  ['30 6,18 * * *', 'Every day at 06:30 and 18:30'],
  ['0 6 * * mon', 'Every Monday at 06:00'],
  ['0 6 * * 1-5', 'Every Monday to Friday at 06:00'],
  ['0 6 * * fri-mon', 'Every Sunday, Monday, Friday and Saturday at 06:00'],
  ['0 6 1 * *', 'On the 1st of each month at 06:00'],
  ['0 6 1-3,22 1,7 *', 'On the 1st to 3rd and 22nd in January and July at 06:00'],
  ['0 6 1-7 * 1', 'On the 1st to 7th of each month, if that is a Monday at 06:00'],
  ['0 6 1 * 1-5', 'On the 1st of each month, if that is a day from Monday to Friday at 06:00'],
  [
    '0 6 1 * 0,2-4',
    'On the 1st of each month, if that is a Sunday or a day from Tuesday to Thursday at 06:00',
  ],
  ['0 6 * 1-3 *', 'Every day from January to March at 06:00'],
  ['0 6 1 1-3,7 *', 'On the 1st from January to March and in July at 06:00'],
  ['*/5 6 * * *', 'Every 5 minutes between 06:00 and 06:59'],
  ['* 6,8-9 * * *', 'Every minute between 06:00 and 06:59 and between 08:00 and 09:59'],
  ['*/30 */6 * * *', 'Every 30 minutes in the hours 00, 06, 12 and 18'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour at minute 15'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/15 8-18 * * 1-5', 'Every 15 minutes between 08:00 and 18:59, every Monday to Friday'],
  ['0 */6 * * *', 'Every 6 hours'],
  ['* * * * *', 'Every minute'],
  ['5,10,25,40 1-3 * * *', 'Every day at minutes 5, 10, 25 and 40 between 01:00 and 03:59'],
  ['0 0 11,12,13,21 * *', 'On the 11th to 13th and 21st of each month at 00:00'],
])('%s in words: %s', (crontab, words) => {
  expect(cronText(valuesOf(crontab))).toBe(words)
})

const at = (text: string) => Date.parse(text) / 1000
test.each([
  ['0 6 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T04:00Z', '2026-03-30T04:00Z']],
  // The clock skips 02:30, or shows it twice.
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ['0 6 1-7 * 1', 'UTC', '2026-11-21T00:00Z', ['2026-12-07T06:00Z', '2027-01-04T06:00Z']],
  ['0 0 30 2 *', 'UTC', '2026-01-01T00:00Z', []],
  ['0 6 * * *', 'Mars/Olympus', '2026-01-01T00:00Z', []],
  ['0 6 * * *', '', '2026-01-01T00:00Z', []],
])('%s in %s after %s', (crontab, zone, now, runs) => {
  expect(nextRuns(valuesOf(crontab), zone, at(now), 2)).toEqual(runs.map(at))
})
