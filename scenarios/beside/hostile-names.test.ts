import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someOf } from '../../src/testing/depth.ts'
import { hostileFaults, hostileTexts, refuseDialogs } from '../testing/hostile.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const { markup, bidi, tower, colours, invisible, control, wide } = hostileTexts
/** Names given by users; 150 characters are allowed everywhere. */
const bad = `${bidi} ${markup.slice(0, 60)}${invisible}`
const text = `${bad}\n${colours} ${tower} ${wide}`

const dataDir = mkdtempSync(path.join(tmpdir(), 'millrace-names-'))
const millrace = startMillrace({
  MILLRACE_DATA_DIR: dataDir,
  MILLRACE_WEBHOOK_ALLOW: '127.0.0.1',
  MILLRACE_SMTP_URL: 'smtp://127.0.0.1:9',
  MILLRACE_SQL: 'true',
})
const { client } = millrace
const visits = startBrowser(millrace)
/** A possible response to a webhook. */
const sink = createServer(
  (_request, response) => void response.writeHead(500).end(`${markup} ${text} ${control}`),
)
afterAll(() => void sink.close())

const now = Math.floor(Date.now() / 1_000)
const search = { type: 'Search', params: { time_range: { preset: 'last_1_hours' } } }
const ids = { task: 0, trigger: 0, condition: 0, dashboard: 0, event: '' }

async function make(route: string, body: unknown): Promise<number> {
  const answer = await client.post(route, body)
  if (!answer.ok) throw new Error(`${route} was answered ${answer.status}: ${await answer.text()}`)
  // Every resource has an id, which the API tests check.
  return ((await answer.json()) as { id: number }).id
}

async function makeTriggers(webhook: string): Promise<void> {
  const all = { filter: [{ field: 'message', op: 'qp', value: 'hostile' }] }
  ids.trigger = await make('/api/triggers', {
    ...all,
    name: bad,
    filter: [...all.filter, { field: 'host', op: 'ne', value: [bidi, markup] }],
    group_by: 'host',
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: webhook,
    send_webhook_format: 'generic',
    exec_script: true,
    script_path: 'say.sh',
    send_email: true,
    send_email_to: ['noc@example.com'],
    send_email_template: `Subject: ${markup.slice(0, 60)}\n\n{{event:message}} ${bidi}`,
    add_note: true,
    note_text: `{{event:message}} ${bidi}`,
    create_task: true,
  })
  ids.condition = await make('/api/triggers', {
    ...all,
    name: `${bad} 2`,
    condition: { kind: 'count', count: 1, seconds: 60, by: markup },
  })
  // A trigger that does not act, unlike those above.
  const quiet = await make('/api/triggers', { ...all, name: `${bad} 3`, is_active: false })
  // One for each view, which ends it.
  for (const number of [1, 2])
    await make('/api/silences', {
      name: `${bad} ${number}`,
      comment: text,
      filter: [{ field: bidi, op: 'eq', value: [markup, tower] }],
      starts_at: now - 60,
      ends_at: now + 3_600,
      trigger_ids: [quiet],
    })
}

async function makeDashboard(): Promise<void> {
  const types = ['Notifications', 'Tasks', 'System_CPU', 'System_Memory', 'System_DF', 'System_Network']
  ids.dashboard = await make('/api/dashboards', {
    title: bad,
    is_public: true,
    config: { time_range: { preset: 'last_1_hours' } },
    widgets: types.map((type, i) => ({
      type,
      config: { title: `${bad} ${type}`, col: (i % 3) * 2, row: Math.floor(i / 3), sizeX: 2 },
    })),
  })
  await make(`/api/dashboards/${ids.dashboard}/templates`, { path: `${bidi}/${invisible}.json` }).catch(
    () => {},
  )
}

