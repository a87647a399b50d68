import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const views = [wideView, narrowView] as const
const number = 2_400

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)

beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - 30 - i,
    host: ['edge-fw-1', 'web-1', 'web-2', 'db-1'][i % 4] ?? '',
    program: ['sshd', 'nginx'][i % 2] ?? '',
    priority: 8 + (i % 8),
    message:
      i === 40
        ? '{"user":"ann","from":{"ip":"198.51.100.9"},"ok":false}'
        : `request ${i} of 198.51.100.7 was answered${i === 41 ? `${' by a server'.repeat(40)} named needle${' after a while'.repeat(20)}` : ''}`,
    user_tags: { Zone: `zone-${i % 5}` },
  }))
  const dayBefore = Array.from({ length: 50 }, (_, i) => ({
    ts: now - 86_400 - 1_000 - i,
    host: 'web-1',
    message: `yesterday ${i}`,
  }))
  await client.sendAndFind([...events, ...dayBefore])
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Events' })
const rowOf = (page: Page, text: string) => page.locator('.result').filter({ hasText: text }).first()

test('a long list is scrolled, jumped in and read by keyboard', async () => {
  const visit = await visits.signedIn('/search?q=request', wideView)
  const { page } = visit
  await rowOf(page, 'request 0 of').waitFor()
  expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(number))
  expect(await page.locator('.result').count()).toBeLessThan(80)

  await grid(page).focus()
  await page.keyboard.press('End')
  await rowOf(page, `request ${number - 1} of`).waitFor()
  await page.keyboard.press('Home')
  await rowOf(page, 'request 0 of').waitFor()
  await page.keyboard.press('PageDown')
  await page.getByRole('button', { name: /^Row \d+ of/ }).click()
  await page.getByLabel('Row', { exact: true }).fill('1500')
  await page.keyboard.press('Enter')
  await rowOf(page, 'request 1500 of').waitFor()

  // The content opened by the last row is in view.
  await grid(page).focus()
  await page.keyboard.press('End')
  const last = rowOf(page, `request ${number - 1} of`)
  await last.locator('.row-expand').click()
  const frame = page.locator('.found-list')
  await eventually(async () => {
    const [body, list] = [await last.locator('.row-body').boundingBox(), await frame.boundingBox()]
    return body !== null && list !== null && body.y + body.height <= list.y + list.height + 1
  }).toBe(true)
  await page.keyboard.press('Escape')

  await grid(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByText('2 selected').waitFor()
  const faults = await visit.checkView('results-selection')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy lines' }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied.split('\n')).toHaveLength(2)
  expect(copied).toContain('edge-fw-1 sshd Emergency: request 0 of')
  expect(faults).toEqual([])
  await visit.close()
})

test('rows that stay in view while a search runs again are not requested of its removed query', async () => {
  const visit = await visits.signedIn('/search', wideView)
  const { page } = visit
  const paths: string[] = []
  page.on('request', request => paths.push(request.url().replace(millrace.url, '')))
  await page.goto(`${millrace.url}/search?q=request`)
  await rowOf(page, 'request 0 of').waitFor()
  // The page after the rows in view is loaded ahead.
  const query = await until('the next rows', () =>
    paths.map(path => /^(\/api\/query\/\w+)\?page=2$/.exec(path)?.[1]).findLast(path => path !== undefined),
  )

  // The next answer is held back: until then the list shows the rows of the removed query.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/query$/, async route => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await until('the removal', () => paths.includes(`${query}/remove`))
  await page.evaluate("document.querySelector('.found-list').scrollTo({ top: 40_000 })")
  // Longer than the list waits before it loads scrolled rows.
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 500))')
  release()
  await grid(page).focus()
  await page.keyboard.press('End')
  await rowOf(page, `request ${number - 1} of`).waitFor()
  const removedAt = paths.indexOf(`${query}/remove`)
  expect(paths.slice(removedAt + 1).filter(path => path.startsWith(query))).toEqual([])
  await visit.close()
})

