import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import type { Visit } from '../testing/browser.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const requests = Array.from({ length: 60 }, (_, i) => ({
    ts: now - i * 30,
    host: `web-${i % 3}`,
    program: 'nginx',
    severity: 6,
    message: `GET /item/${i}`,
    user_tags: { ms: String(100 * (i % 3) + 10), region: ['eu', 'us'][i % 2] ?? '' },
  }))
  await client.sendAndFind(requests)
})

/** The cells of the table, row by row. */
const rowsOf = ({ page }: Visit) =>
  page
    .locator('.statistics tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent?.trim())))

test.each([wideView, narrowView])(
  'averages of a tag by host, over time, in the address and on a dashboard, at $width px',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    await page.getByRole('button', { name: 'Statistics', exact: true }).click()
    await eventually(() => rowsOf(visit)).toEqual([
      ['web-0', '20'],
      ['web-1', '20'],
      ['web-2', '20'],
    ])
    await page.getByRole('combobox', { name: 'Function' }).selectOption('avg')
    await page.getByText('Choose a field or tag').waitFor()
    await page.getByRole('combobox', { name: 'Field of the values' }).fill('ms')
    await page.keyboard.press('Enter')
    await eventually(() => rowsOf(visit)).toEqual([
      ['web-2', '210', '20'],
      ['web-1', '110', '20'],
      ['web-0', '10', '20'],
    ])
    await page.getByRole('combobox', { name: 'Group also by' }).fill('region')
    await page.keyboard.press('Enter')
    await eventually(async () => (await rowsOf(visit)).at(0)).toEqual(['web-2 · eu', '210', '10'])
    expect(await visit.checkView(`statistics-${view.width}`)).toEqual([])

    // The address holds all of it.
    await page.reload()
    await eventually(async () => (await rowsOf(visit)).length).toBe(6)
    await page.getByRole('checkbox', { name: 'Over time' }).check()
    // A level line has no height, so it counts as hidden.
    await page.locator('.statistics svg path.line').first().waitFor({ state: 'attached' })
    expect(await visit.checkView(`statistics-time-${view.width}`)).toEqual([])
    await page.getByRole('checkbox', { name: 'Over time' }).uncheck()

    // A group leads to its events.
    await page.getByRole('button', { name: 'web-1 · us' }).click()
    await page.locator('.pill-face').nth(1).waitFor()
    expect(await page.locator('.pill-face').allInnerTexts()).toEqual(['Host is web-1', 'region is us'])
    await visit.close()
  },
)

test('statistics of a search become a widget that shows the same', async () => {
  const visit = await visits.signedIn('/search?view=statistics&fn=max&of=ms&by=host', wideView)
  const { page } = visit
  await eventually(async () => (await rowsOf(visit)).at(0)).toEqual(['web-2', '210', '20'])
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: /widget/ }).click()
  await page.getByLabel('Title of the widget').fill('Slowest')
  await page.getByRole('dialog').getByLabel('Title of the dashboard').fill('Times')
  await page.getByRole('button', { name: 'Add widget' }).click()
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await page.locator('.widget-table').getByText('web-2').waitFor()
  expect(await page.locator('.widget-table thead th').allTextContents()).toEqual([
    'Host',
    'Maximum',
    'Occurrences',
  ])
  await visit.close()
})
