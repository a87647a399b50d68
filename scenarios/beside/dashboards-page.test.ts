import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { someOf } from '../../src/testing/depth.ts'
import { eventually } from '../../src/testing/until.ts'
import { startBrowser, startMillrace } from '../testing/service.ts'

/** Files of users of the API; they are not ours to redistribute, and not available everywhere. */
const folder = fileURLToPath(new URL('../../../shared/samples/dashboards', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => /\.(json|ya?ml)$/.test(name)) : []

/**
 * A typical file in circulation: some positions and heights are missing, with a gap and a search that cannot
 * be read.
 */
const yamlFile = (title: string) => `- config:
    title: ${title}
    time_range:
      preset: last_1_hours
  is_public: true
  widgets:
  - type: EventRate
    config: {title: Rate, col: 0, row: 0, sizeX: 4}
  - type: TopN
    config: {title: Hosts, field: host, col: 4, row: 3, view_type: pie_chart}
  - type: Search
    config: {title: Unreadable, filter: [{field: message, op: qp, value: 'a ('}]}
`
const wide = { width: 1440, height: 900, colorScheme: 'light' } as const
const narrow = { width: 390, height: 844, colorScheme: 'dark' } as const

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)

beforeAll(async () => {
  const now = Date.now() / 1_000
  await client.sendAndFind(
    Array.from({ length: 120 }, (_, i) => ({
      ts: now - i * 20,
      host: `web-${i % 3}`,
      program: ['nginx', 'sshd'][i % 2] ?? '',
      priority: 32 + (i % 8),
      message: `request ${i} was answered`,
    })),
  )
})

async function create(draft: unknown): Promise<Dashboard> {
  const answer = await client.post('/api/dashboards', draft)
  expect(answer.status).toBe(201)
  // The shape of this route, which the API tests check.
  return (await answer.json()) as Dashboard
}

const two = (title: string) => ({
  config: { title },
  widgets: [
    { type: 'EventRate', config: { title: 'Rate', col: 0, row: 0, sizeX: 3 } },
    { type: 'TopN', config: { title: 'Hosts', field: 'host', col: 3, row: 0, sizeX: 3 } },
  ],
})

/** Column, row, width and height of a widget on the grid. */
async function placeOf(page: Page, title: string): Promise<string> {
  const cell = page
    .locator('.dash-cell')
    .filter({ has: page.getByRole('region', { name: title, exact: true }) })
  const style = (await cell.getAttribute('style')) ?? ''
  return ['x', 'y', 'w', 'h'].map(name => new RegExp(`--${name}: (\\d+)`).exec(style)?.[1]).join(' ')
}