test('a long message shows its match, and the histogram and the rows point at each other', async () => {
  const visit = await visits.signedIn('/search?q=needle', wideView)
  const { page } = visit
  const row = rowOf(page, 'needle')
  await row.waitFor()
  expect(await row.locator('.cell-message').textContent()).toMatch(/^….*needle/)
  const [mark, cell] = [
    await row.locator('mark').boundingBox(),
    await row.locator('.cell-message').boundingBox(),
  ]
  if (!mark || !cell) throw new Error('the match is not drawn')
  expect(mark.x + mark.width).toBeLessThan(cell.x + cell.width)

  const chart = page.getByRole('slider', { name: /^Events over time/ })
  await page.mouse.move(0, 0)
  expect(await chart.locator('.bar-line').count()).toBe(0)
  await row.locator('.cell-message').hover()
  // A line has no width, so it is never visible for Playwright.
  const line = chart.locator('.bar-line')
  await line.waitFor({ state: 'attached' })
  const [x, box] = [Number(await line.getAttribute('x1')), await chart.boundingBox()]
  if (!box) throw new Error('the histogram is not drawn')
  expect(await page.locator('.result.in-period').count()).toBe(0)
  await page.mouse.move(box.x + x, box.y + 60)
  await page.locator('.result.in-period').filter({ hasText: 'needle' }).waitFor()
  await page.mouse.move(0, 0)
  await until('no mark', async () => (await page.locator('.result.in-period').count()) === 0)
  await visit.close()
})

test('rows of a range of several days have their date where it changes', async () => {
  const visit = await visits.signedIn('/search?q=request&range=last_2_days', wideView)
  const { page } = visit
  await rowOf(page, 'request 0 of').waitFor()
  const days = await page.locator('.result .cell-day').allInnerTexts()
  expect(days.length).toBeGreaterThan(10)
  expect(days[0]).toMatch(/^[A-Z][a-z]{2} \d+$/)
  // Midnight may be among the rows.
  expect(days.filter(day => day !== '').length).toBeLessThanOrEqual(2)
  expect(await page.getByRole('columnheader', { name: 'Last seen' }).textContent()).toContain(days[0])
  await visit.close()
})

