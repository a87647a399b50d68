import { beforeAll, expect, test } from 'vitest'
import { someOf } from '../../src/testing/depth.ts'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const views = [wideView, narrowView] as const
const longLength = 65_000

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const ts = Date.now() / 1_000
  const long = 'needle '.repeat(longLength / 7 + 1).slice(0, longLength - 4)
  const events = [
    { ts, host: 'web-1', program: 'app', message: 'Disk nearly full on volume seven' },
    { ts: ts - 60, host: 'web-2', program: 'app', message: `${long} end` },
  ]
  await client.sendAndFind(events)
})

/** Whether the focus is on an element that a selector finds. */
const isFocused = (selector: string) => `document.activeElement?.matches('${selector}') === true`

test('the keyboard: past the bar, into the time, and its single keys can be switched off', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  await page.locator('.result').first().waitFor()
  await page.reload()
  await page.locator('.result').first().waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(isFocused('main'))).toBe(true)

  const typed = page.getByLabel('Type or paste a time range')
  await page.keyboard.press('t')
  await typed.waitFor()
  await until('the keyboard in the picker', () => page.evaluate<boolean>(isFocused('.time-custom input')))
  await page.keyboard.press('Escape')
  await typed.waitFor({ state: 'detached' })

  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  expect(await visit.checkView('help')).toEqual([])
  await page.keyboard.press('Escape')
  for (const key of ['t', '/', 'l', '?']) await page.keyboard.press(key)
  expect(await typed.count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(page.url()).not.toContain('live')
  await visit.close()
})

test('the bar fits into 320 pixels, on the page with the longest name', async () => {
  const visit = await visits.signedIn('/people', { width: 320, height: 640, colorScheme: 'light' })
  const { page } = visit
  await page.getByRole('heading', { level: 1 }).waitFor()
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate<number>(overflow)).toBe(0)
  expect(await page.getByRole('button', { name: 'All pages' }).isVisible()).toBe(true)
  await visit.close()
})

test('a long message is cut where it is wrapped, a double click selects a word, and counts are not spoken each second', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  await page.getByRole('button', { name: 'Wrap long messages' }).click()
  const cell = page.locator('.cell-message').filter({ hasText: 'needle' })
  const shown = async () => ((await cell.textContent()) ?? '').length
  await eventually(shown).toBeLessThan(2_100)
  await cell.getByRole('button', { name: 'Show all 65,000 characters' }).click()
  await eventually(shown).toBe(longLength)

  const inText = { position: { x: 60, y: 10 } }
  const other = page.locator('.cell-message').filter({ hasText: 'Disk nearly full' })
  await other.dblclick(inText)
  expect(await page.evaluate('String(getSelection()).trim()')).toMatch(/^(Disk|nearly|full)$/)
  // A single click opens; if the double click had opened anything, it would appear earlier.
  const drawer = page.getByRole('dialog', { name: 'Event' })
  expect(await drawer.count()).toBe(0)
  // Elsewhere: in the same place a third click would be a triple click.
  await other.click({ position: { x: 200, y: 10 } })
  await drawer.getByText('Disk nearly full').waitFor()

  expect(await page.locator('.totals[aria-live]').count()).toBe(0)
  expect(await page.locator('.totals [role=status]').textContent()).toBe('2 events')
  await visit.close()
})

test.each(someOf(views, 1))(
  'the error can be read, and goes with the fault, at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    await page.locator('.result').first().waitFor()
    const chips = page.locator('.histogram .chip-severity .number')
    await page.locator('.histogram .chip-severity').first().waitFor()
    expect(await chips.count()).toBeGreaterThan(0)
    await page.context().setOffline(true)
    await page.getByRole('combobox', { name: 'Search in messages' }).fill('disk')
    await page.keyboard.press('Enter')
    await page.getByText('Search failed').waitFor()
    expect(await visit.checkView('error')).toEqual([])
    // Nothing of the earlier search remains below the new one.
    await eventually(() => chips.count()).toBe(0)
    expect(await page.locator('.result').count()).toBe(0)
    expect(await page.locator('.totals [role=status]').textContent()).toBe('')
    await page.context().setOffline(false)
    await page.locator('.result').first().waitFor()
    await page.getByText('Search failed').waitFor({ state: 'detached' })
    await eventually(() => chips.count()).toBeGreaterThan(0)
    // Browsers report each request that fails without a network.
    await visit.close(/net::|WebSocket|Failed to fetch/)
  },
)

test.each(views)(
  'a session that ended says so and keeps what was typed at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    await page.locator('.result').first().waitFor()
    const box = page.getByRole('combobox', { name: 'Search in messages' })
    await box.fill('disk nearly')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    expect(await box.inputValue()).toBe('disk nearly')
    const faults = await visit.checkView('session-ended')
    await dialog.getByLabel('Password').fill(millrace.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The session may have ended during suggestions, before the text was run.
    await box.press('Enter')
    await page.locator('.totals').filter({ hasText: '1 event' }).waitFor()
    expect(await box.inputValue()).toBe('disk nearly')
    expect(faults).toEqual([])
    // Every browser logs a 401 and the refused websocket on its own.
    await visit.close(/401|WebSocket/)
  },
)

test('a form on a page of its own keeps what was typed when the session ends', async () => {
  const visit = await visits.signedIn('/account', wideView)
  const { page } = visit
  const name = page.getByLabel('First name')
  await name.fill('Half typed')
  // Another request would open the dialog before the click: they wait until the form was sent.
  const sent = page.waitForResponse(response => response.request().method() === 'PATCH')
  await page.route('**/api/**', async route => {
    if (route.request().method() !== 'PATCH') await sent
    await route.continue()
  })
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill(millrace.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Your session had expired').waitFor()
  // All data of the page is read again.
  await page.getByText('This session').waitFor()
  await page.getByRole('status').filter({ hasText: 'Connected' }).waitFor()
  expect(await name.inputValue()).toBe('Half typed')
  await visit.close(/401|WebSocket/)
})

test.each(someOf(views, 1))(
  'a fault in a filter or a field is said once, there, at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search?q=disk&f=host:eq:web-1&f=severity:ge:foo', view)
    const { page } = visit
    const complaint = page.getByText('a number or')
    await complaint.first().waitFor()
    await page.getByText('The error is marked above').waitFor()
    expect(await complaint.allTextContents()).toEqual([
      'Severity ≥ foo: Expected a number or a name: emergency, alert, critical, error, warning, notice, info, debug.',
    ])
    expect(await page.locator('.pill.bad').textContent()).toContain('Severity ≥ foo')
    const faults = await visit.checkView('refused-filter')

    await page.goto(`${millrace.url}/search?q=disk`)
    await page.locator('.result').first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Report or schedule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report' })
    await dialog.getByLabel('Mailed to').fill('nope, ann@example.org, neither')
    await dialog.getByRole('button', { name: 'Create report' }).click()
    await dialog.getByText('not a valid e-mail address').first().waitFor()
    expect(await dialog.getByText('not a valid e-mail address').allTextContents()).toEqual([
      '“nope” is not a valid e-mail address. “neither” is not a valid e-mail address.',
    ])
    expect(await dialog.getByText('Invalid value').count()).toBe(0)
    faults.push(...(await visit.checkView('refused-form')))
    expect(faults).toEqual([])
    // Every browser logs a 400 on its own.
    await visit.close(/status of 400/)
  },
)
