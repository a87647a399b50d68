import { beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import type { ReportSchedule } from '../../src/schema/reports/report.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { someOf } from '../../src/testing/depth.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
const savedFilter = [
  { field: 'message', op: 'qp', value: 'failed' },
  { field: 'host', op: 'eq', value: 'web-1' },
]
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: 60 }, (_, i) => ({
    ts: now - i,
    host: `web-${i % 3}`,
    program: ['sshd', 'nginx'][i % 2] ?? '',
    priority: 32 + (i % 8),
    message: `Failed password for user${i}`,
    user_tags: { region: ['eu-west', 'us-east'][i % 2] ?? '' },
  }))
  await client.sendAndFind(events)
  const params = { filter: savedFilter, time_range: { preset: 'last_24_hours' } }
  expect((await client.post('/api/searches', { title: 'Web failures', params })).status).toBe(201)
})

/** An answer of a route whose shape the API tests check. */
async function read<T>(path: string): Promise<T> {
  // The caller names the shape of the route.
  return (await (await client.get(path)).json()) as T
}

test.each(someOf([wideView, narrowView], 1))(
  'the filter of a trigger is typed as in the search box, at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/triggers/new', view)
    const { page } = visit
    // A long text makes the box of a narrow view a textbox of several lines.
    const box = page.getByLabel('Search in messages')
    const pills = page.locator('.pill-face')
    await page.getByLabel('Name', { exact: true }).fill('Typed')
    await box.pressSequentially('failed host:we')
    await page.getByRole('option', { name: /^web-1/ }).waitFor()
    const faults = await visit.checkView('filter-form-completion')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await pills.filter({ hasText: 'Host is web-0' }).waitFor()
    expect(await box.inputValue()).toBe('failed ')
    await page.keyboard.press('Control+z')
    await pills.waitFor({ state: 'detached' })
    expect(await box.inputValue()).toBe('failed host:web-0 ')
    await page.keyboard.press('Control+y')
    await pills.filter({ hasText: 'Host is web-0' }).waitFor()

    // What Splunk calls a command is not words: the form is not sent.
    await box.fill('failed | stats count by host')
    await page.getByText('Expected words or a filter, not the command').waitFor()
    await page.getByRole('button', { name: 'Create trigger' }).click()
    faults.push(...(await visit.checkView('filter-form-fault')))
    expect(await page.title()).toMatch(/^New trigger/)

    // A condition counts without a space or Enter after it, and so does an unknown name that is a tag.
    await box.fill('failed severity<=err region:eu-west')
    await page.locator('.trigger-count').getByText('5 matches').waitFor()
    await page.getByRole('button', { name: 'Create trigger' }).click()
    await page.getByRole('row').filter({ hasText: 'Typed' }).waitFor()
    const { objects } = await read<{ objects: Trigger[] }>('/api/triggers')
    const typed = objects.find(({ name }) => name === 'Typed')
    expect(typed?.filter).toEqual([
      { field: 'message', op: 'qp', value: 'failed' },
      { field: 'host', op: 'eq', value: 'web-0' },
      { field: 'severity', op: 'le', value: 3 },
      { field: 'region', op: 'eq', value: 'eu-west' },
    ])

    // An unchanged filter stays as it is, although its text has the form of a condition.
    const stored = [{ field: 'message', op: 'qp', value: 'host:web-1 failed' }]
    const made = await client.post('/api/triggers', { name: 'Stored', filter: stored })
    // The shape of this route, which the API tests check.
    const { id } = (await made.json()) as Trigger
    await page.goto(`${millrace.url}/triggers/${id}`)
    await box.focus()
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Renamed' }).waitFor()
    expect((await read<Trigger>(`/api/triggers/${id}`)).filter).toEqual(stored)
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('the filter of a widget is typed as in the search box, and one with a syntax error is not saved', async () => {
  const draft = { config: { title: 'Typed' }, widgets: [] }
  // The shape of this route, which the API tests check.
  const { id } = (await (await client.post('/api/dashboards', draft)).json()) as Dashboard
  const visit = await visits.signedIn(`/dashboards/${id}`, wideView)
  const { page } = visit
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Total/ })
    .first()
    .click()
  const box = dialog.getByRole('combobox', { name: 'Search in messages' })
  await box.fill('web-1 password (')
  await dialog.getByText('Expected').waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  expect(await page.evaluate<boolean>("document.activeElement?.matches('.query-input')")).toBe(true)
  await box.fill('web-1 password')
  await page.keyboard.press('Enter')
  await dialog.locator('.pill-face').filter({ hasText: 'Message has web-1 or Host is web-1' }).waitFor()
  const faults = await visit.checkView('filter-form-widget')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await dialog
    .getByRole('button', { name: /^Total/ })
    .first()
    .click()
  await box.fill('password host:web-1')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.dash-cell').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { widgets } = await read<Dashboard>(`/api/dashboards/${id}`)
  expect(widgets.map(({ config }) => config?.filter)).toEqual([
    [
      { field: 'message', op: 'qp', value: 'password' },
      { field: 'host', op: 'eq', value: 'web-1' },
    ],
  ])
  expect(faults).toEqual([])
  await visit.close()
})

