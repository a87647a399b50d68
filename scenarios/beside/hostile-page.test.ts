import { createSocket } from 'node:dgram'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { WidgetDraft } from '../../src/schema/dashboards/widget.ts'
import { someOf } from '../../src/testing/depth.ts'
import { hostileFaults, hostileTexts, refuseDialogs } from '../testing/hostile.ts'
import { LineSender } from '../testing/line-sender.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let dashboard = 0

const texts = Object.values(hostileTexts)
/** Found by `hostile`: via HTTP, and via syslog. */
const eventCount = 26
const { markup, bidi, tower, colours, link, invisible } = hostileTexts
const megabyte = 'wwwwwwwwww'.repeat(100_000)
/** Names have at most 255 characters. */
const name = (text: string) => text.slice(0, 255)

/**
 * Input from a device: lines with control characters, a line of a megabyte, and a datagram that is not UTF-8.
 */
const stamp = new Date().toUTCString().replace(/^\w+, (\d+) (\w+) \d+ ([\d:]+).*/, '$2 $1 $3')
const lines = [
  ...texts.map(text => `<11>${stamp} ${text.replaceAll(/\s/g, '_')} evil[1]: hostile by wire ${text}`),
  `<11>${stamp} wire-long prog: hostile ${megabyte}`,
].map(line => `${line.replaceAll(/[\r\n]/g, ' ')}\n`)
const datagram = Buffer.concat([
  Buffer.from(`<11>${stamp} b`),
  Buffer.from([0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0]),
  Buffer.from('c evil: hostile by datagram '),
  Buffer.from([0xfe, 0x00, 0x1b, 0x5b, 0x80]),
])

const tops = ['list', 'table', 'pie_chart', 'bar_chart', 'time_chart_bars', 'time_chart_lines', 'badge']
const widgets: WidgetDraft[] = [
  ...tops.map((view_type, i): WidgetDraft => {
    const field = ['host', markup, 'program', bidi][i % 4]
    return {
      type: 'TopN',
      config: { title: `Top ${view_type}`, view_type, field, limit: 20, show_other: true },
    }
  }),
  { type: 'LastN', config: { title: 'Last', field: 'host' } },
  { type: 'Patterns', config: { title: 'Patterns of all' } },
  { type: 'FieldStats', config: { title: 'Figures', field: markup } },
  {
    type: 'Stats',
    config: { title: 'Groups', field: markup, functions: ['distinct'], group_by: ['host', markup] },
  },
  { type: 'Changes', config: { title: 'Changes' } },
  { type: 'Search', config: { title: 'Stream', columns: ['host', markup, bidi, 'message'] } },
  { type: 'EventRate', config: { title: markup + bidi } },
  { type: 'TopN', config: { title: 'No such tag', field: `none ${bidi}${tower}`.slice(0, 200) } },
]

beforeAll(async () => {
  const trigger = {
    name: name(`hostile ${markup}${bidi}`),
    filter: [{ field: 'message', op: 'qp', value: 'hostile' }],
    group_by: 'host',
    add_note: true,
    note_text: '{{event:message}}',
    send_webhook: true,
    send_webhook_method: 'POST',
    // An address of this machine: refused, so that the history has an entry.
    send_webhook_url: 'http://127.0.0.1:9/',
  }
  expect((await client.post('/api/triggers', trigger)).status).toBe(201)
  const now = Date.now() / 1_000
  const events = texts.map((text, i) => ({
    ts: now - 10 - i,
    host: name(text),
    program: name(text),
    priority: 11,
    message: `hostile ${text}`,
    user_tags: { [markup]: text, [bidi]: text, [name(text)]: `v${i}`, Numbers: String(i * 7) },
  }))
  const formatted = [
    JSON.stringify({ hostile: markup, __proto__: 1, [bidi]: { [tower]: [colours] } }),
    `hostile k=<b>bold</b> style="position:fixed;inset:0" url=${link} ${bidi}=1`,
    `hostile ${megabyte}`,
  ].map((message, i) => ({ ts: now - 40 - i, host: 'plain', program: 'evil', priority: 11, message }))
  await client.sendAndFind([...events, ...formatted])
  const { syslog_tcp: tcp, syslog_udp: udp } = millrace.addresses
  if (!tcp || !udp) throw new Error('no syslog port')
  const sender = await LineSender.connect(tcp)
  for (const line of lines) await sender.send(line)
  await sender.end()
  const socket = createSocket('udp4')
  await new Promise(resolve => socket.send(datagram, udp.port, udp.host, resolve))
  socket.close()
  await until('all events', async () => (await client.count('hostile')).events >= eventCount)
  const answer = await client.post('/api/dashboards', {
    title: `Wall ${markup}${bidi}`,
    config: {
      time_range: { preset: 'last_1_hours' },
      variables: [{ name: 'what', field: markup, label: bidi, multi: true }],
    },
    widgets: widgets.map((widget, index) => ({
      ...widget,
      config: { ...widget.config, col: (index % 3) * 2, row: Math.floor(index / 3), sizeX: 2 },
    })),
  })
  expect(answer.status).toBe(201)
  // The shape of this route, which the API tests check.
  dashboard = ((await answer.json()) as Dashboard).id
})

