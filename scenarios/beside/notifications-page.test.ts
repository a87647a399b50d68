import { beforeAll, expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)

const send = (message: string) =>
  client.sendAndFind([{ ts: Date.now() / 1_000, host: 'fw-1', program: 'app', message }])

beforeAll(async () => {
  const [loud, quiet] = [
    {
      name: 'Fan <i>is</i> loud',
      filter: [{ field: 'message', op: 'qp', value: 'loud' }],
      send_webhook: true,
      // An address of this machine: refused, which is also a result.
      send_webhook_url: 'http://127.0.0.1:9/hook',
    },
    { name: 'Fan is quiet', filter: [{ field: 'message', op: 'qp', value: 'quiet' }] },
  ]
  expect((await client.post('/api/triggers', loud)).status).toBe(201)
  expect((await client.post('/api/triggers', quiet)).status).toBe(201)
})

test('notifications of triggers are there at once, and are read, opened and deleted by keys', async () => {
  const visit = await visits.signedIn('/notifications', wideView)
  const { page } = visit
  await page.getByText('No notifications yet').waitFor()
  const faults = await visit.checkView('inbox-empty')
  await send('the fan is loud')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await send('the fan is quiet')
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).waitFor()
  const rows = page.locator('.inbox-group')
  await rows.nth(1).waitFor()
  expect(await rows.first().textContent()).toContain('Fan is quiet')

  // On a wide screen the newest group is open from the start: here the first that arrived.
  await page.getByRole('heading', { name: 'Fan <i>is</i> loud' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Fan is quiet' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Fan <i>is</i> loud' }).waitFor()
  await page.getByText('the fan is loud').waitFor()
  faults.push(...(await visit.checkView('inbox')), ...(await visit.checkOtherScheme('inbox')))
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor()
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Mark as unread' }).waitFor()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText('the fan is loud').first().waitFor()
  await drawer.getByRole('tab', { name: /^Triggers/ }).click()
  await drawer.getByRole('link', { name: 'Fan <i>is</i> loud' }).waitFor()
  await drawer.getByText('Webhook', { exact: true }).waitFor()
  faults.push(...(await visit.checkView('event-triggers')))

  await page.goto(new URL('/notifications?show=all', millrace.url).href)
  await rows.nth(1).waitFor()
  await page.getByRole('link', { name: /^Fan is quiet/ }).click()
  await page.keyboard.press('#')
  await rows.nth(1).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Notifications', exact: true }).last().waitFor()
  expect(faults).toEqual([])
  await visit.close()
})

test('a silence of one click holds back what the trigger does, and the history says so', async () => {
  const visit = await visits.signedIn('/notifications?show=all', narrowView)
  const { page } = visit
  await page.getByRole('link', { name: /^Fan <i>is<\/i> loud/ }).click()
  const faults = await visit.checkView('inbox-open')
  await page.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'For 1 hour' }).click()
  await page.getByText(/“Fan <i>is<\/i> loud” is silenced until/).waitFor()
  await send('the fan is very loud')

  await page.goto(new URL('/triggers?view=history', millrace.url).href)
  await page.getByText('Silenced', { exact: true }).last().waitFor()
  await page.getByText('Failed', { exact: true }).last().waitFor()
  faults.push(...(await visit.checkView('trigger-history')))
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.locator('.badge', { hasText: 'Silenced' }).first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Details: Webhook/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the fan is loud').waitFor()
  faults.push(...(await visit.checkView('trigger-run')))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Retry: Webhook of Fan <i>is</i> loud' }).click()
  await page.getByText('Retrying').waitFor()

  await page.goto(new URL('/triggers?view=silences', millrace.url).href)
  await page.locator('.badge', { hasText: 'Active' }).waitFor()
  faults.push(...(await visit.checkView('silences')), ...(await visit.checkOtherScheme('silences')))
  await page.getByRole('button', { name: 'End Fan <i>is</i> loud now' }).click()
  await page.getByText('No silences').waitFor()
  await page.getByRole('button', { name: 'New silence' }).first().click()
  const form = page.getByRole('dialog', { name: 'New silence' })
  await form.getByLabel('Name').fill('Upgrade')
  await form.getByLabel('Applies to').selectOption('some')
  await form.getByLabel('Fan is quiet').check()
  // A chosen trigger stays in the list, whatever is searched for.
  await form.getByLabel('Find a trigger').fill('no such name')
  await form.getByLabel('Fan <i>is</i> loud').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Fan is quiet').isChecked()).toBe(true)
  await form.getByRole('button', { name: '4 hours' }).click()
  faults.push(...(await visit.checkView('silence-form')))
  await form.getByRole('button', { name: 'Create silence' }).click()
  await page.getByRole('button', { name: 'Upgrade', exact: true }).waitFor()
  await page.getByText('1 trigger', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await visit.close()
})

test('an event that fired no trigger opens on its fields after one that did', async () => {
  await send('the fan is loud and slow')
  await send('the fan stands still')
  const visit = await visits.signedIn('/search?q=fan', wideView)
  const { page } = visit
  const open = (text: string) =>
    page.locator('.result').filter({ hasText: text }).first().locator('.cell-time a').click()
  await open('the fan is loud and slow')
  const drawer = page.getByRole('dialog', { name: 'Event', exact: true })
  await drawer.getByRole('tab', { name: /^Triggers/ }).click()
  await open('the fan stands still')
  await drawer.getByRole('tab', { name: 'Fields', selected: true }).waitFor()
  await visit.close()
})