test('a saved search is copied into a trigger, a widget and a report', async () => {
  const visit = await visits.signedIn('/triggers/new', wideView)
  const { page } = visit
  const pills = page.locator('.pill-face')
  await page.getByRole('button', { name: 'From a saved search' }).click()
  const faults = await visit.checkView('filter-form-saved')
  await page.keyboard.type('web')
  // Does not send the form around the list.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await pills.filter({ hasText: 'Host is web-1' }).waitFor()
  await page.getByText('Copied from the saved search').waitFor()
  expect(await page.getByRole('combobox', { name: 'Search in messages' }).inputValue()).toBe('failed')
  faults.push(...(await visit.checkView('filter-form-copied')))

  const chooseUse = async (item: string) => {
    await page.goto(`${millrace.url}/search`)
    await page.getByRole('button', { name: 'Saved and recent searches' }).click()
    await page.getByRole('button', { name: 'Use Web failures elsewhere' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await chooseUse('New trigger')
  await page.getByText('Copied from the saved search').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Web failures')
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByRole('row').filter({ hasText: 'Web failures' }).waitFor()
  const { objects } = await read<{ objects: Trigger[] }>('/api/triggers')
  expect(objects.find(({ name }) => name === 'Web failures')?.filter).toEqual(savedFilter)

  await chooseUse('New widget')
  const widgetDialog = page.getByRole('dialog', { name: 'Save as widget' })
  expect(await widgetDialog.getByLabel('Title of the widget').inputValue()).toBe('Web failures')
  await widgetDialog.getByLabel('Dashboard', { exact: true }).selectOption('new')
  await widgetDialog.getByLabel('Title of the dashboard').fill('Copied')
  faults.push(...(await visit.checkView('saved-widget')))
  await widgetDialog.getByRole('button', { name: 'Add widget' }).click()
  await widgetDialog.getByRole('link', { name: 'Open the dashboard' }).click()
  await page.waitForURL(/\/dashboards\/\d+/)
  const [, dashboardId] = /\/dashboards\/(\d+)/.exec(page.url()) ?? []
  const { widgets } = await read<Dashboard>(`/api/dashboards/${dashboardId}`)
  expect(widgets.map(({ config }) => config?.filter)).toEqual([savedFilter])

  await chooseUse('New report')
  const reportDialog = page.getByRole('dialog', { name: 'New report' })
  await reportDialog.getByLabel('Source').selectOption({ label: 'Saved search: Web failures' })
  await reportDialog.getByText('Later changes of the saved search do not change the report').waitFor()
  faults.push(...(await visit.checkView('saved-report')))
  await reportDialog.getByLabel('Recurring').click()
  await reportDialog.getByRole('button', { name: 'Create schedule' }).click()
  await page.waitForURL(/\/reports/)
  const schedules = await read<{ objects: ReportSchedule[] }>('/api/reports-schedules')
  expect(schedules.objects.map(({ title, query }) => [title, query?.params.filter])).toEqual([
    ['Web failures', savedFilter],
  ])
  expect(faults).toEqual([])
  await visit.close()
})