test.each(someOf([narrow, wide], 1))(
  'files are imported, found, copied, exported and deleted at $width px',
  async view => {
    const visit = await visits.signedIn('/dashboards', view)
    const { page } = visit
    const title = `From a file ${view.width}`
    await page.getByLabel('One or more JSON or YAML files').setInputFiles([
      { name: 'file.yaml', mimeType: 'application/yaml', buffer: Buffer.from(yamlFile(title)) },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ])
    const result = page.getByRole('dialog', { name: 'Import' })
    await result.getByText('1 dashboard imported').waitFor()
    await result.getByText('notes.txt: contains no dashboard').waitFor()
    await result.getByText(new RegExp(`^${title}, Unreadable: `)).waitFor()
    const faults = await visit.checkView('dashboards-import')
    await result.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('searchbox', { name: 'Find a dashboard' }).fill(title.toLowerCase())
    const row = page.getByRole('row').filter({ hasText: title })
    await row.getByRole('button', { name: `Star ${title}` }).click()
    expect(await row.getByRole('button', { name: `Star ${title}` }).getAttribute('aria-pressed')).toBe('true')
    faults.push(...(await visit.checkView('dashboards-list')))
    const menu = async (item: string) => {
      await row
        .first()
        .getByRole('button', { name: `Actions for ${title}` })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const download = page.waitForEvent('download')
    await menu('Export as YAML')
    expect((await download).suggestedFilename()).toMatch(/^From a file .*\.yaml$/)
    await menu('Save as template')
    await page.getByLabel('File name').fill(`from/${view.width}.yaml`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'New dashboard' }).click()
    await page.getByRole('menuitem', { name: 'From a template' }).click()
    await page
      .getByRole('button', { name: `Create a dashboard from ${title}` })
      .first()
      .waitFor()
    faults.push(...(await visit.checkView('dashboard-templates')))
    await page
      .getByRole('button', { name: `Delete ${title}` })
      .first()
      .click()
    await page.getByText(`from/${view.width}.yaml is deleted for everybody`).waitFor()
    await page
      .getByRole('dialog', { name: 'Delete template' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('There are no templates').waitFor()
    await page.keyboard.press('Escape')

    await menu('Copy with its own widgets')
    await page.getByRole('heading', { name: `${title} (copy)` }).waitFor()
    await page.getByRole('region', { name: 'Hosts' }).getByText('web-1').waitFor()
    // The gap above it has closed, and the widget without a position is below.
    expect([await placeOf(page, 'Hosts'), await placeOf(page, 'Unreadable')]).toEqual(['5 1 2 1', '1 2 2 1'])
    faults.push(...(await visit.checkView('dashboard-open')))

    await page.goto(`${millrace.url}/dashboards?q=${view.width}`)
    await page.getByRole('link', { name: title, exact: true }).waitFor()
    for (const box of await page.getByRole('checkbox', { name: /^Select From/ }).all()) await box.check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No title contains').waitFor()
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('a dashboard is built with the keyboard, undone, saved, and left with a question', async () => {
  const { id } = await create(two('Built'))
  const visit = await visits.signedIn(`/dashboards/${id}`, wide)
  const { page } = visit
  await page.getByRole('region', { name: 'Hosts' }).getByText('web-1').waitFor()
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Move or resize Rate' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page
    .getByRole('status')
    .filter({ hasText: 'Rate: 3 columns wide, 2 rows high' })
    .waitFor({ state: 'attached' })
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move or resize Rate')
  const faults = await visit.checkView('dashboard-edit')
  // The page scrolls inside its area: the document has no second scrollbar.
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  await page.keyboard.press('Control+z')
  await eventually(() => placeOf(page, 'Rate')).toMatch(/ 1$/)
  await page.keyboard.press('Control+y')
  await eventually(() => placeOf(page, 'Rate')).toMatch(/ 2$/)

  await page.getByRole('button', { name: 'Menu of Hosts' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('region', { name: 'Hosts (copy)' }).waitFor()
  // Unsaved changes survive a reload.
  await page.reload()
  await page.getByRole('region', { name: 'Hosts (copy)' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Search' })
    .click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  faults.push(...(await visit.checkView('dashboard-leave')))
  await page.getByRole('button', { name: 'Stay' }).click()

  // Another user saves meanwhile.
  const patch = { config: { title: 'Theirs' } }
  await eventually(async () => {
    const headers = { origin: millrace.url }
    const answer = await page.request.patch(`${millrace.url}/api/dashboards/${id}`, {
      data: patch,
      headers,
    })
    const { updated_at, created_at }: Dashboard = await answer.json()
    return updated_at > created_at
  }).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Changed elsewhere' }).waitFor()
  faults.push(...(await visit.checkView('dashboard-conflict')))
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const saved = (await (await client.get(`/api/dashboards/${id}`)).json()) as Dashboard
  expect([saved.title, saved.widgets.map(({ title }) => title)]).toEqual([
    'Built',
    expect.arrayContaining(['Rate', 'Hosts', 'Hosts (copy)']),
  ])
  expect(faults).toEqual([])
  await visit.close(/beforeunload/)
})

test('widgets are dragged, added from the gallery and refused with the reason', async () => {
  const { id } = await create(two('Dragged'))
  const visit = await visits.signedIn(`/dashboards/${id}`, wide)
  const { page } = visit
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const header = await page.getByRole('region', { name: 'Rate' }).getByRole('heading').boundingBox()
  if (!header) throw new Error('no header')
  await page.mouse.move(header.x + 4, header.y + 4)
  await page.mouse.down()
  await page.mouse.move(header.x + 720, header.y + 10, { steps: 5 })
  await page.mouse.up()
  await eventually(() => placeOf(page, 'Rate')).toBe('4 1 3 1')
  await page.getByRole('button', { name: 'Add widget' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Total/ })
    .first()
    .click()
  const faults = await visit.checkView('widget-editor')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(() => page.locator('.dash-cell').count()).toBe(3)

  // The service refuses state that another version of the page may have kept.
  await page.route('**/api/dashboards/*', async route => {
    if (route.request().method() !== 'PUT') return route.fallback()
    await route.fulfill({
      status: 400,
      json: { code: 'validation', 'widgets[1].config.limit': ['A valid integer is required.'] },
    })
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.dash-faulty').filter({ hasText: 'limit: Enter a whole number.' }).waitFor()
  faults.push(...(await visit.checkView('dashboard-refused')))
  await page.unroute('**/api/dashboards/*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await visit.close(/status of 400/)
})

test('a variable is made, chosen in the bar, and kept in the address', async () => {
  const filter = [{ field: 'host', op: 'eq', value: '$host' }]
  const { id } = await create({
    config: { title: 'Variable' },
    widgets: [
      { type: 'TopN', config: { title: 'Programs', field: 'host', col: 0, row: 0, filter } },
      { type: 'TopN', config: { title: 'Unnamed', field: 'host', col: 2, row: 0 } },
      { type: 'TopN', config: { title: 'Apart', field: 'host', col: 4, row: 0, ignore_variables: ['host'] } },
    ],
  })
  const visit = await visits.signedIn(`/dashboards/${id}`, wide)
  const { page } = visit
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('region', { name: 'Editing' }).getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Field', { exact: true }).fill('host')
  const faults = await visit.checkView('dashboard-settings')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Programs' })
  await panel.getByText('web-2').waitFor()

  await page.getByRole('button', { name: 'host: All' }).click()
  await page.getByRole('radio', { name: /^web-1/ }).waitFor()
  faults.push(...(await visit.checkView('dashboard-variable')))
  await page.getByRole('radio', { name: /^web-1/ }).click()
  await panel.getByText('web-2').waitFor({ state: 'detached' })
  await panel.getByText('web-1').waitFor()
  expect(new URL(page.url()).searchParams.get('var-host')).toBe('web-1')
  // A variable filters a widget that does not name it; a widget that ignores it shows that.
  const unnamed = page.getByRole('region', { name: 'Unnamed' })
  await unnamed.getByText('web-2').waitFor({ state: 'detached' })
  await unnamed.getByText('web-1').waitFor()
  const apart = page.getByRole('region', { name: 'Apart' })
  await apart.getByText('not filtered by host').waitFor()
  await apart.getByText('web-2').waitFor()
  expect(await page.getByText('not filtered by').count()).toBe(1)
  faults.push(...(await visit.checkView('dashboard-unfiltered')))
  expect(faults).toEqual([])
  await visit.close()
})

test('a printed dashboard has the widgets that are off screen, in light colours, and says what it shows', async () => {
  const widgets = Array.from({ length: 12 }, (_, row) => ({
    type: 'TopN',
    config: { title: `List ${row}`, field: 'host', col: 0, row, sizeX: 6 },
  }))
  const { id } = await create({ config: { title: 'Paper', time_range: { preset: 'last_1_hours' } }, widgets })
  const visit = await visits.signedIn(`/dashboards/${id}`, { ...wide, colorScheme: 'dark' })
  const { page } = visit
  await page.getByRole('region', { name: 'List 0' }).getByText('web-1').first().waitFor()
  expect(await page.locator('.widget-wait').count()).toBeGreaterThan(0)
  const printed = page.evaluate<number>(
    "new Promise(resolve => { window.print = () => resolve(document.querySelectorAll('.widget-wait').length) })",
  )
  await page.keyboard.press('Control+p')
  expect(await printed).toBe(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  await page.getByText(/^Last hour · As of \d/).waitFor()
  await visit.close()
})

test('a wall shows dashboards one after the other without a session, by a link with a token', async () => {
  const draft = two('On the wall')
  const stream = { type: 'Search', config: { title: 'Stream', col: 0, row: 1, sizeX: 6 } }
  const half = { type: 'Search', config: { title: 'Half', col: 0, row: 2, sizeX: 3, sizeY: 2 } }
  const { id } = await create({ ...draft, widgets: [...draft.widgets, stream, half] })
  const visit = await visits.signedIn(`/dashboards/${id}`, wide)
  await visit.page.getByRole('button', { name: 'Actions for On the wall' }).click()
  await visit.page.getByRole('menuitem', { name: 'TV link' }).click()
  await visit.page.getByRole('button', { name: 'Create link' }).click()
  const field = visit.page.getByLabel('Link', { exact: true })
  await field.waitFor()
  const faults = await visit.checkView('tv-link')
  const link = await field.inputValue()
  expect(link).toMatch(/\/tv#token=user-/)
  await visit.close()

  const wall = await visits.open(link.slice(millrace.url.length), wide)
  await wall.page.getByRole('heading', { name: 'On the wall' }).waitFor()
  await wall.page.getByRole('region', { name: 'Hosts' }).getByText('web-1').waitFor()
  expect(await wall.page.getByRole('navigation').count()).toBe(0)
  // Text is larger there: the time of a row still fits.
  const time = wall.page.locator('td.event-time').first()
  await time.waitFor()
  const sizes = await time.evaluate((cell: { scrollWidth: number; clientWidth: number }) => [
    cell.scrollWidth,
    cell.clientWidth,
  ])
  expect(sizes[0]).toBe(sizes[1])
  // In half of the width, the columns before the message would leave no room for it.
  const message = wall.page.getByRole('region', { name: 'Half' }).locator('td.event-message').first()
  const widths = await message.evaluate((cell: { scrollWidth: number; clientWidth: number }) => [
    cell.scrollWidth,
    cell.clientWidth,
  ])
  expect(widths[0]).toBe(widths[1])
  faults.push(...(await wall.checkView('tv')))
  expect(faults).toEqual([])
  await wall.close()
})

test.runIf(files.length > 0)('every real file opens, draws and reports nothing on the console', async () => {
  const visit = await visits.signedIn('/dashboards', wide)
  const { page } = visit
  await page
    .getByLabel('One or more JSON or YAML files')
    .setInputFiles(files.map(name => path.join(folder, name)))
  const result = page.getByRole('dialog', { name: 'Import' })
  await result.getByText(`${files.length} dashboards imported`).waitFor()
  const links = await result.getByRole('link').all()
  const addresses = await Promise.all(links.map(link => link.getAttribute('href')))
  const faults: string[] = []
  for (const address of addresses) {
    await page.goto(millrace.url + address)
    await page.locator('.dash-cell').first().waitFor()
    // The chart, or the notice that there are no events.
    await eventually(() =>
      page.locator('.dash-cell .widget-body, .dash-cell .widget-scroll').count(),
    ).toBeGreaterThan(0)
    faults.push(...(await visit.checkView(`sample${address?.replaceAll('/', '-')}`)))
  }
  expect(faults).toEqual([])
  await visit.close()
})