test('compact rows are 22 pixels high, and still sound', async () => {
  const visit = await visits.signedIn('/search?q=request', wideView)
  const { page } = visit
  const chooseDensity = async (name: string) => {
    await page.getByRole('button', { name: 'Signed in as admin' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  const height = async () => (await rowOf(page, 'request 0 of').boundingBox())?.height
  await rowOf(page, 'request 0 of').waitFor()
  expect(await height()).toBe(28)
  await chooseDensity('Compact rows')
  await until('compact rows', async () => (await height()) === 22)
  expect(await visit.checkView('results-compact')).toEqual([])
  await chooseDensity('Comfortable rows')
  await visit.close()
})

test.each(views)('columns are one’s own and stay at $width px, $colorScheme', async view => {
  const visit = await visits.signedIn('/search?q=request', view)
  const { page } = visit
  await rowOf(page, 'request 0 of').waitFor()
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('combobox', { name: 'Add a field or tag' }).fill('Zone')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move Zone up' }).click()
  const faults = await visit.checkView('results-columns')
  await page.keyboard.press('Escape')
  await rowOf(page, 'request 0 of').getByRole('button', { name: 'zone-0' }).waitFor()
  if (view === wideView) {
    const handle = page.getByRole('slider', { name: 'Width of Zone' })
    await handle.focus()
    await page.keyboard.press('ArrowRight')
    await until('the wider column', async () => (await handle.getAttribute('aria-valuenow')) === '156')
    await page.keyboard.press('Enter')
    await until('the fitted column', async () => Number(await handle.getAttribute('aria-valuenow')) < 140)
  }
  await page.reload()
  await rowOf(page, 'request 0 of').getByRole('button', { name: 'zone-0' }).waitFor()
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await rowOf(page, 'request 0 of').getByRole('button', { name: 'zone-0' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await visit.close()
})

test('severities are switched by one click each', async () => {
  const visit = await visits.signedIn('/search?q=request')
  const { page } = visit
  const totals = page.locator('.totals')
  const chips = page.getByRole('group', { name: 'Shown severities' })
  await totals.filter({ hasText: '2,399 events' }).waitFor()
  await chips.getByRole('button', { name: 'Error and above' }).click()
  await totals.filter({ hasText: '1,199 events' }).waitFor()
  await chips.getByRole('button', { name: /^Alert/ }).click()
  await totals.filter({ hasText: '899 events' }).waitFor()
  expect(await visit.checkView('results-severities')).toEqual([])
  await visit.close()
})

test.each(views)(
  'an event, what happened around it, and a task of it at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search?q=ann', view)
    const { page } = visit
    await rowOf(page, 'ann').locator('.cell-time a').click()
    const drawer = page.getByRole('dialog', { name: 'Event', exact: true })
    await drawer.getByText('ip', { exact: true }).waitFor()
    await drawer.getByRole('button', { name: '198.51.100.9' }).first().waitFor()
    const faults = await visit.checkView('event-fields')

    await drawer.getByRole('tab', { name: 'Context' }).click()
    await drawer.getByText('10 events before, 10 events after').waitFor()
    await drawer.getByRole('button', { name: 'Same host', exact: true }).click()
    await drawer.getByRole('button', { name: 'More before' }).click()
    await drawer.getByText('50 events before').waitFor()
    faults.push(...(await visit.checkView('event-context')))
    // The context has its own link.
    await page.reload()
    await drawer.getByRole('button', { name: 'Same host', exact: true, pressed: true }).waitFor()
    await drawer.getByText('10 events before').waitFor()

    await drawer.getByRole('tab', { name: 'Context' }).focus()
    await page.keyboard.press('n')
    await drawer.locator('textarea:focus').waitFor()
    await page.keyboard.type('<b>Fan</b> replaced')
    await page.keyboard.press('Control+Enter')
    const note = drawer.getByRole('listitem').filter({ hasText: '<b>Fan</b> replaced' })
    await note.getByRole('button', { name: 'Edit note' }).click()
    await drawer.getByRole('textbox', { name: 'Edit note' }).fill('Fan replaced, see 4711')
    await page.keyboard.press('Control+Enter')
    await drawer.getByText('edited').waitFor()
    faults.push(...(await visit.checkView('event-notes')))
    await drawer.getByRole('button', { name: 'Delete note' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this note?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await drawer.getByText('No notes yet').waitFor()

    await drawer.getByRole('button', { name: 'Create task from this event' }).click()
    const form = page.getByRole('dialog', { name: 'New task' })
    expect(await form.getByLabel('Title').inputValue()).toContain('edge-fw-1')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('the histogram shows the counts of the day before as a line, and keeps it in the address', async () => {
  const visit = await visits.signedIn('/search', wideView)
  const { page } = visit
  const line = page.locator('.histogram .before-line')
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Day before')
  await line.waitFor()
  expect(await visit.checkView('histogram-compared')).toEqual([])
  await page.reload()
  await line.waitFor()
  const chart = page.locator('.histogram svg').first()
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  const counts = new Map<string, number>()
  for (let x = 46; x < width; x += 19) {
    await chart.hover({ position: { x, y: 60 } })
    const [period = '', ...lines] = await page.locator('.bar-tip p').allTextContents()
    const [, count] = /^(\d+) the day before$/m.exec(lines.join('\n')) ?? []
    if (count !== undefined) counts.set(period, Number(count))
  }
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(50)
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Not compared')
  await line.waitFor({ state: 'detached' })
  await visit.close()
})
