import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { someOf } from '../../src/testing/depth.ts'
import { eventually } from '../../src/testing/until.ts'
import { Client } from '../testing/client.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const views = [wideView, narrowView] as const
const number = 240
/** Every fourth event comes from the firewall; every third of those failed. */
const ofFirewall = number / 4

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - i * 7,
    host: ['edge-fw-1', 'web-1', 'web-2', 'db-1'][i % 4] ?? '',
    program: ['sshd', 'nginx', 'kernel'][i % 3] ?? '',
    priority: 32 + (i % 8),
    message: `${i % 3 === 0 ? 'Failed' : 'Accepted'} password for user${i} from 198.51.100.${i % 250} port ${40_000 + i}`,
    user_tags: { SrcIP: `198.51.100.${i % 250}` },
  }))
  await client.sendAndFind(events)
})

test('a wrong password is reported, and the user stays outside', async () => {
  const visit = await visits.open()
  const { page } = visit
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').filter({ hasText: 'Wrong username' }).waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  await visit.close()
})

test.each(views)('a person finds an event at $width px, $colorScheme', async view => {
  const visit = await visits.open('/', view)
  const { page } = visit
  const faults: string[] = []

  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  faults.push(...(await visit.checkView('login')), ...(await visit.checkOtherScheme('login')))
  await visit.signIn('admin', millrace.password)

  const totals = page.locator('.totals')
  await totals.filter({ hasText: `${number} events` }).waitFor()
  await page.getByRole('combobox', { name: 'Search in messages' }).fill('password !accepted')
  await page.keyboard.press('Enter')
  await totals.filter({ hasText: `${number / 3} events` }).waitFor()

  await page.getByRole('row').getByRole('button', { name: 'edge-fw-1' }).first().click()
  await page.getByRole('button', { name: 'Filter for value' }).click()
  await totals.filter({ hasText: `${ofFirewall / 3} events` }).waitFor()
  expect(page.url()).toContain('edge-fw-1')
  faults.push(...(await visit.checkView('search')), ...(await visit.checkOtherScheme('search')))

  await page.getByRole('row').nth(1).locator('.cell-time a').click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText('edge-fw-1').first().waitFor()
  await drawer.getByText('SrcIP').waitFor()
  faults.push(...(await visit.checkView('event')), ...(await visit.checkOtherScheme('event')))
  await drawer.getByRole('tab', { name: 'JSON' }).click()
  await drawer.getByText('"user_tags"').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  // Its state is in its address: after a reload, the page shows the same.
  await page.reload()
  await totals.filter({ hasText: `${ofFirewall / 3} events` }).waitFor()

  expect(faults).toEqual([])
  await visit.close()
})

test('a filter on a tag that no event has yet is made by the form', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Field or tag').fill('Colour')
  await page.getByLabel('Find or type a value').fill('green')
  await page.locator('.pill-editor').getByRole('button', { name: 'Add filter' }).click()
  await page.locator('.totals').filter({ hasText: '0 events' }).waitFor()
  expect(await page.locator('.pill-face').allInnerTexts()).toEqual(['Colour is green'])
  await visit.close()
})

const perHost = number / 4
const perSeverity = number / 8
/** The typed text, the number of events it finds, the filters it becomes and the text left in the box. */
const typed: [typed: string, events: number, pills: string[], left: string][] = [
  ['host:web-1', perHost, ['Host is web-1'], ''],
  ['host=web-1', perHost, ['Host is web-1'], ''],
  ['severity>=3', perSeverity * 5, ['Severity ≥ Error (3 to 7)'], ''],
  ['severity < warn failed', perSeverity * 4 * (1 / 3), ['Severity < Warning (0 to 3)'], 'failed'],
  ['-program:sshd', (number / 3) * 2, ['Program is not sshd'], ''],
  ['host:web-1 | host:web-2', perHost * 2, ['Host is web-1 or web-2'], ''],
  ['SrcIP:198.51.100.7', 1, ['SrcIP is 198.51.100.7'], ''],
]

test('conditions that are typed or pasted into the search box become filters', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = page.getByRole('combobox', { name: 'Search in messages' })
  for (const [text, events, pills, left] of typed) {
    await page.goto(`${millrace.url}/search`)
    await box.fill(text)
    await page.keyboard.press('Enter')
    await page
      .locator('.totals')
      .filter({ hasText: `${events} event` })
      .waitFor()
    expect(await page.locator('.pill-face').allInnerTexts()).toEqual(pills)
    expect(await box.inputValue()).toBe(left)
  }
  // The other meaning is one click away.
  await page.goto(`${millrace.url}/search`)
  await box.fill('host:web-1')
  await page.keyboard.press('Enter')
  await page.locator('.pill-face').click()
  await page.getByRole('button', { name: 'Search as text' }).click()
  await page.locator('.totals').filter({ hasText: '0 events' }).waitFor()
  expect(await page.locator('.pill-face').count()).toBe(0)
  expect(await box.inputValue()).toBe('"host:web-1"')
  await visit.close()
})

