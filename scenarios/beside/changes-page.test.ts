import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import type { Visit } from '../testing/browser.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
/** A quiet time and an incident: Unix seconds of whole minutes. */
const end = Math.floor(Date.now() / 60_000) * 60 - 60
const start = end - 1_200
const incident = start + 600
const range = `${start}~${end}`

beforeAll(async () => {
  const requests = Array.from({ length: 120 }, (_, i) => ({
    ts: start + i * 10,
    host: `shop-${i % 3}`,
    program: 'nginx',
    severity: 6,
    message: `GET /item/${i} answered`,
    user_tags: { code: '200' },
  }))
  const failures = Array.from({ length: 80 }, (_, i) => ({
    ts: incident + 60 + i,
    host: 'shop-2',
    program: 'shop',
    severity: 3,
    message: `order ${i} failed`,
    user_tags: { code: '500' },
  }))
  await client.sendAndFind([...requests, ...failures])
})

/** The values of the table with both counts. */
const rowsOf = ({ page }: Visit) =>
  page
    .locator('.changes-table tbody tr')
    .evaluateAll(rows => rows.map(row => [...row.children].slice(0, 3).map(cell => cell.textContent?.trim())))

test.each([wideView, narrowView])(
  'one click says what changed, and one more filters or shows the events, at $width px',
  async view => {
    const visit = await visits.signedIn(`/search?range=${incident}~${end}`, view)
    const { page } = visit
    await page.getByRole('button', { name: 'What changed', exact: true }).click()
    await eventually(async () => (await rowsOf(visit)).slice(0, 4)).toEqual(
      expect.arrayContaining([
        ['code 500', '0', '80'],
        ['Severity Error', '0', '80'],
      ]),
    )
    expect(await rowsOf(visit)).toContainEqual(['Host shop-2', '20', '100'])
    expect(await rowsOf(visit)).toContainEqual(['Pattern order <N> failed', '0', '80'])
    expect(await visit.checkView(`changes-${view.width}`)).toEqual([])

    await page.getByRole('button', { name: 'Host shop-2' }).click()
    await page.locator('.pill-face').first().waitFor()
    expect(await page.locator('.pill-face').allInnerTexts()).toEqual(['Host is shop-2'])
    await eventually(() => rowsOf(visit)).toContainEqual(['code 500', '0', '80'])
    await page.getByRole('link', { name: 'Search the 80 events of 500' }).click()
    await page.getByText('80 events').first().waitFor()
    await visit.close()
  },
)

test('a part of the histogram is compared with the rest of the range', async () => {
  const visit = await visits.signedIn(`/search?range=${range}`, wideView)
  const { page } = visit
  const chart = page.locator('.histogram svg').first()
  await page.locator('.histogram svg g rect').first().waitFor()
  const box = await chart.boundingBox()
  if (box === null) throw new Error('the histogram is drawn')
  // The minutes of the incident are a little right of the middle.
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const
  await page.mouse.move(...at(0.53))
  await page.mouse.down()
  await page.mouse.move(...at(0.6))
  await page.mouse.move(...at(0.67))
  await page.mouse.up()
  await page.getByRole('button', { name: 'What changed here?' }).click()
  expect(await page.getByRole('combobox', { name: 'Compare the time range with' }).inputValue()).toBe('rest')
  await eventually(async () => (await rowsOf(visit)).slice(0, 4).map(([name]) => name)).toContain('code 500')
  await visit.close()
})

test('without a change, the view says so in one sentence', async () => {
  const visit = await visits.signedIn(`/search?range=${start + 300}~${incident}&view=changes`, wideView)
  await visit.page.getByText('moved by more than chance explains').waitFor()
  await visit.page.goto(`${millrace.url}/search?range=${start}~${incident}&view=changes`)
  await visit.page.getByText('Nothing to compare with').waitFor()
  await visit.close()
})
