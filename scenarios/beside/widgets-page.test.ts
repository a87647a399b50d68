import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { WidgetDraft } from '../../src/schema/dashboards/widget.ts'
import { someOf } from '../../src/testing/depth.ts'
import { views } from '../../src/web/widgets/views/views.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const number = 240
const hostile = '<img src=x onerror="document.title=1">\u001b[31m\u202egnp.exe'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let id = 0

/** Each view of each type, in rows of three. */
const everyView: WidgetDraft[] = Object.entries(views).flatMap(([type, names]) =>
  names.map((view_type): WidgetDraft => {
    const periods = view_type === 'table' && type === 'TopN' ? { with_subperiods: true } : {}
    return { type, config: { title: `${type} as ${view_type}`, view_type, ...periods } }
  }),
)
/** Numbers above and below their thresholds. */
const judged: WidgetDraft[] = [
  { title: 'Bad number', config: { view_type: 'badge', warning_from: 1, error_from: 2 } },
  { title: 'Odd number', config: { view_type: 'badge', warning_from: 2, error_from: 1_000_000 } },
  { title: 'Good number', config: { view_type: 'badge', warning_from: 1_000_000 } },
].map(widget => ({ type: 'EventRate', ...widget }))
/** Widgets from files of other versions. */
const odd: WidgetDraft[] = [
  { type: 'TopN', config: { title: 'Unknown view', view_type: 'world_map' } },
  { type: 'TopN', config: { title: 'Hostile tag', field: 'note', view_type: 'pie_chart', show_other: true } },
  { type: 'Search', config: { title: 'Hostile columns', columns: ['host', 'note', 'message'], sizeX: 6 } },
  {
    type: 'EventRate',
    config: { title: 'Broken', filter: [{ field: 'message', op: 'qp', value: '(unclosed' }] },
  },
]

beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - i * 7,
    host: i % 12 === 11 ? hostile : `web-${i % 5}`,
    program: ['sshd', 'nginx', 'kernel'][i % 3] ?? '',
    priority: 32 + (i % 8),
    message:
      i === 3 ? 'long '.repeat(40_000) : `request ${i} took ${i % 90} ms ${i % 12 === 11 ? hostile : ''}`,
    user_tags: { note: i % 4 === 0 ? hostile : `n${i % 6}` },
  }))
  await client.sendAndFind(events)
  const answer = await client.post('/api/dashboards', {
    title: 'Every view',
    config: { time_range: { preset: 'last_1_hours' } },
    widgets: [...odd, ...everyView, ...judged].map((widget, index) => ({
      ...widget,
      config: { ...widget.config, col: (index % 3) * 2, row: Math.floor(index / 3), sizeX: 2 },
    })),
  })
  expect(answer.status).toBe(201)
  // The shape of this route, which the API tests check.
  id = ((await answer.json()) as Dashboard).id
})

const widgetNamed = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

test.each(someOf([wideView, narrowView], 1))(
  'every view of every type is drawn at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn(`/dashboards/${id}`, view)
    const { page } = visit
    for (const { config } of [...odd, ...everyView]) {
      const widget = widgetNamed(page, String(config?.title))
      await widget.scrollIntoViewIfNeeded()
      await widget.locator('.widget-wait').waitFor({ state: 'detached' })
      const isBroken = config?.title === 'Broken'
      expect(await widget.getByRole('alert').count(), config?.title).toBe(isBroken ? 1 : 0)
    }
    expect(await visit.checkView('widgets')).toEqual([])
    // Log text stays text: it created no element.
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
    await visit.close()
  },
)

test('a slice, a bar, a band, a number and an event lead to the search behind them', async () => {
  const visit = await visits.signedIn(`/dashboards/${id}`)
  const { page } = visit
  await widgetNamed(page, 'TopN as pie_chart')
    .getByRole('button', { name: /^web-3/ })
    .click()
  await page.waitForURL(/\/search\?.*f=host%3Aeq%3Aweb-3/)
  await page
    .locator('.totals')
    .filter({ hasText: /\d+ events/ })
    .waitFor()
  await page.goBack()

  const rate = widgetNamed(page, 'EventRate as bars')
  await rate.scrollIntoViewIfNeeded()
  const bars = rate.getByRole('slider')
  await bars.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?.*range=\d+%7E\d+/)
  await page.goBack()

  const bands = widgetNamed(page, 'TopN as time_chart_areas')
  await bands.scrollIntoViewIfNeeded()
  const plot = await bands.getByRole('slider').boundingBox()
  if (!plot) throw new Error('no plot')
  // The most frequent value is just above the base line, near the end.
  await page.mouse.click(plot.x + plot.width - 12, plot.y + plot.height - 24)
  await page.waitForURL(/\/search\?.*f=host%3Aeq%3Aweb-\d.*range=\d+%7E\d+/)
  await page.goBack()

  const number = widgetNamed(page, 'EventRate as badge')
  await number.scrollIntoViewIfNeeded()
  await number.getByRole('button', { name: /occurrences$/ }).click()
  await page.waitForURL(/\/search/)
  await page.goBack()

  const stream = widgetNamed(page, 'Search as stream')
  await stream.scrollIntoViewIfNeeded()
  await stream
    .getByRole('link', { name: /^request/ })
    .first()
    .click()
  await page.waitForURL(/\/search\?.*event=\d+/)
  await visit.close()
})

test('a number shows the threshold that it has reached, in words and colour', async () => {
  const visit = await visits.signedIn(`/dashboards/${id}`)
  const { page } = visit
  const figure = (name: string) => widgetNamed(page, name).getByRole('button', { name: /occurrences/ })
  await widgetNamed(page, 'Bad number').scrollIntoViewIfNeeded()
  expect(await figure('Bad number').textContent()).toContain('Error')
  expect(await figure('Odd number').textContent()).toContain('Warning')
  expect(await figure('Good number').textContent()).not.toMatch(/Error|Warning/)
  expect(await visit.checkView('numbers-with-thresholds')).toEqual([])
  expect(await visit.checkOtherScheme('numbers-with-thresholds')).toEqual([])
  await visit.close()
})

test('a chart can be read as a table', async () => {
  const visit = await visits.signedIn(`/dashboards/${id}`)
  const { page } = visit
  const widget = widgetNamed(page, 'TopN as time_chart_bars')
  await widget.getByRole('button', { name: 'Show TopN as time_chart_bars as a table' }).click()
  const table = page.getByRole('region', { name: 'TopN as time_chart_bars as a table' })
  await table.getByRole('cell', { name: 'web-3' }).waitFor()
  expect(await visit.checkView('widget-table')).toEqual([])
  await widget.getByRole('button', { name: 'Show TopN as time_chart_bars as a chart' }).click()
  await widget.getByRole('slider').waitFor()
  await visit.close()
})