beforeAll(async () => {
  mkdirSync(path.join(dataDir, 'scripts'))
  const script = path.join(dataDir, 'scripts', 'say.sh')
  writeFileSync(
    script,
    `#!/bin/sh\nprintf '%s' ${JSON.stringify(`${text}`.replace(/["$`\\']/g, ''))}\nexit 3\n`,
  )
  chmodSync(script, 0o755)
  await new Promise<void>(resolve => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.address() as AddressInfo // it listens on a port, not on a socket
  const webhook = `http://127.0.0.1:${port}/${encodeURIComponent(bidi)}`

  const group = await make('/api/groups', {
    name: bad,
    description: text,
    permissions: ['search', 'tasks'],
    hosts: [bidi, markup, invisible],
  })
  const user = await make('/api/users', {
    username: `ann-${bidi}`,
    first_name: bad,
    last_name: invisible,
    password: 'tree-house-7',
    groups: [group],
  })
  await make('/api/authtokens', { description: bad, user })
  await make('/api/searches', {
    title: bad,
    description: text,
    is_public: true,
    params: { filter: [{ field: bidi, op: 'eq', value: markup }] },
  })
  await make('/api/rules', {
    name: '100-x.yaml',
    content: {
      rewrite_rules: [{ comment: bad, match: { field: 'program', value: bidi }, tag: { [bidi]: markup } }],
    },
  })
  await makeTriggers(webhook)
  await makeDashboard()
  await client.sendAndFind(
    [markup, bidi, invisible, tower].map((hostile, i) => ({
      ts: now - i,
      host: hostile.slice(0, 200),
      program: 'evil',
      priority: 11,
      message: `hostile ${hostile}`,
      user_tags: { [markup]: hostile },
    })),
  )
  const [event] = await client.events('hostile')
  ids.event = event?._id ?? ''
  await make(`/api/events/${ids.event}/notes`, { text })
  ids.task = await make('/api/tasks', {
    title: bad,
    description: text,
    assigned_to: user,
    event_id: ids.event,
  })
  for (const dashboard of [{ query: search }, { dashboard_id: ids.dashboard }])
    await make('/api/reports', { title: bad, format: 'query' in dashboard ? 'csv' : 'pdf', ...dashboard })
  await make('/api/reports-schedules', {
    title: bad,
    format: 'csv',
    query: search,
    schedule_type: 'c',
    schedule: { cron: {} },
    emails: ['noc@example.com'],
  })
  await until('the actions of the trigger', async () => {
    const answer = await client.get('/api/actions?page_size=100')
    // The shape of this route, which the API tests check.
    const { objects } = (await answer.json()) as { objects: { kind: string; tries: number }[] }
    return ['webhook', 'script', 'email'].every(kind =>
      objects.some(run => run.kind === kind && run.tries > 0),
    )
  })
})

test('a statement finds events by their names and tags', async () => {
  const quoted = (name: string) => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
  const tag = `tags[${quoted(markup)}]`
  const sql = `SELECT host, ${tag} AS tag FROM events WHERE ${tag} IN (${quoted(bidi)}, ${quoted(invisible)}) AND host != '' ORDER BY host`
  const answer = await client.post('/api/sql', { sql })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    {
      rows: [
        [bidi, bidi],
        [invisible, invisible],
      ],
    },
  ])
})

/** A page, a selector that shows it is ready, and the parts opened on it: each is closed by Escape. */
type Stop = readonly [path: string, ready: string, ...opened: string[]]

const stops = (): readonly Stop[] => [
  ['/tasks', '.task-event', '.title-button', '.task-menu >> nth=1', '[aria-label^=Delete]'],
  ['/tasks?view=board', '.task-card'],
  ['/people', '.title-button', '[aria-label^=Edit] >> nth=-1', '[aria-label^=Delete] >> nth=-1'],
  ['/people?view=groups', '.title-button', '[aria-label^=Edit]', '[aria-label^=Delete]'],
  ['/tokens?all=1', 'td .button', 'td .button', '.page-bar .button.primary'],
  ['/account', '.sessions'],
  ['/reports', '.title-button', '.title-button', '[aria-label^=Delete]', '.page-bar .button.primary'],
  ['/reports?view=schedules', '.title-button', '.title-button', '[aria-label^=Delete]'],
  ['/triggers', '.trigger-table', '[aria-haspopup=menu] >> nth=-1'],
  [`/triggers/${ids.trigger}`, '.trigger-message-text'],
  [`/triggers/${ids.condition}`, '.trigger-firings'],
  [`/triggers/new?event=${ids.event}`, '.trigger-parts'],
  ['/triggers?view=silences', '.title-button', '.title-button', '[aria-label^=Delete]'],
  ['/triggers?view=history', '.history-open'],
  ['/notifications?show=all', '.inbox-group'],
  ['/dashboards', 'main table'],
  [`/dashboards/${ids.dashboard}`, '.widget-work', '[aria-haspopup=menu]'],
  [`/dashboards/${ids.dashboard}?edit=1`, '.widget-work'],
  ['/rules', '.rules-name', '[aria-label^=Delete]'],
  ['/rules?file=100-x.yaml', '.rules-figures'],
  ['/send', 'h2'],
  ['/ingest', '.ingest-host'],
  ['/system', 'h2'],
]

