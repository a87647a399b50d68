import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { ReportSchedule } from '../../src/schema/reports/report.ts'
import { someOf } from '../../src/testing/depth.ts'
import { parseCsvTable } from '../../src/web/reports/file-table.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const views = someOf([wideView, narrowView], 1)
const number = 240

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - i * 7,
    host: `web-${i % 9}`,
    program: 'shop',
    priority: 32 + (i % 8),
    message: `order ${i}: "größe, M" für =SUM(A${i})`,
  }))
  await client.sendAndFind(events)
})

async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all<[Promise<Download>, Promise<void>]>([
    page.waitForEvent('download'),
    act(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** The schedules on the service, newest first. */
async function schedules(): Promise<ReportSchedule[]> {
  const answer = await client.get('/api/reports-schedules')
  // The shape of this route, which the API tests check.
  return ((await answer.json()) as { objects: ReportSchedule[] }).objects
}

test('a search is exported whole', async () => {
  const visit = await visits.signedIn('/search?q=order')
  const { page } = visit
  await page
    .locator('.totals')
    .filter({ hasText: `${number} events` })
    .waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = page.getByRole('button', { name: /^CSV/ })
  // Awaited from the start: it is shown only for a moment.
  const told = page.getByText('Saved Events').waitFor()
  const { name, bytes } = await downloaded(page, () => csv.click())
  await told
  expect(name).toMatch(/^Events \d{4}-\d\d-\d\d \d{4}\.csv$/)

  const { columns, rows } = parseCsvTable(bytes.toString('utf8'), true, number + 1)
  const [id, message, host] = ['id', 'message', 'host'].map(column => columns.indexOf(column))
  const exported = rows.map(row => [row[id ?? -1], row[host ?? -1], row[message ?? -1]])
  const answered = (await client.events('order')).map(event => [event._id, event.host, event.message])
  expect(exported.sort()).toEqual(answered.sort())
  await visit.close()
})

test('a download shows how it ends, can be cancelled, and be tried again', async () => {
  const visit = await visits.signedIn('/search?q=order')
  const { page } = visit
  await page
    .locator('.totals')
    .filter({ hasText: `${number} events` })
    .waitFor()
  const address = /\/export\?/
  const choose = async (format: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: format }).click()
  }

  // Never answered.
  await page.route(address, () => {})
  await choose(/^PDF/)
  const tray = page.getByRole('region', { name: 'Downloads' })
  await tray.getByText(`PDF of ${number} rows`).waitFor()
  await tray.getByRole('button', { name: /^Cancel/ }).click()
  await tray.waitFor({ state: 'detached' })
  await page.unroute(address)

  // The service has forgotten it, as with unread answers: created again.
  const gone = { code: 'not_found', detail: 'Not found.' }
  await page.route(address, route => route.fulfill({ status: 404, json: gone }), { times: 1 })
  const anew = await downloaded(page, () => choose(/^CSV/))
  expect(parseCsvTable(anew.bytes.toString('utf8'), true, number + 1).rows.length).toBe(number)

  const headers = { 'x-rows-capped': '2345678', 'content-type': 'text/csv' }
  await page.route(address, route => route.fulfill({ status: 200, headers, body: 'id\n1\n' }))
  const told = page.getByText('truncated at the limit of this service, 2,345,678 rows in total').waitFor()
  await downloaded(page, () => choose(/^CSV/))
  await told
  await page.unroute(address)

  const refusal = { code: 'overloaded', detail: 'Over capacity; try again.' }
  await page.route(address, route => route.fulfill({ status: 503, json: refusal }))
  await choose(/^JSON/)
  const failure = page.getByRole('alert').filter({ hasText: refusal.detail })
  await failure.waitFor()
  await page.unroute(address)
  const { bytes } = await downloaded(page, () => failure.getByRole('button', { name: 'Try again' }).click())
  const { item_count: count, objects } = JSON.parse(bytes.toString('utf8'))
  expect([count, objects.length]).toEqual([number, number])
  // Browsers log each error response.
  await visit.close(/status of (404|503)|^503|net::/)
})

/** Gives the page the list with a running report this many times more, as if the report were slow. */
async function repeatBusyList(page: Page, times: number): Promise<void> {
  let busy: string | undefined
  let left = times
  await page.route(/\/api\/reports\?/, async route => {
    if (busy !== undefined && left-- > 0)
      return route.fulfill({ contentType: 'application/json', body: busy })
    const response = await route.fetch()
    const list = await response.text()
    if (/"status":"(PENDING|IN_PROGRESS)"/.test(list)) busy ??= list
    await route.fulfill({ response })
  })
}

test.each(views)('the dashboard is made a document at $width px, $colorScheme', async view => {
  const visit = await visits.signedIn('/dashboards/overview', view)
  const { page } = visit
  const title = `Overview ${view.width}`
  await page.getByRole('button', { name: 'Export Top hosts' }).click()
  await page.getByText('A document to edit').waitFor()
  const faults = await visit.checkView('export')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Overview' }).click()
  await page.getByRole('menuitem', { name: 'Report or PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByLabel('Title').fill(title)
  faults.push(...(await visit.checkView('report-form')))
  await repeatBusyList(page, 3)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText('Ready').waitFor()
  faults.push(...(await visit.checkView('reports')))

  const { name, bytes } = await downloaded(page, () =>
    row.getByRole('link', { name: `Download ${title}` }).click(),
  )
  expect([name.endsWith('.pdf'), bytes.subarray(0, 5).toString()]).toEqual([true, '%PDF-'])
  await row.getByRole('button', { name: `View ${title}` }).click()
  const detail = page.getByRole('dialog', { name: title })
  await detail.getByText('Top hosts').waitFor()
  faults.push(...(await visit.checkView('report')))
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await visit.close()
})

test.each(views)('a schedule is made and run at $width px, $colorScheme', async view => {
  const visit = await visits.signedIn('/search?q=order', view)
  const { page } = visit
  const title = `Orders ${view.width}`
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Report or schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByText('All events with “order”').waitFor()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  await dialog.getByLabel('Recurring').check()
  await dialog.getByLabel('Repeat').selectOption('Every Monday at 06:00')
  await dialog.getByLabel('Minute').fill('15')
  await dialog.getByText('Every Monday at 06:15').waitFor()
  const [, next] = /Next: \w+ ([-\d]+ [:\d]+)/.exec((await dialog.textContent()) ?? '') ?? []

  // This service sends no mail, and says so at the address field.
  await dialog.getByLabel('Mailed to').fill('ann@example.org')
  await dialog.getByRole('button', { name: 'Create schedule' }).click()
  await dialog.getByText('MILLRACE_SMTP_URL').waitFor()
  expect(await dialog.getByLabel('Mailed to').getAttribute('aria-invalid')).toBe('true')
  const faults = await visit.checkView('schedule-form')
  await dialog.getByLabel('Mailed to').fill('')
  await dialog.getByRole('button', { name: 'Create schedule' }).click()

  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText('Every Monday at 06:15').waitFor()
  const [made] = await schedules()
  expect(made?.title).toBe(title)
  expect(new Date((made?.next_run_at ?? 0) * 1_000).toISOString().slice(0, 16)).toBe(next?.replace(' ', 'T'))

  await row.getByRole('button', { name: `Run ${title} now` }).click()
  await row.getByText('Ready').waitFor()
  faults.push(...(await visit.checkView('schedules')))
  await row.getByRole('link', { name: /All reports/ }).click()
  await page.getByRole('button', { name: `View ${title}` }).click()
  const rows = page.getByRole('dialog', { name: title }).getByRole('row')
  await rows.filter({ hasText: 'größe, M' }).first().waitFor()
  faults.push(...(await visit.checkView('preview')))
  await page.keyboard.press('Escape')

  // From any page, by keyboard.
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.waitForURL(/\/search/)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL(/\/reports/)
  expect(faults).toEqual([])
  // Every browser logs a 400 on its own.
  await visit.close(/status of 400/)
})
