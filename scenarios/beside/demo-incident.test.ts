import { beforeAll, expect, test } from 'vitest'
import type { TopNResults } from '../../src/schema/query/top-n.ts'
import { eventually } from '../../src/testing/until.ts'
import { startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace({ MILLRACE_DEMO: 'true' })
const { client } = millrace
const visits = startBrowser(millrace)
/** Requests that fail for 20 minutes; each logs two events. */
const failures = 2 * 90 * 20

beforeAll(async () => {
  // The week is sent in order of time: after the failures, less than two hours are missing.
  await until('the incident is stored', async () => {
    const params = { field: 'http.response.status_code', limit: 10, time_range: { preset: 'last_12_hours' } }
    const { results } = await client.query('TopN', params)
    return (results as TopNResults).totals.values.find(({ name }) => name === '500')?.count === failures
  })
})

test('the dashboard of the demo leads from the peak to the cause in four clicks', async () => {
  const visit = await visits.signedIn('/dashboards', wideView)
  const { page } = visit
  let clicks = 0
  const click = async (button: { click(): Promise<void> }) => {
    clicks++
    await button.click()
  }
  // Opening the dashboard is where it begins.
  await page.getByRole('link', { name: 'Shop: an incident' }).click()
  const peak = page.getByRole('region', { name: /What happened at \d\d:\d\d/ })
  const bars = peak.locator('svg g rect')
  await bars.first().waitFor({ state: 'attached' })
  const heights = await bars.evaluateAll(rects => rects.map(rect => rect.getBoundingClientRect().height))
  await click(bars.nth(heights.indexOf(Math.max(...heights))))
  await click(page.getByRole('button', { name: 'What changed', exact: true }))
  const values = page.locator('.changes-table tbody th')
  await eventually(async () => (await values.allTextContents()).slice(0, 3).toSorted()).toEqual([
    'Host shop-2',
    expect.stringMatching(/^Pattern .*(POST|order)/),
    'http.response.status_code 500',
  ])
  expect(await visit.checkView('demo-changes')).toEqual([])
  const row = page.locator('.changes-table tbody tr').filter({ hasText: 'Host shop-2' })
  await click(row.getByRole('link', { name: /^Earlier/ }))
  await page.getByText('no space left on device').first().waitFor()
  await page.getByText('deploy of shop 2.14.1 finished').first().waitFor()
  expect(clicks).toBeLessThanOrEqual(4)
  await visit.close()
})
