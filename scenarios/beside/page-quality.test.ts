import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isDeep, someOf } from '../../src/testing/depth.ts'
import { loadedBytes } from '../testing/loaded-bytes.ts'
import { startBrowser, startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

/** Each page is seen in one of these views, the next page in the other; with `npm run test:deep` in both. */
const wide = { width: 1440, height: 900, colorScheme: 'light' } as const
const phone = { width: 390, height: 844, colorScheme: 'dark' } as const
const pageTable = readFileSync(path.join(import.meta.dirname, '../../src/web/navigation/pages.ts'), 'utf8')
const pagePaths = [...pageTable.matchAll(/^ +path: '([^']+)'/gm)].map(([, page]) => page ?? '')
const everyPath = ['/search', '/search?q=nothing+has+this', ...pagePaths, '/dashboards/overview']
const maxFirstLoadBytes = 200_000
const guest = { username: 'guest', password: 'correct horse 17' }

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const ts = Date.now() / 1_000
  const events = Array.from({ length: 30 }, (_, i) => ({
    ts: ts - i * 5,
    host: `web-${i % 3}`,
    program: 'app',
    priority: 24 + (i % 8),
    message: `request ${i} took ${i * 3} ms`,
  }))
  await client.sendAndFind(events)
  await client.post('/api/users', { ...guest, groups: [] })
})

