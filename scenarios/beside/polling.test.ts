import { beforeAll, expect, test } from 'vitest'
import type { EventRateResults } from '../../src/schema/query/event-rate.ts'
import type { OutgoingEvent } from '../testing/client.ts'
import { type PollResult, pollQuery } from '../testing/polling-client.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const days = 28
const batchesOfDay = 4
const batchSize = 5_000
const day = 86_400
/** One in this many events is found by the expensive query. */
const wantedEvery = 50
/** Expressions read every message: this many take long, and match only the wanted events. */
const expressionsThatFindNothing = 60

const millrace = startMillrace()
const { client } = millrace
/** Unix seconds of all events, and of the events found by the expensive query. */
const all: number[] = []
const wanted: number[] = []

/** Events of one day, `ago` days before now, in random order. */
function batchOf(ago: number, batch: number, now: number): OutgoingEvent[] {
  return Array.from({ length: batchSize }, (_, i) => {
    const n = (ago * batchesOfDay + batch) * batchSize + i
    const ts = Math.floor(now - ago * day - ((n * 7_919) % (day - 60)) - 30)
    const isWanted = n % wantedEvery === 0
    all.push(ts)
    if (isWanted) wanted.push(ts)
    const outcome = isWanted ? 'was unreachable' : 'answered'
    return {
      ts,
      host: `web-${n % 40}`,
      program: 'proxy',
      message: `request ${n} of client ${n % 977} ${outcome}`,
    }
  })
}

beforeAll(async () => {
  const now = Date.now() / 1_000
  for (let ago = 0; ago < days; ago++) {
    for (let batch = 0; batch < batchesOfDay; batch++) {
      expect(await client.send(batchOf(ago, batch, now))).toBe(200)
    }
  }
  await until(
    'all events',
    async () => (await client.search({ page_size: 1 })).totals.occurrences === all.length,
  )
})

const lastMonth = { time_range: { preset: 'last_30_days' }, with_archive: true }

function expectCounts({ results }: PollResult, seconds: readonly number[]): void {
  // The results of an EventRate, whose shape the API tests check.
  const { totals, details } = results as unknown as EventRateResults
  const counts = details.map(({ ts_from, ts_to }) => seconds.filter(ts => ts >= ts_from && ts < ts_to).length)
  expect(details.map(({ count }) => count)).toEqual(counts)
  expect(totals).toMatchObject({ sum: seconds.length, count: details.length, max: Math.max(...counts) })
  expect(totals.ts_to - totals.ts_from).toBeGreaterThanOrEqual(30 * day)
}

function expectProgress({ seen }: PollResult): void {
  for (const [i, { httpStatus, progress }] of seen.entries()) {
    expect(httpStatus).toBe(i === 0 ? httpStatus : 200)
    expect(progress).toBeGreaterThanOrEqual(seen[i - 1]?.progress ?? 0)
  }
  expect(seen.at(-1)).toEqual({ httpStatus: 200, status: 'SUCCESS', progress: 100 })
}

test('the rate of the last 30 days, as a client that polls gets it', async () => {
  const polled = await pollQuery(millrace, { type: 'EventRate', params: { ...lastMonth, filter: [] } })
  expectProgress(polled)
  expectCounts(polled, all)
})

test('an answer that takes longer than a second is polled for, and its progress is seen', async () => {
  // Templates do not show the length of a number.
  const nowhere = Array.from({ length: expressionsThatFindNothing }, (_, i) => `[0-9]{${7 + i}}`)
  const filter = [{ field: 'message', op: '=~', value: [...nowhere, 'nreachabl'] }]
  const polled = await pollQuery(millrace, { type: 'EventRate', params: { ...lastMonth, filter } })
  expect(polled.seen[0]).toMatchObject({ httpStatus: 202, status: 'IN_PROGRESS' })
  const underWay = polled.seen.filter(({ progress }) => progress > 0 && progress < 100)
  console.log(
    `${polled.seen.length} answers, progress ${[...new Set(polled.seen.map(one => Math.round(one.progress)))].join(' ')}`,
  )
  expect(underWay.length).toBeGreaterThan(0)
  expectProgress(polled)
  expectCounts(polled, wanted)
})
