import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { enginePid } from '../testing/engine-pid.ts'
import { startBrowser, startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const daySeconds = 86_400

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)

/** The first second of the day that cannot be read. */
const start = (Math.floor(Date.now() / 1_000 / daySeconds) - 3) * daySeconds
const day = new Date(start * 1_000).toISOString().slice(0, 10)
const timeRange = { ts_from: start, ts_to: start + daySeconds }

beforeAll(async () => {
  const events = Array.from({ length: 20 }, (_, i) => ({
    ts: start + 3_600 + i,
    host: 'db-1',
    message: `backup ${i} of the old day`,
  }))
  await client.sendAndFind([...events, { ts: Date.now() / 1_000 - 5, host: 'db-1', message: 'of today' }])
  const parts = globSync(`events/store/*/*/${day.replaceAll('-', '')}_*/checksums.txt`, {
    cwd: millrace.dataDir,
  })
  expect(parts).not.toEqual([])
  for (const part of parts) writeFileSync(path.join(millrace.dataDir, part), 'nothing that could be read')
  const engine = await enginePid(millrace)
  process.kill(engine, 'SIGKILL')
  await enginePid(millrace, engine)
  const missing = await until('the day to be named', async () => (await ask(timeRange)).missing_days)
  expect(missing).toEqual([day])
})

const ask = (time_range: object) => client.query('Search', { time_range })

test('answers over a day of which the engine set parts aside say so, others do not', async () => {
  const post = await client.post('/api/query', {
    type: 'TopN',
    params: { field: 'host', time_range: timeRange },
  })
  expect(post.headers.get('x-missing-days')).toBe(day)
  const now = Date.now() / 1_000
  const today = await ask({ ts_from: Math.floor(now) - 60, ts_to: Math.ceil(now) })
  expect(today).not.toHaveProperty('missing_days')
  const stats = await client.query('StorageStats', { time_range: timeRange })
  expect(stats).not.toHaveProperty('missing_days')
})

test('the page says so beside the number of events', async () => {
  const visit = await visits.signedIn(`/search?range=${start}~${start + daySeconds}`)
  await visit.page.locator('.totals').getByText(`lacks ${day}`).waitFor()
  await visit.page.goto(new URL('/search?range=last_1_hours', millrace.url).href)
  await visit.page.locator('.totals .number').first().waitFor()
  expect(await visit.page.getByText('lacks ').count()).toBe(0)
  await visit.close()
})