/** The page at an address, and its faults caused by log content; `check` includes accessibility. */
interface Walk {
  page: Page
  go: (path: string) => Promise<void>
  look: (place: string) => Promise<void>
  check: (place: string) => Promise<void>
}

const filter = (op: string, field: string, value: string) =>
  `f=${encodeURIComponent(`${field}:${op}:${value}`)}`

async function walkResults({ page, go, look, check }: Walk): Promise<void> {
  const columns = ['last_occurrence', 'host', 'program', markup, bidi, 'message'].join(',')
  await go(`/search?q=hostile&cols=${encodeURIComponent(columns)}`)
  await page.locator('.result').nth(4).waitFor()
  await look('rows')
  const more = page.getByRole('button', { name: 'Show the message in full' })
  for (let rows = await more.count(); rows > 0; rows = await more.count()) await more.first().click()
  await look('rows in full')
  for (const state of ['wrapped', 'one line each']) {
    await page.getByRole('button', { name: 'Wrap long messages' }).click()
    await page.locator('.result').nth(4).waitFor()
    await look(`rows, ${state}`)
  }
  await check('hostile-rows')
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).waitFor()
  await look('columns')
  await page.keyboard.press('Escape')
  await go('/search?q=gpj')
  await page.locator('.result').getByRole('button', { name: /gpj/ }).first().click()
  await page.getByRole('button', { name: 'Copy value' }).waitFor()
  await look('menu of a value')
  await check('hostile-menu')
  await go('/search?q=gpj&live=1')
  await page.locator('.result mark').first().waitFor()
  await look('live')
  await go('/search?q=hostile')
  await page.getByRole('button', { name: 'Patterns', exact: true }).click()
  await page.locator('.patterns-row').first().getByRole('button').first().click()
  await look('patterns')
}

async function walkEvents({ page, go, look, check }: Walk): Promise<void> {
  await go('/search?q=hostile')
  await page.locator('.result .cell-time a').first().click()
  const drawer = page.getByRole('dialog', { name: 'Event', exact: true })
  const next = drawer.getByRole('button', { name: 'Next event' })
  for (let event = 0; event < eventCount; event++) {
    for (const tab of event % 9 === 2 ? ['Context', 'JSON', 'Fields'] : ['Fields']) {
      await drawer.getByRole('tab', { name: tab }).click()
      if (tab === 'Context') await drawer.getByText(/events? before/).waitFor()
      await look(`event ${event}, ${tab}`)
    }
    if (event === 2) await check('hostile-event')
    await next.click()
  }
  await drawer.getByRole('button', { name: 'Create task from this event' }).click()
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  await look('task of an event')
}

