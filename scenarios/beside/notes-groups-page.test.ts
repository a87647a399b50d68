import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { someOf } from '../../src/testing/depth.ts'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const note = `# On call
**Ann**, then *Bo*: see [errors](/search?q=error) and https://wiki.example/logs.

1. Read \`nginx\`
   - its log
2. Restart it

> Not at night <img src=x onerror="document.title=1">

[no](javascript:alert(1))

\`\`\`
systemctl status nginx
\`\`\``
const place = (col: number, row: number, sizeX: number) => ({ col, row, sizeX })

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let id = 0

beforeAll(async () => {
  const now = Date.now() / 1_000
  await client.sendAndFind(
    Array.from({ length: 300 }, (_, i) => ({
      ts: now - i * 11,
      host: `web-${(i * i) % 9}`,
      program: ['nginx', 'sshd'][i % 2] ?? '',
      priority: 32 + (i % 8),
      message: `request ${i} was answered`,
    })),
  )
  const answer = await client.post('/api/dashboards', {
    config: {
      title: 'Shift',
      row_groups: [
        { title: 'Web', row: 1 },
        { title: 'Details', row: 3, folded: true },
      ],
    },
    widgets: [
      { type: 'Note', config: { title: 'Help', note_text: note, ...place(0, 0, 2) } },
      { type: 'Note', config: { note_text: 'Without a **title**', ...place(2, 0, 1) } },
      { type: 'EventRate', config: { title: 'Rate', ...place(3, 0, 3) } },
      {
        type: 'TopN',
        config: { title: 'Heat', field: 'host', limit: 9, view_type: 'heat_map', ...place(0, 2, 6) },
      },
      { type: 'TopN', config: { title: 'Programs', field: 'program', ...place(0, 4, 3) } },
    ],
  })
  expect(answer.status).toBe(201)
  // The shape of this route, which the API tests check.
  id = ((await answer.json()) as Dashboard).id
})

const widgetNamed = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heatOf = (page: Page) => widgetNamed(page, 'Heat').getByRole('slider')
const foldOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.each(someOf([wideView, narrowView], 2))(
  'notes, heat maps and groups are drawn at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn(`/dashboards/${id}`, view)
    const { page } = visit
    const help = widgetNamed(page, 'Help')
    await help.getByRole('heading', { name: 'On call' }).waitFor()
    expect(await help.locator('strong').textContent()).toBe('Ann')
    expect(
      await help.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href'))),
    ).toEqual(['/search?q=error', 'https://wiki.example/logs'])
    // HTML and addresses with code are text.
    expect(await page.locator('img').count()).toBe(0)
    expect(await help.textContent()).toContain('[no](javascript:alert(1))')
    // A widget off screen has no query.
    await widgetNamed(page, 'Heat').scrollIntoViewIfNeeded()
    await heatOf(page).waitFor()
    await foldOf(page, 'Details').click()
    await widgetNamed(page, 'Programs').scrollIntoViewIfNeeded()
    await widgetNamed(page, 'Programs').getByText('nginx').waitFor()
    const faults = await visit.checkView('notes-groups')
    faults.push(...(await visit.checkOtherScheme('notes-groups')))
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('a cell of a heat map leads to its events, with a pointer and with keys', async () => {
  const visit = await visits.signedIn(`/dashboards/${id}`, wideView)
  const { page } = visit
  const heat = heatOf(page)
  await heat.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  expect(await heat.getAttribute('aria-valuetext')).toMatch(/^web-\d, .+: \d+$/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?.*f=host%3Aeq%3Aweb-\d.*range=\d+%7E\d+/)
  await page.goBack()
  await heat.scrollIntoViewIfNeeded()
  await heat.click({ position: { x: 200, y: 12 } })
  await page.waitForURL(/\/search\?.*f=host%3Aeq%3Aweb-\d.*range=\d+%7E\d+/)
  await page.goBack()
  await widgetNamed(page, 'Heat').getByRole('button', { name: 'Show Heat as a table' }).click()
  const table = page.getByRole('region', { name: 'Heat as a table' })
  await table.getByRole('columnheader', { name: 'web-1' }).waitFor()
  await visit.close()
})

test('a group folds, and one that is folded at first asks for nothing', async () => {
  const visit = await visits.signedIn(`/dashboards/${id}`, wideView)
  const { page } = visit
  await heatOf(page).waitFor()
  expect(await widgetNamed(page, 'Programs').count()).toBe(0)
  expect(await foldOf(page, 'Details').getAttribute('aria-expanded')).toBe('false')
  await foldOf(page, 'Web').click()
  await heatOf(page).waitFor({ state: 'detached' })
  await foldOf(page, 'Details').press('Enter')
  await widgetNamed(page, 'Programs').scrollIntoViewIfNeeded()
  await widgetNamed(page, 'Programs').getByText('nginx').waitFor()
  await foldOf(page, 'Web').click()
  await heatOf(page).waitFor()
  await visit.close()
})

test('notes and groups are made, moved, renamed and removed in the builder', async () => {
  const made = await client.post('/api/dashboards', {
    config: { title: 'Built' },
    widgets: [{ type: 'EventRate', config: { title: 'Rate', ...place(0, 0, 6) } }],
  })
  // The shape of this route, which the API tests check.
  const built = ((await made.json()) as Dashboard).id
  const stored = async () => (await (await client.get(`/api/dashboards/${built}`)).json()) as Dashboard
  const visit = await visits.signedIn(`/dashboards/${built}`, wideView)
  const { page } = visit
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Edge')
  await page.getByRole('dialog').getByLabel('Folded at first').check()
  const faults = await visit.checkView('group-dialog')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('heading', { name: 'Edge' }).waitFor()

  await page.getByRole('button', { name: 'Add widget' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Note/ }).click()
  await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('## Hello\n*world*')
  await page.getByRole('dialog').getByRole('heading', { name: 'Hello' }).waitFor()
  faults.push(...(await visit.checkView('note-editor')))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add|Save)/ })
    .first()
    .click()
  await widgetNamed(page, 'Note').getByRole('heading', { name: 'Hello' }).waitFor()
  faults.push(...(await visit.checkView('dashboard-groups-edited')))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = await stored()
  expect(saved.config.row_groups).toEqual([{ title: 'Edge', row: 1, folded: true }])
  expect(saved.widgets.at(-1)).toMatchObject({
    type: 'Note',
    query_id: null,
    config: { note_text: '## Hello\n*world*', row: 2 },
  })

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Move the group Edge' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Menu of Edge' }).click()
  await page.getByRole('menuitem', { name: 'Edit group' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Core')
  await page.getByRole('dialog').getByLabel('Folded at first').uncheck()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(async () => (await stored()).config.row_groups).toEqual([{ title: 'Core', row: 0 }])

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Menu of Core' }).click()
  await page.getByRole('menuitem', { name: 'Delete, keep its widgets' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(async () => (await stored()).config.row_groups).toBeUndefined()
  expect((await stored()).widgets).toHaveLength(2)
  expect(faults).toEqual([])
  await visit.close()
})

test('on TV, notes and heat maps are drawn, and folded groups are left out', async () => {
  const visit = await visits.signedIn('/dashboards', wideView)
  const { page } = visit
  await page.goto(new URL(`/dashboards/${id}/tv`, page.url()).href)
  await page.getByRole('heading', { name: 'On call' }).waitFor()
  await heatOf(page).waitFor()
  await page.getByRole('heading', { name: 'Web', exact: true }).waitFor()
  expect(await page.getByRole('heading', { name: 'Details' }).count()).toBe(0)
  expect(await page.getByRole('link').count()).toBe(0)
  await visit.close()
})