test.each(views)(
  'input that may be a condition or words says which at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/', view)
    const { page } = visit
    const box = page.getByRole('combobox', { name: 'Search in messages' })
    const totals = page.locator('.totals')
    await box.fill('status:500 Colour=green')
    await page.keyboard.press('Enter')
    await totals.filter({ hasText: '0 events' }).waitFor()
    const said = page.getByRole('status').filter({ hasText: 'status:500' })
    await said.getByText('is searched as text').first().waitFor()
    await page.getByText('not as a field or tag').waitFor()
    const faults = [...(await visit.checkView('meanings')), ...(await visit.checkOtherScheme('meanings'))]
    await page.getByRole('button', { name: 'Filter: tag Colour is green' }).click()
    await page.locator('.pill-face').filter({ hasText: 'Colour is green' }).waitFor()
    await eventually(() => box.inputValue()).toBe('status:500')
    await said.getByRole('button', { name: 'Keep as text' }).click()
    await said.waitFor({ state: 'detached' })
    await eventually(() => box.inputValue()).toBe('"status:500"')

    expect(faults).toEqual([])
    await visit.close()
  },
)

test('rows of a search that the service has forgotten are loaded all the same', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const answered = page.waitForResponse(
    response =>
      response.url().endsWith('/api/query') &&
      /"type":"Search".*password/.test(response.request().postData() ?? ''),
  )
  await page.goto(`${millrace.url}/search?q=password`)
  await page
    .locator('.totals')
    .filter({ hasText: `${number} events` })
    .waitFor()
  // The representation of a query, which the API tests check.
  const { query_id } = (await (await answered).json()) as { query_id: string }
  // What expiry does after a quarter of an hour.
  expect((await new Client(millrace).get(`/api/query/${query_id}/remove`)).status).toBe(200)
  await page.getByRole('grid', { name: 'Events' }).focus()
  await page.keyboard.press('End')
  await page.getByText('user239', { exact: false }).first().waitFor()
  expect(await page.getByText('cannot be loaded').count()).toBe(0)
  await page.keyboard.press('Home')
  await page.getByText('user1 ', { exact: false }).first().waitFor()
  // Every browser logs a 404 on its own.
  await visit.close(/status of 404/)
})

test('while the store is away, an empty page does not say that nothing was there before', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  // How the service answers a query while the engine restarts. The page asks LastN for the last match.
  const failed = { query_id: 'failed', type: 'LastN', params: {}, results: {}, status: 'FAILURE' }
  const error = { code: 'storage_unavailable', detail: 'The event store does not answer at the moment.' }
  let refused = 0
  await page.route('**/api/query', async route => {
    if (!/"type":"LastN"/.test(route.request().postData() ?? '')) return route.fallback()
    refused++
    await route.fulfill({ json: { ...failed, error } })
  })
  await page.route('**/api/query/failed/remove', route => route.fulfill({ json: {} }))
  await page.goto(`${millrace.url}/search?q=nothingfitsthis`)
  await page.getByText('No event in this range with “nothingfitsthis”').waitFor()
  // The page repeats the query after an answer.
  await eventually(() => refused).toBeGreaterThan(1)
  expect(await page.getByText('None in the last 30 days either.').count()).toBe(0)
  await page.unroute('**/api/query')
  await page.getByText('None in the last 30 days either.').waitFor()
  await visit.close()
})

test.each(someOf(views, 1))('the dashboard keeps itself current at $width px, $colorScheme', async view => {
  const visit = await visits.signedIn('/dashboards/overview', view)
  const { page } = visit
  const stream = page.getByRole('region', { name: 'Live events' })
  // Widgets off screen wait.
  await stream.scrollIntoViewIfNeeded()
  await stream.getByRole('row').nth(1).waitFor()
  // No one requests it again: it arrives over the websocket.
  await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor({ state: 'attached' })

  const message = `Interface Gi1/0/${view.width} changed state to ${view.colorScheme}`
  const { host, port } = millrace.address('syslog_tcp')
  connect(port, host).end(`<131>1 ${new Date().toISOString()} edge-sw-9 link - - - ${message}\n`)
  await stream.getByText(message).waitFor()
  const lastSeen = page.getByRole('region', { name: 'Last seen' })
  await lastSeen.scrollIntoViewIfNeeded()
  await lastSeen.getByText('edge-sw-9').waitFor()

  expect([...(await visit.checkView('dashboard')), ...(await visit.checkOtherScheme('dashboard'))]).toEqual(
    [],
  )
  await visit.close()
})

test('a message that was cut says so beside it, and its structured data is in its tags', async () => {
  const { host, port } = millrace.address('syslog_tcp')
  const words = `dumped ${'0123456789 '.repeat(12_727)}`
  const line = `<131>1 ${new Date().toISOString()} edge-sw-10 dump - - [ctx@32473 site="north"] core ${words}`
  connect(port, host).end(`${line}\n`)
  const visit = await visits.signedIn()
  const { page } = visit
  await page.getByRole('combobox', { name: 'Search in messages' }).fill('dumped')
  await page.keyboard.press('Enter')
  await page.locator('.totals').filter({ hasText: '1 event' }).waitFor()
  await page.getByRole('row').nth(1).locator('.cell-time a').click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  await drawer.getByText(/^This message was cut: it had 140,\d+ bytes as it came in/).waitFor()
  await drawer.getByText('north').waitFor()
  expect(await visit.checkView('cut')).toEqual([])
  await visit.close()
})
