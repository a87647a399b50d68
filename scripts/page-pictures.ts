/**
 * `node scripts/page-pictures.ts [names]` (after `npm run build`): renews the pictures in docs/images for
 * README.md and the documents. Starts the service with the logs of the demo and takes them with Debian's
 * Chromium.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { openBrowser } from '../scenarios/testing/chromium.ts'
import { Millrace } from '../scenarios/testing/millrace.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const settleMs = 2_500

interface Picture {
  name: string
  path: string
  /** Wide and light by default. */
  phone?: true
  dark?: true
  /** Prepares the page for the picture. */
  act?: (page: Page) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  { name: 'search', path: '/search' },
  { name: 'search-dark', path: '/search?f=severity:le:4', dark: true },
  {
    name: 'search-completion',
    path: '/search?f=program:eq:nginx',
    act: page => page.getByRole('combobox', { name: 'Search in messages' }).pressSequentially('host:'),
  },
  { name: 'patterns', path: '/search?view=patterns' },
  {
    name: 'event',
    path: '/search?f=program:eq:sshd',
    act: page => page.locator('.result .cell-message').nth(2).click(),
  },
  { name: 'live', path: '/search?live=1' },
  { name: 'time', path: '/search', act: page => page.keyboard.press('t') },
  { name: 'palette', path: '/search', act: page => page.keyboard.press('Control+k') },
  { name: 'dashboard', path: '/dashboards/overview' },
  { name: 'dashboard-dark', path: '/dashboards/overview', dark: true },
  { name: 'dashboards', path: '/dashboards' },
  { name: 'tasks', path: '/tasks' },
  { name: 'triggers', path: '/triggers' },
  {
    name: 'trigger',
    path: '/triggers',
    act: async page => {
      await page.locator('.trigger-table .title-button').first().click()
      await page.locator('.trigger-latest').waitFor()
    },
  },
  { name: 'notifications', path: '/notifications', dark: true },
  { name: 'trigger-history', path: '/triggers?view=history' },
  { name: 'reports', path: '/reports?view=schedules', act: page => page.keyboard.press('n') },
  { name: 'ingest', path: '/ingest' },
  { name: 'send', path: '/send' },
  { name: 'rules', path: '/rules?new=1' },
  { name: 'forwarders', path: '/forwarders' },
  { name: 'system', path: '/system' },
  { name: 'audit', path: '/audit' },
  { name: 'search-phone', path: '/search', phone: true },
]

/** The receiver of webhooks, which fails now and then. */
let requests = 0
const receiver = createServer((_request, response) => {
  requests += 1
  response.writeHead(requests % 5 === 2 ? 503 : 200).end()
})
await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
const { port } = receiver.address() as AddressInfo // it listens on a port, not on a socket

/** In addition to the triggers of the demo: one whose actions the history shows. */
const trigger = {
  name: 'Failed logins',
  filter: [{ field: 'message', op: 'qp', value: 'failed password' }],
  condition: { kind: 'count', count: 5, seconds: 60, by: 'host' },
  add_note: true,
  note_text: '{{matches:count}} failed logins: {{event:message}}',
  send_webhook: true,
  send_webhook_method: 'POST',
  send_webhook_url: `http://127.0.0.1:${port}/alerts`,
  send_webhook_format: 'generic',
}
const day = 86_400
const now = Math.floor(Date.now() / 1_000)
const tasks = [
  { title: 'sw-core-1: order a fan', description: 'Fan 2 reports failures since Monday.', due: now + day },
  { title: 'Ask the team of app-1 about failed logins', status: 'in_progress', due: now + 2 * day },
  { title: 'fw-edge-2: renew the certificate', due: now - day / 2 },
  { title: 'ns-1: look at SERVFAIL of api.example', status: 'in_progress' },
  { title: 'web-3: 404 of /admin are a scanner', status: 'resolved' },
]

const dashboards = ['Firewalls', 'Logins', 'Name servers', 'Web'].map((title, i) => ({
  title,
  is_public: i % 2 === 0,
  widgets: ['host', 'program', 'severity'].slice(0, 3 - (i % 2)).map((field, col) => ({
    type: 'TopN',
    config: { title: `Top ${field}`, field, col: col * 2, row: 0, sizeX: 2 },
  })),
}))

const schedule = {
  title: 'Events of the night',
  format: 'pdf',
  query: { type: 'Search', params: { time_range: { preset: 'last_12_hours' } } },
  timezone: 'UTC',
  schedule_type: 'c',
  schedule: { cron: { minute: '0', hour: '6' } },
}

const forwarders = [
  { name: 'Archive', file: { name: 'all.json', compression: 'zstd' } },
  {
    name: 'Splunk',
    filter: [{ field: 'severity', op: 'le', value: 'WARNING' }],
    splunk_hec: { url: `http://127.0.0.1:${port}/services/collector/event`, token: 'secret' },
  },
  {
    name: 'SIEM of the group',
    filter: [{ field: 'program', op: 'eq', value: 'sshd' }],
    window_size: 0,
    syslog: { host: '127.0.0.1', port: 6_514 },
  },
  { name: 'Lab', is_active: false, gelf: { host: 'graylog.example', port: 12_201 } },
]

/** Names of pictures to take; all if none are given. */
const wanted = process.argv.slice(2)
const millrace = await Millrace.start({
  MILLRACE_DEMO: 'true',
  MILLRACE_WEBHOOK_ALLOW: '127.0.0.1',
  MILLRACE_FORWARD_ALLOW: '127.0.0.1',
})
const browser = await openBrowser()
try {
  const things = [
    ['/api/triggers', trigger],
    ['/api/reports-schedules', schedule],
    ...forwarders.map(forwarder => ['/api/forwarders', forwarder] as const),
    ...tasks.map(task => ['/api/tasks', task] as const),
    ...dashboards.map(dashboard => ['/api/dashboards', dashboard] as const),
  ] as const
  await millrace.client.patch('/api/users/me/preferences', { tour: true })
  for (const [path, body] of things) {
    const made = await millrace.client.post(path, body)
    if (!made.ok) throw new Error(`${path} was answered ${made.status}: ${await made.text()}`)
  }
  const start = await browser.newContext()
  const first = await start.newPage()
  await first.goto(millrace.url)
  await first.getByLabel('Username').fill('admin')
  await first.getByLabel('Password').fill(millrace.password)
  await first.getByRole('button', { name: 'Sign in' }).click()
  await first.locator('.result').nth(20).waitFor({ timeout: 60_000 })
  const cookies = await start.cookies()
  await start.close()
  for (const { name, path, phone, dark, act } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const context = await browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      timezoneId: 'UTC',
    })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(millrace.url + path)
    await page.waitForTimeout(settleMs)
    await act?.(page)
    await page.waitForTimeout(settleMs)
    await page.screenshot({ path: `${folder}${name}.png` })
    await context.close()
    console.log(name)
  }
} finally {
  await browser.close()
  await millrace.remove()
  receiver.close()
}
