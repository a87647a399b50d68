import { expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const visits = startBrowser(millrace)
const hostile = '<img src=x onerror=alert(1)>\u202e'

test('a group with permissions and hosts is made, and a user in it', async () => {
  const visit = await visits.signedIn('/people?view=groups', wideView)
  const { page } = visit
  await page.getByText('No groups yet').waitFor()
  const faults = await visit.checkView('people-no-groups')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Network')
  await dialog.getByLabel('Description').fill(hostile)
  await dialog.getByRole('radio', { name: /^Viewer/ }).check()
  await dialog.getByText('Adjust permissions').click()
  expect(await dialog.getByLabel('search events and see live results').isChecked()).toBe(true)
  await dialog.getByLabel('change users, groups and tokens').check()
  expect(await dialog.getByRole('radio', { name: /^Viewer/ }).isChecked()).toBe(false)
  await dialog.getByText('This gives control over all permissions.').waitFor()
  await dialog.getByLabel('change users, groups and tokens').uncheck()
  await dialog.getByLabel('Hosts whose events members see').fill('fw-*\nsw-*')
  await dialog.getByText('Members see events of hosts fw-*', { exact: true }).waitFor()
  faults.push(...(await visit.checkView('people-group')))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('cell', { name: 'Sees the events of hosts fw-* and sw-*' }).waitFor()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'New user' }).click()
  await dialog.getByLabel('Username').fill('ann')
  await dialog.getByLabel('First name').fill('Ann')
  await dialog.getByLabel('Password').fill('12345678')
  await dialog.getByLabel(/^Network/).check()
  await dialog.getByText('May search events and see live results').waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('This password is too common.').waitFor()
  faults.push(...(await visit.checkView('people-user-refused')))
  await dialog.getByLabel('Password').fill('tree-house-7')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await page.getByRole('button', { name: 'Edit Ann' }).click()
  await dialog.getByLabel('May sign in').uncheck()
  await dialog.getByText('All sessions end immediately').waitFor()
  faults.push(...(await visit.checkView('people-user')))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Disabled').waitFor()
  faults.push(...(await visit.checkView('people-users')))
  await page.getByRole('button', { name: 'Delete Ann' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted Ann').waitFor()
  await page.getByRole('button', { name: 'Edit Ann' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await visit.close(/status of 400/)
})

test('a token is made, shown once, used, and revoked', async () => {
  const visit = await visits.signedIn('/tokens', narrowView)
  const { page } = visit
  const faults: string[] = []
  await page.getByRole('button', { name: 'New token' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill(`edge routers ${hostile}`)
  await dialog.getByLabel('Expires').selectOption('30')
  await dialog.getByLabel('Accepted from').fill('127.0.0.1 2001:db8::/64')
  faults.push(...(await visit.checkView('token-new')))
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const key = (await dialog.locator('code').first().textContent()) ?? ''
  expect(key).toMatch(/^ingest-[0-9a-f]{48}$/)
  expect(await dialog.locator('code').last().textContent()).toContain(
    `/incoming -H 'Authorization: token ${key}'`,
  )
  faults.push(...(await visit.checkView('token-made')))
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(key)
  const headers = { authorization: `token ${key}`, 'content-type': 'application/json' }
  const send = () =>
    fetch(`${millrace.url}/incoming`, { method: 'POST', headers, body: '{"events": [{"message": "hello"}]}' })
  expect((await send()).status).toBe(200)

  await page.getByRole('link', { name: 'Sending logs' }).click()
  await page.getByRole('button', { name: /^Revoke edge routers/ }).click()
  await dialog.getByText('stops working immediately').waitFor()
  faults.push(...(await visit.checkView('token-revoke')))
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked “edge routers').waitFor()
  expect((await send()).status).toBe(401)
  faults.push(...(await visit.checkView('tokens')))
  expect(faults).toEqual([])
  await visit.close()
})

test('the audit log shows who acted, and is filtered', async () => {
  const visit = await visits.signedIn('/audit', wideView)
  const { page } = visit
  await page
    .getByRole('cell', { name: `token edge routers ${hostile.replace('\u202e', '')}` })
    .first()
    .waitFor()
  await page.getByRole('cell', { name: 'Deleted' }).first().waitFor()
  const faults = await visit.checkView('audit')
  await page.getByLabel('Object').selectOption('user')
  await page.getByRole('cell', { name: 'is_active: true → false' }).waitFor()
  await page.getByRole('cell', { name: 'token edge' }).waitFor({ state: 'detached' })
  await page.getByLabel('Action').selectOption('rotate')
  await page.getByText('No entries match these filters').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download csv' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.csv')
  expect(faults).toEqual([])
  await visit.close()
})

test('one’s own name, sessions and look', async () => {
  const visit = await visits.signedIn('/account', wideView)
  const { page } = visit
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Current password, to confirm the new e-mail').fill(millrace.password)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved').waitFor()
  await page.getByText('This session').waitFor()
  const faults = await visit.checkView('account')

  const payload = JSON.stringify({ username: 'admin', password: millrace.password })
  const headers = { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' }
  await fetch(`${millrace.url}/api/login`, { method: 'POST', headers, body: payload })
  await page.reload()
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other sessions' }).click()
  await page.getByText('No other sessions.').waitFor()

  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password', { exact: true }).fill('tree-house-7')
  await page.getByLabel('Confirm new password').fill('tree-house-7')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password is not right.').waitFor()
  await page.getByLabel('Theme').selectOption('dark')
  await page.getByLabel('Time zone of this page').selectOption('Europe/Berlin')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  faults.push(...(await visit.checkView('account-dark')))
  expect(faults).toEqual([])
  await visit.close(/status of 400/)
})