async function walkBox({ page, go, look }: Walk, fields: Locator): Promise<void> {
  await go('/search')
  const opens = page.getByRole('button', { name: 'Fields', exact: true })
  if ((await opens.getAttribute('aria-expanded')) === 'false') await opens.click()
  await fields.locator('.fieldlist-field').nth(8).waitFor()
  for (const label of [/x-log/, /gpj/, /Numbers/])
    await fields.getByRole('button', { name: label, expanded: false }).first().click()
  await fields.getByRole('group').or(fields.locator('.fieldlist-numbers')).first().waitFor()
  await look('fields')
  const box = page.locator('.query-input')
  await go('/search')
  for (const typed of ['host:', 'user', `host:${bidi}`]) {
    await box.fill(typed)
    await page.getByRole('option').first().waitFor()
    await look(`completion of ${JSON.stringify(typed)}`)
  }
  await box.fill(`nosuch${bidi}:${invisible}`)
  await box.press('Enter')
  await page.getByText('No results in this time range').waitFor()
  await look('unknown field')
  await go('/search')
  await box.press('ArrowDown')
  await page.getByRole('option', { name: /nosuch/ }).waitFor()
  await look('recent searches')
  const filters = [filter('eq', 'host', bidi), filter('ne', markup, markup), filter('eq', bidi, tower)]
  await go(`/search?q=nowhere&${filters.join('&')}&${filter('eq', 'program', 'w'.repeat(255))}`)
  await page.getByText('No results in this time range').waitFor()
  await look('filters, and why nothing was found')
  await page.locator('.pill-face').first().click()
  await page.locator('.pill-editor').getByRole('checkbox').first().waitFor()
  await look('editor of a filter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await look('palette')
}

async function walkDashboard({ page, go, look }: Walk): Promise<void> {
  await go('/dashboards')
  await page.getByRole('link', { name: /x-log/ }).waitFor()
  await look('dashboards')
  await go(`/dashboards/${dashboard}`)
  for (const [at, { config }] of widgets.entries()) {
    const widget = page.locator('.widget').nth(at)
    await widget.scrollIntoViewIfNeeded()
    const room = widget.locator('.widget-room')
    await until(`content of ${config?.title}`, async () => /\S/.test((await room.textContent()) ?? ''))
    if (at % 4 === 3) await look(`widgets to ${config?.title}`)
  }
  await look('widgets')
  const chart = page.getByRole('region', { name: 'Top time_chart_bars', exact: true }).getByRole('slider')
  await chart.focus()
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await look('tooltip')
  await page.locator('.dash-variable').first().click()
  await page.locator('.dash-values').getByRole('checkbox').nth(3).click()
  await look('variable')
  await page.keyboard.press('Escape')
  await go(`/dashboards/${dashboard}/tv`)
  await page.locator('.widget .bar-row').first().waitFor()
  await look('TV')
}

async function walkWork({ page, go, look }: Walk): Promise<void> {
  await go('/ingest')
  await page.getByText(/gpj/).first().waitFor()
  await look('ingest')
  await go('/rules?new=1')
  await page.getByRole('button', { name: 'Recent events' }).click()
  await page.getByText(/events: \d/).waitFor()
  await page.getByRole('textbox', { name: 'Paste lines' }).fill(`<11>evil: ${bidi}${tower}${markup}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await look('test bench')
  await go('/system')
  await page.getByRole('heading', { name: 'Queries in memory' }).waitFor()
  await look('system')
}

async function walkTriggers({ page, go, look, check }: Walk): Promise<void> {
  await go('/triggers')
  await page.getByRole('link', { name: /x-log/ }).first().waitFor()
  await look('triggers')
  await page.getByRole('link', { name: /x-log/ }).first().click()
  await page.locator('.trigger-latest li').nth(3).waitFor()
  await page.locator('.trigger-message-text').first().waitFor()
  await look('form of a trigger')
  await check('hostile-trigger')
  await go('/triggers?view=history')
  await page.locator('.history-open').nth(3).waitFor()
  await look('history')
  await page.locator('.history-open').first().click()
  await page.locator('.run-facts').waitFor()
  await look('action')
  await go('/notifications?show=all')
  await page.locator('.inbox-group a').first().click()
  await page.locator('.entry').nth(3).waitFor()
  await look('inbox')
  await check('hostile-inbox')
}

test.each(someOf([narrowView, wideView], 1))(
  'content of logs is text in its place, everywhere, at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search', view)
    refuseDialogs(visit)
    const { page } = visit
    const faults: string[] = []
    const walk: Walk = {
      page,
      go: async path => void (await page.goto(millrace.url + path)),
      look: async place => {
        faults.push(...(await hostileFaults(page, place)))
      },
      check: async place => {
        faults.push(...(await visit.checkView(place)))
      },
    }
    const isWide = view === wideView
    await walkTriggers(walk)
    await walkResults(walk)
    await walkEvents(walk)
    await walkBox(walk, page.getByRole(isWide ? 'complementary' : 'dialog', { name: 'Fields' }))
    await walkDashboard(walk)
    await walkWork(walk)
    expect(faults).toEqual([])
    await visit.close()
  },
)
