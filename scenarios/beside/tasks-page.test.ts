import { beforeAll, expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let eventId = ''
beforeAll(async () => {
  await client.sendAndFind([{ ts: Date.now() / 1_000, host: 'fw-1', program: 'app', message: 'fan is loud' }])
  eventId = (await client.events('fan'))[0]?._id ?? ''
})

test('a task about an event is created, assigned, moved on the board by keyboard, and closed', async () => {
  const visit = await visits.signedIn('/tasks', wideView)
  const { page } = visit
  await page.getByText('No tasks yet').waitFor()
  const faults = await visit.checkView('tasks-empty')

  // Same as from the event drawer.
  await page.goto(new URL(`/tasks?new=1&event=${eventId}`, millrace.url).href)
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Replace the <b>fan</b> of fw-1')
  expect(await dialog.getByLabel('Event id').inputValue()).toBe(eventId)
  await dialog.getByLabel('Description').fill('Spare is in rack 4.')
  await dialog.getByRole('button', { name: 'Tomorrow' }).click()
  faults.push(...(await visit.checkView('tasks-dialog')))
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: 'Replace the <b>fan</b> of fw-1' })
  await row.waitFor()

  await row.getByRole('button', { name: /^Unassigned: change the assignee of/ }).click()
  await page.getByRole('menuitemradio', { name: 'admin (me)' }).click()
  await row.getByRole('button', { name: /^admin \(me\): change the assignee of/ }).waitFor()
  faults.push(...(await visit.checkView('tasks-list')))

  await page.getByRole('link', { name: 'Board', exact: true }).click()
  const card = page.locator('.task-card')
  await card.locator('.title-button').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByRole('region', { name: 'In progress, 1 task' }).waitFor()
  await until('the focus on the card', () =>
    page.evaluate<boolean>("document.activeElement?.closest('.task-card') !== null"),
  )
  await card.dragTo(page.getByRole('region', { name: /^Resolved/ }))
  await page.getByRole('region', { name: 'Resolved, 1 task' }).waitFor()
  faults.push(...(await visit.checkView('tasks-board')))

  await page.getByRole('link', { name: 'List', exact: true }).click()
  await page.getByRole('link', { name: /^Closed/ }).click()
  await row.getByRole('link', { name: /Open the event/ }).click()
  await page.getByRole('dialog', { name: 'Event' }).getByText('fan is loud').first().waitFor()
  expect(faults).toEqual([])
  await visit.close()
})

test('a change by another person is there at once, and a refused form keeps what was typed', async () => {
  const visit = await visits.signedIn('/tasks?show=all', narrowView)
  const { page } = visit
  const answer = await client.post('/api/tasks', { title: 'Check certificates', due: 1_000_000_000 })
  expect(answer.ok).toBe(true)
  await page.getByRole('button', { name: 'Check certificates', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Task' })
  const faults = await visit.checkView('tasks-dialog')
  await page.route(
    /api\/tasks\/\d+/,
    route => route.fulfill({ status: 503, json: { detail: 'Starting.' } }),
    {
      times: 1,
    },
  )
  await dialog.getByLabel('Title').fill('Check all certificates')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Starting.' }).waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Check all certificates')
  // Escape does not discard it either.
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await dialog.getByText('Discard your changes?').waitFor()
  faults.push(...(await visit.checkView('tasks-discard')))
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Check all certificates', exact: true }).waitFor()
  await page.getByText(/^Overdue by/).waitFor()
  faults.push(...(await visit.checkView('tasks-list')))

  // A save that ends after its dialog was left closes no other dialog.
  const release = Promise.withResolvers<void>()
  await page.route(
    /api\/tasks\/\d+/,
    async route => {
      await release.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Check all certificates', exact: true }).click()
  await dialog.getByLabel('Title').fill('Check each certificate')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Check all certificates', exact: true }).click()
  release.resolve()
  await page
    .getByRole('button', { name: 'Check each certificate', exact: true })
    .waitFor({ state: 'attached' })
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Check all certificates')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete Check each certificate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('button', { name: 'Check each certificate', exact: true })
    .waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await visit.close(/503/)
})