type Look = (place: string) => Promise<void>

async function walkSearch(page: Page, look: Look): Promise<void> {
  await page.goto(`${millrace.url}/search?q=hostile`)
  await page.locator('.result').first().waitFor()
  const chart = page.getByRole('slider', { name: 'Events over time' })
  await chart.focus()
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await page.locator('.bar-tip').waitFor()
  await look('tooltip of the histogram')
  await page.locator('.saved-button').click()
  await page.locator('.saved-item').waitFor()
  await look('saved searches')
  await page.locator('.saved-item .saved-link').click()
  await page.locator('.saved-button-title', { hasText: 'x-log' }).waitFor()
  await look('a saved search')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /x-log/ }).first().waitFor()
  await look('palette')
  await page.keyboard.press('Escape')
  await page.goto(`${millrace.url}/search?event=${ids.event}`)
  const drawer = page.getByRole('dialog', { name: 'Event', exact: true })
  for (const [tab, ready] of [
    ['Notes', '.note-text'],
    ['Triggers', '.fired-action'],
  ] as const) {
    await drawer.getByRole('tab', { name: tab }).click()
    await drawer.locator(ready).first().waitFor()
    await look(`event, ${tab}`)
  }
}

async function walkHistory(page: Page, look: Look): Promise<void> {
  for (const kind of ['script', 'webhook', 'email']) {
    await page.goto(`${millrace.url}/triggers?view=history&kind=${kind}`)
    await page.locator('.history-open').first().click()
    await page.locator('.run-facts').waitFor()
    if (kind !== 'email') await page.locator('.run-output').waitFor()
    await look(`action of the kind ${kind}`)
  }
}

/** Imports files with such names and content. */
async function walkFiles(page: Page, look: Look): Promise<void> {
  for (const place of ['/dashboards', '/triggers']) {
    await page.goto(millrace.url + place)
    await page.locator('main table').waitFor()
    const content = [
      `{"name": "${markup.replaceAll(/["\\]/g, '')}${bidi}", "no`,
      JSON.stringify({ title: bad, filter: bad }),
    ]
    await page.locator('input[type=file]').setInputFiles(
      content.map(one => ({
        name: `${bad.replaceAll('/', '-')}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(one),
      })),
    )
    await page.locator('dialog[open]').waitFor()
    await look(`files for ${place}`)
  }
}

async function walkToasts(page: Page, look: Look): Promise<void> {
  const acts: [address: string, button: string][] = [
    ['/triggers?view=silences', 'main [aria-label^=End]'],
    ['/notifications?show=unread', '.inbox-group [title="Mark as read"]'],
    ['/triggers', 'main [role=switch]'],
  ]
  for (const [address, button] of acts) {
    await page.goto(millrace.url + address)
    const toast = page.locator('.toast', { hasText: 'gpj' })
    await page.locator(button).first().click()
    await toast.waitFor()
    await look(`message of ${address}`)
  }
}

test.each(someOf([narrowView, wideView], 1))(
  'names and answers of people and programs are text in their place, everywhere, at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search', view)
    refuseDialogs(visit)
    const { page } = visit
    const faults: string[] = []
    const look: Look = async place => void faults.push(...(await hostileFaults(page, place)))
    for (const [address, ready, ...opened] of stops()) {
      await page.goto(millrace.url + address)
      await page.locator(ready).first().waitFor()
      await look(address)
      for (const selector of opened) {
        await page.locator(`main ${selector}`).first().click()
        await page.locator('dialog[open], :popover-open').first().waitFor()
        await look(`${address}, ${selector}`)
        await page.keyboard.press('Escape')
        await page.locator('dialog[open], :popover-open').first().waitFor({ state: 'detached' })
      }
    }
    await walkSearch(page, look)
    await walkHistory(page, look)
    await walkFiles(page, look)
    await walkToasts(page, look)
    expect(faults).toEqual([])
    // Invalid files.
    await visit.close(/status of 400/)
  },
)
