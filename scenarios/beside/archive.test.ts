import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { ManualClocks } from '../../src/storage/testing/manual-clocks.ts'
import { ordinary, rowsOf, spoolFile } from '../../src/storage/testing/spool-file.ts'
import { Millrace } from '../testing/millrace.ts'
import { startBrowser } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const daySeconds = 86_400
const midnight = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds
const archive = mkdtempSync(path.join(tmpdir(), 'millrace-archive-'))
/** Days before today with events: the older two are archived. */
const days = [12, 11, 2]
const timeRange = { ts_from: midnight - 20 * daySeconds, ts_to: midnight }
const dayText = (before: number) =>
  new Date((midnight - before * daySeconds) * 1_000).toISOString().slice(0, 10)

const millrace = new Millrace({ MILLRACE_ARCHIVE: archive })
const { client } = millrace
const visits = startBrowser(millrace)

/** Stores events of some days and lets the clock of the store archive what is old enough. */
async function storeAndArchive(): Promise<void> {
  const clocks = new ManualClocks()
  const store = await openEmbeddedStore({
    folder: path.join(millrace.dataDir, 'events'),
    window: 60,
    retentionDays: 30,
    clocks,
    archive: {
      location: archive,
      state: path.join(millrace.dataDir, 'archive'),
      afterDays: 7,
      retentionDays: 365,
    },
    log: () => {},
  })
  const events = days.flatMap((before, day) =>
    Array.from({ length: 20 }, (_, i) => ({
      id: day * 100 + i + 1,
      occurrences: [(midnight - before * daySeconds + 3_600 + i) * 1e6],
      ...ordinary,
      host: `db-${before}`,
      message: `backup ${i} of the night`,
      tags: { job: 'nightly' },
    })),
  )
  await store.retention.tick()
  await store.append(spoolFile(events.flatMap(rowsOf)))
  await clocks.expire(store)
  await store.close()
}

beforeAll(async () => {
  await storeAndArchive()
  await millrace.restart()
})
afterAll(() => millrace.remove())

const params = { time_range: timeRange, filter: [{ field: 'message', op: 'qp', value: 'night' }] }

/** Counts by host, and the number of archived days that they lack. */
async function hosts(also: object = {}) {
  const { results, archived_days: leftOut } = await client.query('TopN', {
    ...params,
    field: 'host',
    ...also,
  })
  // The schema of the results of a TopN, which the API tests check.
  const { totals } = results as { totals: { values: { name: string; count: number }[] } }
  return { counts: totals.values.map(({ name, count }) => [name, count]), leftOut }
}

test('queries say how many archived days they leave out, and find their events when asked', async () => {
  expect(await hosts()).toEqual({ counts: [['db-2', 20]], leftOut: 2 })
  const all = ['db-11', 'db-12', 'db-2'].map(name => [name, 20])
  expect(await hosts({ with_archive: true })).toEqual({ counts: all, leftOut: undefined })
  const searchParams = { ...params, with_archive: true, sort: ['first_occurrence'], page_size: 10 }
  const { totals, events } = await client.search(searchParams)
  const oldest = events.objects[0]
  expect([totals.count, oldest?.host]).toEqual([60, 'db-12'])
  expect(await (await client.get(`/api/events/${oldest?._id}`)).json()).toMatchObject({ host: 'db-12' })
  const { query_id: id } = await client.query('Search', searchParams)
  expect(await (await client.get(`/api/query/${id}?explain=true`)).json()).toMatchObject({
    explain: { archive: { days: 2 } },
  })
  const file = await client.get(`/api/query/${id}/export?format=csv`)
  expect((await file.text()).match(/of the night/g)).toHaveLength(60)
})

test('the command line lists, checks and restores archived days', async () => {
  const run = async (...words: string[]) => {
    const child = millrace.command('archive', ...words, '--url', millrace.url, '--token', millrace.token)
    let out = ''
    child.stdout?.on('data', chunk => {
      out += chunk
    })
    await once(child, 'close')
    return out
  }
  expect(await run('list')).toMatch(`${dayText(11)}  20 events`)
  expect(await run('verify')).toBe(`${dayText(11)}: as it was written\n${dayText(12)}: as it was written\n`)
  expect(await run('restore', dayText(12))).toMatch(`${dayText(12)} is being restored: 20 rows`)
  await until('the restore', async () => (await run('restores')).includes('done'))
  expect(await hosts()).toEqual({ counts: ['db-12', 'db-2'].map(name => [name, 20]), leftOut: 1 })
})

test('the page offers archives, says what they cost, and searches them', async () => {
  const visit = await visits.signedIn(`/search?range=${timeRange.ts_from}~${timeRange.ts_to}&q=night`)
  const { page } = visit
  await page.locator('.totals').getByText('without 1 archived day').waitFor()
  const box = page.getByRole('checkbox', { name: 'Include archives' })
  expect(await page.locator('label.check', { has: box }).getAttribute('title')).toMatch(
    /^Searches 1 archived day \(.+\) too/,
  )
  await box.check()
  await page.locator('.totals').locator('.headline-count', { hasText: '60 events' }).waitFor()
  expect(page.url()).toContain('archive=1')
  expect(await page.locator('.totals').getByText('without').count()).toBe(0)
  expect(await visit.checkView('search with archives')).toEqual([])
  await visit.close()
})
