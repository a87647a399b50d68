import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
const hostile = '<img src=x onerror=alert(1)>\u202e'
beforeAll(async () => {
  const now = Date.now() / 1_000
  const requests = Array.from({ length: 60 }, (_, i) => ({
    ts: now - i,
    host: `web-${i % 3}`,
    program: 'nginx',
    severity: 6,
    message: `GET /item/${i} in ${i * 3} ms`,
    user_tags: { region: ['eu', 'us', hostile][i % 3] ?? '', ms: String(i * 3) },
  }))
  const before = Array.from({ length: 5 }, (_, i) => ({
    ts: now - 4_000 - i,
    host: 'web-1',
    program: 'nginx',
    severity: 6,
    message: `GET /item/${i} in ${i} ms`,
  }))
  const failures = [1, 2].map(i => ({
    ts: now - i,
    host: 'db-1',
    program: 'kernel',
    severity: 2,
    message: `disk ${i} failed at block ${i * 77}`,
  }))
  await client.sendAndFind([...requests, ...before, ...failures])
})

test('fields of the range: found by name, values selected together and filtered out, numbers bounded, pinned, shown as column', async () => {
  const visit = await visits.signedIn('/search', wideView)
  const { page } = visit
  const fields = page.getByRole('complementary', { name: 'Fields' })
  const pills = page.locator('.pill-face')
  const region = fields.getByRole('region', { name: 'region' })
  await region.waitFor()
  const shares = fields.getByTitle('Share of the events in this time range that have this field')
  expect(await shares.count()).toBeGreaterThan(0)
  expect(await visit.checkView('fields')).toEqual([])

  await fields.getByRole('searchbox', { name: 'Find a field' }).fill('REG')
  await region.getByRole('button', { name: /^region/ }).click()
  await region.getByRole('checkbox', { name: /^eu, 20/ }).check()
  await region.getByRole('checkbox', { name: /^us, 20/ }).check()
  await eventually(() => pills.allTextContents()).toEqual(['region is eu or us'])
  // Tags are counted in the range, not in the results.
  expect(await shares.count()).toBe(0)
  // Log content is text.
  await region.getByText('<img src=x onerror=alert(1)>\\u202e').waitFor()
  expect(await visit.checkView('fields-selected')).toEqual([])
  await region.getByRole('checkbox', { name: /^eu/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await eventually(() => pills.allTextContents()).toEqual(['region is us', 'region is not eu'])

  await region.getByRole('button', { name: 'Pin region' }).click()
  await region.getByRole('button', { name: 'Show region as column' }).click()
  await region.getByRole('button', { name: 'Remove column region' }).waitFor()
  await fields.getByRole('searchbox', { name: 'Find a field' }).fill('')
  await region.getByRole('button', { name: 'Unpin region' }).waitFor()

  const ms = fields.getByRole('region', { name: 'ms', exact: true })
  await ms.getByRole('button', { name: /^ms/ }).click()
  await ms.getByLabel('ms is at least').fill('90')
  await ms.getByRole('button', { name: 'Filter', exact: true }).click()
  await eventually(() => pills.allTextContents()).toContain('ms ≥ 90')
  expect(await visit.checkView('fields-numbers')).toEqual([])
  await visit.close()
})

test('on a phone the fields are a sheet that gives the keyboard back', async () => {
  const visit = await visits.signedIn('/search', narrowView)
  const { page } = visit
  const toggle = page.getByRole('button', { name: 'Fields' })
  await toggle.click()
  const sheet = page.getByRole('dialog', { name: 'Fields' })
  await sheet.getByRole('checkbox', { name: /^Critical, 2/ }).check()
  expect(await visit.checkView('fields-sheet')).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await eventually(() => page.locator('.pill-face').allTextContents()).toEqual(['Severity is Critical'])
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Fields')
  await visit.close()
})

test.each([wideView, narrowView])(
  'patterns at $width px: what is new, examples, search, leave out',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    const rows = page.locator('.patterns-row')
    await page.getByRole('button', { name: 'Patterns', exact: true }).click()
    await page.getByText('2 patterns').first().waitFor()
    await page.getByText('1 new', { exact: true }).waitFor()
    await page.getByLabel('Order', { exact: true }).selectOption('New first')
    await rows.first().getByText('disk').waitFor()
    await rows.first().getByText('New', { exact: true }).waitFor()
    await rows.first().getByRole('button', { name: /disk/ }).click()
    await rows.first().getByText('disk 2 failed at block 154').waitFor()
    expect(await visit.checkView('patterns')).toEqual([])

    await rows.nth(1).getByRole('button', { name: 'Exclude this pattern' }).click()
    await page.getByText('1 pattern', { exact: true }).first().waitFor()
    await rows.first().getByRole('button', { name: 'Search this pattern' }).click()
    await page.getByText('disk 1 failed at block 77').waitFor()
    expect(page.url()).not.toContain('view=patterns')
    expect(decodeURIComponent(page.url().replaceAll('+', ' '))).toContain(
      'message:|>:disk <N> failed at block <N>',
    )
    await visit.close()
  },
)
