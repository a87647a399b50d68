import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientId, clientSecret, TestProvider } from '../../src/api/auth/oidc/testing/test-provider.ts'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { Millrace } from '../testing/millrace.ts'
import { narrowView, startBrowser, wideView } from '../testing/service.ts'

const millrace = new Millrace()
const visits = startBrowser(millrace)
let provider: TestProvider

beforeAll(async () => {
  // The provider must know the address of the service before the service starts.
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  provider = await TestProvider.start(publicUrl)
  await millrace.restart({
    MILLRACE_HTTP_PORT: String(port),
    MILLRACE_PUBLIC_URL: publicUrl,
    MILLRACE_OIDC_ISSUER: provider.issuer,
    MILLRACE_OIDC_CLIENT_ID: clientId,
    MILLRACE_OIDC_CLIENT_SECRET: clientSecret,
    MILLRACE_OIDC_NAME: 'Acme',
  })
  const group = {
    name: 'network',
    permissions: ['search', 'tasks', 'reports'],
    hosts: ['*'],
    external_groups: ['noc'],
  }
  expect((await millrace.client.post('/api/groups', group)).status).toBe(201)
})
afterAll(async () => {
  await millrace.remove()
  await provider.close()
})

test('a user of the company signs in, works, signs out at both, and may be refused', async () => {
  provider.people.carol = { preferred_username: 'carol', given_name: 'Carol', groups: ['noc'] }
  provider.person = 'carol'
  const visit = await visits.open('/tasks', wideView)
  const { page } = visit
  const link = page.getByRole('link', { name: 'Sign in with Acme' })
  await link.waitFor()
  const faults = await visit.checkView('login-with-provider')
  await link.click()
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tasks')
  await page.goto(`${new URL(page.url()).origin}/account`)
  const password = page.getByRole('region', { name: 'Password' })
  await password.getByText('You sign in through single sign-on').waitFor()
  expect(await password.getByRole('textbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Signed in as carol' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  // The provider also asks whether to sign out there, and redirects back.
  await page.waitForURL(`${provider.issuer}/**`)
  await page.getByRole('button', { name: /yes/i }).click()
  await link.waitFor()
  expect(new URL(page.url()).pathname).toBe('/')

  provider.person = null
  await link.click()
  await page.getByText('The provider denied the sign-in.').waitFor()
  expect(page.url()).not.toContain('sign_in_failure')
  faults.push(...(await visit.checkView('login-refused-by-provider')))
  expect(faults).toEqual([])
  await visit.close()
})

test('a page whose session has ended keeps its work while its user signs in again in another tab', async () => {
  provider.people.dora = { preferred_username: 'dora', given_name: 'Dora', groups: ['noc'] }
  provider.person = 'dora'
  const visit = await visits.open('/', narrowView)
  const { page } = visit
  await page.getByRole('link', { name: 'Sign in with Acme' }).click()
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  const box = page.getByRole('combobox', { name: 'Search in messages' })
  await box.fill('unfinished work')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByText('Your session has ended').waitFor()
  const faults = await visit.checkView('session-ended-with-provider')
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in with Acme' }).click()
  const other = await opened
  await other.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  await other.close()
  await page.bringToFront()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await page.getByText('Your session has ended').waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('unfinished work')
  expect(faults).toEqual([])
  // Browsers log the refused websocket.
  await visit.close(/401|WebSocket/)
})

test('a page whose session has ended keeps nothing for another user who signs in', async () => {
  provider.people.erin = { preferred_username: 'erin', given_name: 'Erin', groups: ['noc'] }
  provider.people.frank = { preferred_username: 'frank', given_name: 'Frank', groups: ['noc'] }
  provider.person = 'erin'
  const visit = await visits.open('/', wideView)
  const { page } = visit
  await page.getByRole('link', { name: 'Sign in with Acme' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Report or schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByLabel('Title').fill('Findings of Erin')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await page.getByText('Your session has ended').waitFor()
  provider.person = 'frank'
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in with Acme' }).click()
  const other = await opened
  await other.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  await other.close()
  await page.bringToFront()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await page.getByRole('button', { name: 'Signed in as frank' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Browsers log the refused requests.
  await visit.close(/401|WebSocket/)
})
