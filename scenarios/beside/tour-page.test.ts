import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startBrowser, startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const wide = { width: 1440, height: 900, colorScheme: 'light' } as const
const phone = { width: 390, height: 844, colorScheme: 'dark' } as const
const address = '/api/users/me/preferences'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(() => client.sendAndFind([{ host: 'web-1', program: 'app', message: 'the first event' }]))
beforeEach(() => client.patch(address, { tour: false }))

const tour = (page: Page) => page.getByRole('dialog', { name: 'Tour' })
const step = (page: Page, number: number) => tour(page).getByText(`${number} of 5`).waitFor()
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent')

test('a new user takes the tour by keyboard once, and never again', async () => {
  const visit = await visits.signedIn('/search', wide)
  const { page } = visit
  await step(page, 1)
  const faults = await visit.checkView('tour')
  faults.push(...(await visit.checkOtherScheme('tour')))
  await until('the focus', async () => (await focused(page)) === 'Next')
  for (const number of [2, 3, 4, 5]) {
    await page.keyboard.press('Enter')
    await step(page, number)
    // A frame is around the part that the card is about.
    await page.locator('.tour-frame').waitFor()
  }
  expect(await focused(page)).toBe('Done')
  await page.keyboard.press('Enter')
  await tour(page).waitFor({ state: 'detached' })
  expect(await page.evaluate<boolean>("document.activeElement?.matches('main')")).toBe(true)
  const stored = async () => await (await client.get(address)).text()
  await until('the preference', async () => (await stored()).includes('"tour":true'))
  await visit.close()

  const other = await visits.signedIn('/search', phone)
  await other.page.locator('.result').first().waitFor()
  expect(await tour(other.page).count()).toBe(0)
  await other.page.keyboard.press('?')
  await other.page.getByRole('button', { name: 'Take the tour' }).click()
  await step(other.page, 1)
  faults.push(...(await other.checkView('tour')))
  await other.page.keyboard.press('Escape')
  await tour(other.page).waitFor({ state: 'detached' })
  await other.close()
  expect(faults).toEqual([])
})

test('the page works beside the tour; a skipped tour is over, and a screen on a wall has none', async () => {
  const visit = await visits.signedIn('/search', wide)
  const { page } = visit
  await step(page, 1)
  await page.keyboard.press('/')
  await page.keyboard.type('host:web-1')
  await page.keyboard.press('Enter')
  await page.locator('.pill-face').waitFor()
  await page.goto(new URL('/dashboards/overview/tv', millrace.url).href)
  await page.getByText('Severities').waitFor()
  expect(await tour(page).count()).toBe(0)
  await page.goto(new URL('/search', millrace.url).href)
  await tour(page).getByRole('button', { name: 'Skip the tour' }).click()
  await tour(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.result').first().waitFor()
  expect(await tour(page).count()).toBe(0)
  await visit.close()
})
