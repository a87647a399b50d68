import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visit } from '../testing/browser.ts'
import { CountedHand, countActs } from '../testing/counted-hand.ts'
import { startBrowser, startMillrace } from '../testing/service.ts'

/** What docs/evidence/clicks.md says about a job: the counts of its steps, and what they were before. */
interface Row {
  job: string
  before: number[]
  now: number[]
}

const document = readFileSync(path.join(import.meta.dirname, '../../docs/evidence/clicks.md'), 'utf8')
const countsOf = (cell: string) => (cell === '-' ? [] : cell.split(';').map(Number))
const table = [...document.matchAll(/^\| ([^|]+) \| ([\d; -]+) \| ([\d; ]+) \|/gm)].map(
  ([, job = '', before = '', now = '']): Row => ({ job, before: countsOf(before), now: countsOf(now) }),
)

const wide = { width: 1440, height: 900, colorScheme: 'light' } as const
const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: 60 }, (_, i) => ({
    ts: now - i * 5,
    host: `web-${i % 3}`,
    program: 'app',
    priority: 24 + (i % 8),
    message: `request ${i} took ${i * 3} ms`,
    user_tags: { ms: String(i * 3) },
  }))
  await client.sendAndFind(events)
  await client.post('/api/dashboards', {
    title: 'Servers',
    widgets: [{ type: 'TopN', config: { title: 'Hosts', field: 'host', col: 0, row: 0, sizeX: 6 } }],
  })
  await client.post('/api/searches', { title: 'Saved before', params: {} })
  await client.post('/api/triggers', {
    name: 'Loud',
    filter: [{ field: 'message', op: 'qp', value: 'loud' }],
  })
  await client.sendAndFind([{ ts: now, host: 'fan', program: 'app', message: 'the fan is loud' }])
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).first()
const row = (page: Page) => page.locator('.result').first()
const fields = (page: Page) => page.getByRole('complementary', { name: 'Fields' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Event', exact: true })

/** A job: where it begins, its initial state, and its steps, each of them complete. */
interface Job {
  from: string
  ready: (page: Page) => Promise<unknown>
  steps: readonly ((hand: CountedHand, page: Page) => Promise<unknown>)[]
}

const found = (page: Page) => row(page).waitFor()
const search = (...steps: Job['steps']): Job => ({ from: '/search', ready: found, steps })
const searchFor = (text: string, ...steps: Job['steps']): Job => ({
  ...search(...steps),
  from: `/search?q=${text}`,
})
const at = (from: string, ready: string, ...steps: Job['steps']): Job => ({
  from,
  ready: page => page.getByText(ready).first().waitFor(),
  steps,
})
const openEvent = async (hand: CountedHand, page: Page) => {
  await hand.click(row(page).locator('.cell-message'))
  await drawer(page).waitFor()
}

const jobs: Record<string, Job> = {
  'events of a host, typed': search(async (hand, page) => {
    await hand.press('/')
    await hand.type('host:web-1')
    await hand.press('Enter')
    await page.getByText('20 events').first().waitFor()
  }),
  'events of a shown host, by clicks': search(async (hand, page) => {
    await hand.click(fields(page).getByRole('checkbox', { name: /^web-1, / }))
    await page.getByText('20 events').first().waitFor()
  }),
  'errors and above': search(async (hand, page) => {
    await hand.click(button(page, 'Error and above'))
    await page.locator('.pill-face').waitFor()
  }),
  'errors, counted by program': search(async (hand, page) => {
    await hand.click(button(page, 'Error and above'))
    await fields(page)
      .getByRole('checkbox', { name: /^app, 3\d/ })
      .waitFor()
  }),
  'why nothing was found, and without the part that nothing has': {
    from: '/search?q=request+nowhere',
    ready: page => page.getByText('No results in this time range').waitFor(),
    steps: [
      async (hand, page) => {
        await hand.click(button(page, 'Remove it'))
        await found(page)
      },
    ],
  },
  'exclude a shown value': search(async (hand, page) => {
    await hand.click(button(page, 'Filter out web-1'))
    await page.locator('.pill.not').waitFor()
  }),
  'top values of a field, of all events found': search(async (hand, page) => {
    await hand.click(fields(page).getByRole('button', { name: /^Facility/ }))
    await fields(page)
      .getByRole('checkbox', { name: /^Clock daemon|^facility|, 6/i })
      .first()
      .waitFor()
  }),
  'minimum, average, maximum of a number': search(async (hand, page) => {
    await hand.click(fields(page).getByRole('button', { name: /^ms/ }))
    await page.getByLabel('ms is at least').waitFor()
  }),
  'add a field as a column': search(async (hand, page) => {
    await hand.click(button(page, 'Show ms as column'))
    await page.getByRole('columnheader', { name: /ms/ }).waitFor()
  }),
  'save a search under a title': search(async (hand, page) => {
    await hand.press('s')
    await page.getByRole('dialog', { name: 'Save search' }).waitFor()
    await hand.type('Everything')
    await hand.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }),
  'open a saved search': search(async (hand, page) => {
    await hand.click(button(page, 'Saved and recent searches'))
    await hand.click(page.getByRole('link', { name: 'Saved before' }))
    await button(page, 'Saved search Saved before').waitFor()
  }),
  'share the exact time range shown': search(async (hand, page) => {
    await hand.click(button(page, 'Share'))
    await hand.click(item(page, 'Copy link to this moment'))
    await page.locator('.toast').waitFor()
  }),
  'events of the same host or program before and after an event': search(async (hand, page) => {
    await openEvent(hand, page)
    await hand.click(drawer(page).getByRole('tab', { name: 'Context' }))
    await drawer(page)
      .getByText(/events before/)
      .first()
      .waitFor()
  }),
  'messages grouped by pattern': search(async (hand, page) => {
    await hand.click(page.getByRole('button', { name: 'Patterns', exact: true }))
    await page.locator('.patterns-row').first().waitFor()
  }),
  'patterns that are new in the range, first': search(async (hand, page) => {
    await hand.click(page.getByRole('button', { name: 'Patterns', exact: true }))
    await hand.choose(page.getByLabel('Order', { exact: true }), 'New first')
    await page.locator('.patterns-row').first().waitFor()
  }),
  'copy the search as curl': search(async (hand, page) => {
    await hand.click(button(page, 'Share'))
    await hand.click(item(page, 'Copy as curl'))
    await page.locator('.toast').waitFor()
  }),
  'the events found as csv': search(async (hand, page) => {
    const download = page.waitForEvent('download')
    await hand.click(button(page, /^Export/))
    await hand.click(button(page, /^CSV/))
    await (await download).path()
  }),
  'a report of the search as a file': search(async (hand, page) => {
    await hand.click(button(page, /^Export/))
    await hand.click(button(page, /^Report or/))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create report' }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }),
  'a note on an event': search(async (hand, page) => {
    await openEvent(hand, page)
    await hand.press('n')
    await drawer(page).locator('textarea:focus').waitFor()
    await hand.type('seen')
    await hand.press('Control+Enter')
    await drawer(page).getByRole('listitem').filter({ hasText: 'seen' }).waitFor()
  }),
  'a task from an event': search(async (hand, page) => {
    await openEvent(hand, page)
    await hand.click(button(page, 'Create task from this event'))
    await hand.click(page.getByRole('dialog', { name: 'New task' }).getByRole('button', { name: 'Create' }))
    await page.getByRole('dialog', { name: 'New task' }).waitFor({ state: 'detached' })
  }),
  'a trigger from a search': searchFor('request', async (hand, page) => {
    await hand.click(page.getByRole('link', { name: 'Create trigger' }))
    await page.getByLabel('Name', { exact: true }).waitFor()
    await hand.click(button(page, 'Create trigger'))
    await page.waitForURL('**/triggers')
  }),
  'a trigger from an event': search(async (hand, page) => {
    await openEvent(hand, page)
    await hand.click(page.getByRole('link', { name: 'Create a trigger for events like this' }))
    await page.getByLabel('Name', { exact: true }).waitFor()
    await hand.click(button(page, 'Create trigger'))
    await page.waitForURL('**/triggers')
  }),
  'dry run of a trigger over a week': at('/triggers', 'Loud', async (hand, page) => {
    await hand.click(page.getByRole('link', { name: 'Loud', exact: true }))
    await hand.click(button(page, '7 d'))
    await page.getByText('in the last 7 days').first().waitFor()
  }),
  'silence a trigger for an hour, from its notification': at(
    '/notifications?show=all',
    'Loud',
    async (hand, page) => {
      await hand.click(button(page, 'Silence'))
      await hand.click(item(page, 'For 1 hour'))
      await page.getByText('is silenced until').first().waitFor()
    },
  ),
  'last 15 minutes': search(async (hand, page) => {
    await hand.click(page.locator('.time-button'))
    await hand.click(button(page, 'Last 15 minutes'))
    await page.waitForURL(/last_15_minutes/)
  }),
  'the same length of time, earlier': search(async (hand, page) => {
    await hand.click(button(page, /^Earlier by the length/))
    await page.waitForURL(/range=\d/)
  }),
  'a range of days by calendar': search(async (hand, page) => {
    await hand.click(page.locator('.time-button'))
    const days = page.locator('.time-panel').getByRole('button', { name: /(st|nd|rd|th), 20\d\d/ })
    await hand.click(days.nth(0))
    await hand.click(days.nth(1))
    await hand.click(button(page, 'Apply'))
    await page.waitForURL(/range=\d/)
  }),
  'live; back from it': search(
    async (hand, page) => {
      await hand.click(page.locator('.live-button'))
      await page.waitForURL(/live=1/)
    },
    async (hand, page) => {
      await hand.click(page.locator('.live-button'))
      await page.waitForURL(url => !url.search.includes('live=1'))
    },
  ),
  'put the search on a dashboard': searchFor('request', async (hand, page) => {
    await hand.click(button(page, 'Share'))
    await hand.click(item(page, 'Save as widget…'))
    await hand.click(button(page, 'Add widget'))
    await page.getByText('Added to Servers').waitFor()
  }),
  'a new dashboard with two widgets, saved': at('/dashboards', 'Servers', async (hand, page) => {
    await hand.click(button(page, 'New'))
    await hand.click(item(page, /^Empty/))
    await hand.click(button(page, 'Add widget'))
    await hand.click(page.getByRole('button', { name: /^Total/ }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await hand.click(button(page, 'Add widget'))
    await hand.click(page.getByRole('button', { name: /^Total/ }))
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
    // It has its own Save button.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await hand.click(button(page, 'Save'))
    await page.getByText('Saved', { exact: true }).first().waitFor()
  }),
  'a variable of a dashboard, saved': at('/dashboards/1', 'Servers', async (hand, page) => {
    await hand.press('e')
    await hand.click(page.getByRole('main').getByRole('button', { name: 'Settings' }))
    await hand.click(button(page, 'Add variable'))
    await hand.click(page.getByLabel('Field'))
    await hand.type('host')
    await hand.click(button(page, 'Apply'))
    await hand.click(button(page, 'Save'))
    await page.getByText('Saved', { exact: true }).first().waitFor()
  }),
  'from a mark of a chart to its events': at('/dashboards/1', 'web-1', async (hand, page) => {
    await hand.click(page.getByRole('region', { name: 'Hosts' }).getByRole('button', { name: /^web-1/ }))
    await found(page)
  }),
  'a link for a wall, which reads one dashboard': at('/dashboards/1', 'web-1', async (hand, page) => {
    await hand.click(button(page, 'Actions for Servers'))
    await hand.click(item(page, 'TV link'))
    await hand.click(button(page, 'Create link'))
    await page.getByLabel('Link', { exact: true }).waitFor()
  }),
  'a new token': at('/tokens', 'New token', async (hand, page) => {
    await hand.click(button(page, 'New token'))
    await hand.click(page.getByLabel('Description'))
    await hand.type('edge')
    await hand.click(button(page, 'Create token'))
    await page.getByText('Copy the key now').waitFor()
  }),
  'a new user': at('/people', 'admin', async (hand, page) => {
    await hand.click(button(page, 'New user'))
    await page.getByRole('dialog').getByLabel('Username').and(page.locator(':focus')).waitFor()
    await hand.type('ann')
    await hand.click(page.getByLabel('Password'))
    await hand.type('correct horse 18')
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Create' }))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }),
  'try a rule on recent events': at('/rules', 'New file', async (hand, page) => {
    await hand.click(page.getByRole('link', { name: 'New file' }).first())
    await hand.click(page.getByRole('textbox', { name: 'Rules as YAML or JSON' }))
    await hand.type('- ')
    await hand.click(button(page, 'Recent events'))
  }),
  'which source is silent': search(async (hand, page) => {
    await hand.click(button(page, /^Ingest: /))
    await page.locator('.ingest-panel').waitFor()
  }),
}

let visit: Visit | undefined
async function openCounted(): Promise<Visit> {
  const opened = await visits.signedIn('/account', wide)
  await countActs(opened.page)
  return opened
}
afterAll(() => visit?.close())

test.each(table)('$job', async ({ job, before, now }) => {
  const { from, ready, steps } = jobs[job] ?? { from: '', ready: found, steps: [] }
  visit ??= await openCounted()
  const { page } = visit
  const hand = new CountedHand(page)
  await page.goto(new URL(from, millrace.url).href)
  await ready(page)
  const done: number[] = []
  for (const step of steps) {
    const before = await hand.count()
    await step(hand, page)
    done.push((await hand.count()) - before)
  }
  expect(done).toEqual(now)
  for (const [step, count] of before.entries()) expect(count).toBeGreaterThanOrEqual(done[step] ?? Infinity)
})

test('the table has every job', () => {
  expect(table.map(({ job }) => job).sort()).toEqual(Object.keys(jobs).sort())
})