/** Whether an element that a selector finds has the focus. */
const isFocused = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.activeElement?.matches('${selector}') === true`)

async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

for (const view of [wide, phone])
  for (const address of everyPath.filter((_, i) => isDeep || i % 2 === (view === wide ? 0 : 1)))
    test(`${address} is sound at ${view.width} px`, async () => {
      const visit = await visits.signedIn(address, view)
      const { page } = visit
      await settled(page)
      expect(await loadedBytes(page)).toBeLessThan(maxFirstLoadBytes)
      const name = `quality${address.replaceAll(/[^a-z]+/g, '-')}`
      const faults = await visit.checkView(name)
      if (isDeep) faults.push(...(await visit.checkOtherScheme(name)))
      expect(faults).toEqual([])
      expect(await page.title()).toMatch(/.+ · Millrace$/)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)

      await page.keyboard.press('Tab')
      expect(await isFocused(page, '.skip')).toBe(true)
      await page.keyboard.press('Enter')
      expect(await isFocused(page, 'main')).toBe(true)
      await page.keyboard.press('Tab')
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
      expect(outline).not.toBe('none')
      await visit.close()
    })

/** A phone, and a window of 1280 x 800 at a zoom of 200 %. */
const small = [phone, { width: 640, height: 400, colorScheme: 'light' }] as const
test.each(small)('the first event is on the first screen at $width x $height', async view => {
  const visit = await visits.signedIn('/search', view)
  const { page } = visit
  await settled(page)
  await page.locator('.totals').filter({ hasText: '30 events' }).waitFor()
  const first = await page.locator('.result').first().boundingBox()
  expect((first?.y ?? Number.POSITIVE_INFINITY) + (first?.height ?? 0)).toBeLessThanOrEqual(view.height)
  expect(await visit.checkView('quality-first-event')).toEqual([])
  await visit.close()
})

/** A small window beside another program, and a phone. */
test.each([{ ...wide, width: 1024 }, phone])(
  'Share, Trigger and Export are in view at $width px',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    await settled(page)
    await page.locator('.result').first().waitFor()
    const toolbar = page.locator('.toolbar')
    for (const name of ['Share', 'Trigger', 'Export']) {
      const box = await toolbar.getByText(name, { exact: true }).boundingBox()
      expect((box?.x ?? Number.POSITIVE_INFINITY) + (box?.width ?? 0)).toBeLessThanOrEqual(view.width)
    }
    await visit.close()
  },
)

test('the first screen loads the two fonts that it preloads, and another letter loads its own file', async () => {
  const visit = await visits.open('/search', wide)
  const fonts: string[] = []
  visit.page.on('request', request => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname)
  })
  await visit.signIn('admin', millrace.password)
  const { page } = visit
  await page.reload()
  await page.locator('.result').first().waitFor()
  await settled(page)
  const names = () => [...new Set(fonts.map(file => file.replace(/^.*\/|-wght.*$/g, '')))].sort()
  expect(names()).toEqual(['inter-latin', 'jetbrains-mono-latin'])
  const loaded = await page.evaluate<string[]>(
    "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)",
  )
  for (const family of ['Inter Variable', 'JetBrains Mono Variable']) expect(`${loaded}`).toContain(family)
  await page.getByRole('combobox', { name: 'Search in messages' }).fill('łódź')
  await until('the letters', () => Promise.resolve(names().includes('jetbrains-mono-latin-ext')))
  await visit.close()
})

for (const view of someOf([phone, wide], 1))
  test(`signing in, and a page that is not allowed, at ${view.width} px`, async () => {
    const visit = await visits.open('/tasks', view)
    const { page } = visit
    await page.getByLabel('Password').waitFor()
    const faults = [
      ...(await visit.checkView('quality-login')),
      ...(await visit.checkOtherScheme('quality-login')),
    ]
    expect(await page.title()).toBe('Sign in · Millrace')
    await visit.signIn(guest.username, guest.password)
    await page.getByText('It requires the permission tasks').waitFor()
    faults.push(
      ...(await visit.checkView('quality-refused')),
      ...(await visit.checkOtherScheme('quality-refused')),
    )
    expect(faults).toEqual([])
    // A user who may not search begins with the dashboards.
    await page.goto(new URL('/', millrace.url).href)
    await page.waitForURL('**/dashboards')
    expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0)
    await visit.close(/status of 40[13]/)
  })

test('menus, dialogs and the palette work by keyboard and give the focus back', async () => {
  const visit = await visits.signedIn('/search', wide)
  const { page } = visit
  await settled(page)
  const person = page.getByRole('button', { name: 'Signed in as admin' })
  const active = () => page.evaluate<string>('document.activeElement?.textContent')

  await person.focus()
  await page.keyboard.press('ArrowDown')
  await until('the focus in the menu', () => isFocused(page, '[role^=menuitem]'))
  const first = await active()
  await page.keyboard.press('ArrowUp')
  expect(await active()).toBe('Sign out')
  await page.keyboard.press('Home')
  expect(await active()).toBe(first)
  await page.keyboard.type('dar')
  expect(await active()).toBe('Dark theme')
  const faults = await visit.checkView('quality-menu')
  await page.keyboard.press('Enter')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await isFocused(page, '[aria-label="Signed in as admin"]')).toBe(true)

  const help = page.getByRole('button', { name: 'Keyboard and search help' })
  await help.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard and search' }).waitFor()
  faults.push(...(await visit.checkView('quality-help')))
  await page.keyboard.press('Escape')
  await until('the focus back', () => isFocused(page, '[aria-label="Keyboard and search help"]'))

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to a page' })
  await field.waitFor()
  faults.push(...(await visit.checkView('quality-palette')))
  await field.fill('light')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=light]').waitFor()
  await page.keyboard.press('Control+k')
  await field.fill('repo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/reports')
  await page.getByRole('status').filter({ hasText: 'Reports page' }).waitFor({ state: 'attached' })
  await until('the focus in the page', () => isFocused(page, 'main'))
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  // The last used command comes first.
  expect(await page.getByRole('option').first().textContent()).toContain('Reports')
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
  await visit.close()
})

test('preferences follow the person into another browser', async () => {
  const one = await visits.signedIn('/search', wide)
  await one.page.getByRole('button', { name: 'Signed in as admin' }).click()
  const saved = one.page.waitForResponse(
    response =>
      response.url().endsWith('/api/users/me/preferences') && response.request().method() === 'PATCH',
  )
  await one.page.getByRole('menuitemradio', { name: 'Compact rows' }).click()
  expect((await saved).ok()).toBe(true)
  const other = await visits.signedIn('/search', phone)
  await other.page.locator('html[data-density=compact]').waitFor()
  await one.close()
  await other.close()
})

test('time is typed, stepped, taken from the calendar, and shown in another zone', async () => {
  const visit = await visits.signedIn('/search', wide)
  const { page } = visit
  await settled(page)
  const typed = page.getByLabel('Type or paste a time range')
  const openPicker = async () => {
    await page.locator('.time-button').click()
    await typed.waitFor()
  }
  await openPicker()
  await typed.fill('1767225600 to 1767229200')
  await page.getByText('↵ Jan 1 00:00 – 01:00').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/range=1767225600(~|%7E)1767229200/)

  await openPicker()
  await page.getByRole('button', { name: 'Previous month' }).waitFor()
  const faults = [
    ...(await visit.checkView('quality-time')),
    ...(await visit.checkOtherScheme('quality-time')),
  ]
  await page.getByRole('button', { name: /January 5th, 2026/ }).click()
  await page.getByRole('button', { name: /January 6th, 2026/ }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/range=1767571200(~|%7E)1767744000/)

  await page
    .getByRole('banner')
    .getByRole('button', { name: /Time zone/ })
    .click()
  await page.getByLabel('Find a time zone').fill('kolk')
  faults.push(...(await visit.checkView('quality-zone')))
  await page.getByRole('button', { name: /Kolkata/ }).click()
  await page.locator('.time-button').filter({ hasText: 'Jan 5 05:30' }).waitFor()
  expect(faults).toEqual([])
  await visit.close()
})
