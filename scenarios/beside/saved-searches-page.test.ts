import { beforeAll, expect, test } from 'vitest'
import { someOf } from '../../src/testing/depth.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const number = 60
const perHost = number / 3
const millrace = startMillrace()
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - i,
    host: ['web-1', 'web-2', 'db-1'][i % 3] ?? '',
    program: 'sshd',
    priority: 32 + (i % 8),
    message: `Failed password for user${i}`,
  }))
  await millrace.client.sendAndFind(events)
})

test.each(someOf([wideView, narrowView], 1))(
  'a search is saved, changed, brought back, starred and opened by its address at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search?q=failed&f=host:eq:web-1&range=last_24_hours', view)
    const { page } = visit
    const title = `Web failures ${view.width}`
    const found = async (events: number) =>
      await page
        .locator('.totals')
        .filter({ hasText: `${events} event` })
        .waitFor()
    await found(perHost)
    await page.getByRole('button', { name: 'Saved and recent searches' }).click()
    const faults = await visit.checkView('saved-none')
    if (view === wideView) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('s')
    } else await page.getByRole('button', { name: 'Save search…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save search' })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Enter a title').waitFor()
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Share with everybody').check()
    faults.push(...(await visit.checkView('saved-dialog')))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(`document.title.startsWith('${title}')`)

    await page.getByRole('button', { name: 'Remove the filter on Host' }).click()
    await found(number)
    const menu = page.getByRole('button', { name: `Saved search ${title}` })
    await menu.getByText('changed').waitFor()
    await menu.click()
    faults.push(...(await visit.checkView('saved-changed')))
    await page.locator('.saved-panel').getByRole('button', { name: 'Revert' }).click()
    await found(perHost)

    await menu.click()
    await page.getByRole('button', { name: `Star ${title}` }).click()
    await page.getByRole('region', { name: 'Starred' }).getByRole('link', { name: title }).waitFor()
    const address = await page.getByRole('link', { name: title }).getAttribute('href')
    await page.goto(`${millrace.url}${address}`)
    await found(perHost)
    expect(page.url()).toContain('range=last_24_hours')

    await menu.click()
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete permanently?' }).click()
    await page.getByRole('button', { name: 'Saved and recent searches' }).waitFor()
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('a search becomes a widget of a dashboard', async () => {
  const visit = await visits.signedIn('/search?f=host:eq:web-2')
  const { page } = visit
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Copy link, keeps “Last hour”' }).waitFor()
  await page.getByRole('menuitem', { name: 'Save as widget…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as widget' })
  await dialog.getByLabel('Shows').selectOption('TopN')
  await dialog.getByLabel('Title of the dashboard').fill('Web servers')
  const faults = await visit.checkView('save-as-widget')
  await dialog.getByRole('button', { name: 'Add widget' }).click()
  await dialog.getByText('Added to Web servers').waitFor()
  const { objects } = (await (await millrace.client.get('/api/dashboards')).json()) as {
    objects: { widgets: { type: string; config: { filter: unknown } }[] }[]
  }
  expect(objects[0]?.widgets[0]).toMatchObject({
    type: 'TopN',
    config: { title: 'Host is web-2', field: 'host', filter: [{ field: 'host', op: 'eq', value: 'web-2' }] },
  })
  expect(faults).toEqual([])
  await visit.close()
})

test('a search that finds nothing says why, and leads to the one that was meant', async () => {
  const visit = await visits.signedIn('/search?f=host:eq:web1&f=program:eq:sshd')
  const { page } = visit
  await page.getByText('Host web1 does not occur in this range.').waitFor()
  await page.getByText(`${number} without “Host is web1”`).waitFor()
  const faults = await visit.checkView('why-nothing')
  await page.getByRole('button', { name: 'Search for: Host is web-1' }).click()
  await page
    .locator('.totals')
    .filter({ hasText: `${perHost} event` })
    .waitFor()

  await page.goto(`${millrace.url}/search`)
  const box = page.getByRole('combobox', { name: 'Search in messages' })
  await box.fill('hots:web-1')
  await page.keyboard.press('Enter')
  await page.getByText('there is no field or tag hots in this range').waitFor()
  faults.push(...(await visit.checkView('unknown-field')))
  await page.getByRole('button', { name: 'Did you mean Host is web-1?' }).click()
  await page
    .locator('.totals')
    .filter({ hasText: `${perHost} event` })
    .waitFor()

  const reasons: [search: string, said: string[]][] = [
    ['q=nothere', ['No event in this range with “nothere”.', `${number} without the text “nothere”`]],
    ['q=user3 user4', ['1 without the text “user3”', '1 without the text “user4”']],
    ['q=user0 user1&f=host:eq:db-1', [`${perHost} with “Host is db-1” alone`, '1 with “user0” alone']],
    [
      'f=host:=~:^x',
      ['No event in this range with “Host matches ^x”.', `${number} without “Host matches ^x”`],
    ],
    [
      'q=password&f=host:eq:db-1,web-1&f=host:=~:^web-2$',
      [`${perHost} without “Host is db-1 or web-1”`, `${2 * perHost} without “Host matches ^web-2$”`],
    ],
  ]
  for (const [search, said] of reasons) {
    await page.goto(`${millrace.url}/search?${search}`)
    for (const text of said) await page.getByText(text, { exact: true }).waitFor()
  }

  await page.goto(`${millrace.url}/search?q=failed&range=1767225600~1767229200`)
  await page.getByText('There are no events at all in this time range').waitFor()
  await page.getByRole('button', { name: 'Last 24 hours' }).click()
  await page
    .locator('.totals')
    .filter({ hasText: `${number} event` })
    .waitFor()
  expect(faults).toEqual([])
  await visit.close()
})
