import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
const trace = '../4bf9?x#<b>'
beforeAll(async () => {
  const now = Date.now() / 1_000
  const event = (age: number, host: string, user_tags: Record<string, string>) => ({
    ts: now - age,
    host,
    program: `shop-${host}`,
    severity: 6,
    message: `request ${age} of ${host}`,
    user_tags,
  })
  await client.sendAndFind([
    event(1, 'web-1', { trace_id: trace, region: 'eu' }),
    event(2, 'web-2', { trace_id: 'other' }),
    event(3, 'db-1', { trace_id: trace }),
  ])
})

test('a link of a field is added on the page System, and opens values with their encoded text', async () => {
  const settings = await visits.signedIn('/system', wideView)
  const section = settings.page.getByRole('region', { name: 'Links of fields' })
  await section.getByText('No links.').waitFor()
  await section.getByRole('button', { name: 'Add link' }).click()
  const dialog = settings.page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('Field', { exact: true }).fill('trace_id')
  await dialog.getByLabel('Label').fill('Open trace')
  await dialog.getByLabel('Address').fill('https://{value}.example/')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('an http or https address with {value} behind its host').waitFor()
  expect(await settings.checkView('field-link-dialog')).toEqual([])
  await dialog.getByLabel('Address').fill('https://jaeger.example/trace/{value}')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await section.getByRole('cell', { name: 'https://jaeger.example/trace/{value}' }).waitFor()
  expect(await settings.checkView('field-links')).toEqual([])
  expect(await settings.checkOtherScheme('field-links')).toEqual([])

  const visit = await visits.signedIn('/search', wideView)
  const { page } = visit
  await page.getByText('request 1 of web-1').click()
  const drawer = page.getByRole('dialog', { name: 'Event' })
  const link = drawer.getByRole('link', { name: 'Open trace' })
  const attributes = () =>
    link.evaluate(a => [a.getAttribute('href'), a.getAttribute('rel'), a.getAttribute('target')])
  const opened = [
    `https://jaeger.example/trace/${encodeURIComponent(trace)}`,
    'noopener noreferrer',
    '_blank',
  ]
  expect(await attributes()).toEqual(opened)
  expect(await visit.checkView('event-with-links')).toEqual([])
  expect(await visit.checkOtherScheme('event-with-links')).toEqual([])
  await drawer.getByRole('button', { name: trace }).click()
  const menu = page.getByRole('dialog', { name: 'Value' })
  await menu.getByRole('link', { name: 'Open trace' }).waitFor()
  expect(await visit.checkView('value-menu-with-links')).toEqual([])
  // The keyboard reaches it like the other entries.
  await menu.getByRole('button', { name: 'Add column' }).focus()
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate('document.activeElement?.textContent?.trim()')).toBe('Open trace')
  await page.keyboard.press('Escape')
  await visit.close()

  await section.getByRole('button', { name: 'Delete Open trace' }).click()
  await settings.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await section.getByText('No links.').waitFor()
  // The refused address.
  await settings.close(/status of 400 .*page-settings/)
})

test.each([wideView, narrowView])(
  'the context of an event by the value of a tag, at $width px',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    await page.getByText('request 1 of web-1').click()
    const drawer = page.getByRole('dialog', { name: 'Event' })
    await drawer.getByRole('tab', { name: 'Context' }).click()
    const rows = drawer.getByRole('list', { name: 'Events around this one' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(1)
    const tags = drawer.getByLabel('Same tag')
    await tags.focus()
    await tags.selectOption({ label: `Same trace_id: ${trace}` })
    await eventually(() => rows.count()).toBe(2)
    await drawer.getByText('request 3 of db-1').waitFor()
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Same tag')
    expect(new URL(page.url()).searchParams.get('context')).toBe('tag:trace_id')
    expect(await visit.checkView('context-of-tag')).toEqual([])
    await page.reload()
    await eventually(() => rows.count()).toBe(2)
    await drawer.getByText('1 event before, 0 events after').waitFor()
    await visit.close()
  },
)
