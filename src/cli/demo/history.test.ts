import { expect, test } from 'vitest'
import { historyEnd, historyLines, historyMinutes, incident } from './history.ts'

const startedAt = Date.UTC(2026, 0, 15, 14, 40, 30) / 1_000
const end = historyEnd(startedAt)
const linesOf = (minute: number) => historyLines(minute, end - (historyMinutes - minute) * 60)
/** The minute that is this many minutes before the start. */
const minuteBefore = (before: number) => historyMinutes - (before - 60)

test('a week of history has some 300,000 lines, with quiet nights and weekends', () => {
  const counts = Array.from({ length: historyMinutes }, (_, minute) => linesOf(minute).length)
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThan(250_000)
  expect(total).toBeLessThan(350_000)
  const momentOf = (minute: number) => new Date((end - (historyMinutes - minute) * 60) * 1_000)
  const meanOf = (isWanted: (moment: Date) => boolean) => {
    const chosen = counts.filter((_, minute) => isWanted(momentOf(minute)))
    return chosen.reduce((sum, count) => sum + count, 0) / chosen.length
  }
  expect(meanOf(moment => moment.getUTCHours() === 14)).toBeGreaterThan(
    2 * meanOf(moment => moment.getUTCHours() === 2),
  )
  const isWeekend = (moment: Date) => moment.getUTCDay() % 6 === 0
  expect(meanOf(isWeekend)).toBeLessThan(0.8 * meanOf(moment => !isWeekend(moment)))
})

test('every line has a priority, a stamp of its minute and a host, and the same minute has the same lines', () => {
  expect(linesOf(41)).toEqual(linesOf(41))
  expect(linesOf(historyMinutes - 1).length).toBeGreaterThan(5)
  const shape =
    /^<\d{1,3}>(Jan 15 13:29:\d\d|1 2026-01-15T13:29:\d\d\.\d{6}Z) (fw|sw|app|db|bastion|build|web|shop|esx|ns)-\S+ \S/
  expect(linesOf(historyMinutes - 1).filter(line => !shape.test(line))).toEqual([])
})

test('one shop host runs out of disk, then a deploy, then its requests fail', () => {
  const at = (before: number) => linesOf(minuteBefore(before)).join('\n')
  expect(at(incident.diskWarns)).toContain('shop-2 diskwatch')
  expect(at(incident.diskWarns)).toContain('/var/lib/shop is 88 % full')
  expect(at(incident.diskFull + 5)).toContain('/var/lib/shop is 99 % full')
  expect(at(incident.diskFull)).toMatch(/shop-2 kernel - - - EXT4-fs warning .* no space left on device/)
  expect(at(incident.deploy)).toContain('[tags@32473 deploy="shop 2.14.1"] deploy of shop 2.14.1 finished')
  const failed = (before: number) =>
    at(before).match(/shop-2 \S+ \d+ - \[tags@32473 http.response.status_code="500"\]/g)
  expect(failed(incident.fails + 1)).toBeNull()
  expect(failed(incident.fails)?.length).toBe(180)
  expect(failed(incident.recovers + 1)?.length).toBe(180)
  expect(failed(incident.recovers)).toBeNull()
  expect(at(incident.recovers)).not.toContain('no space left')
})
