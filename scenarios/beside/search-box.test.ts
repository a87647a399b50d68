import { beforeAll, expect, test } from 'vitest'
import type { Visit } from '../testing/browser.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const number = 120
const hosts = ['web-1', 'web-2', 'fw edge', 'db-1']
const millrace = startMillrace()
const visits = startBrowser(millrace)
beforeAll(async () => {
  const now = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: now - i,
    host: hosts[i % hosts.length] ?? '',
    program: ['sshd', 'nginx', 'cron'][i % 3] ?? '',
    priority: 32 + (i % 8),
    message: `Failed password for user${i}`,
    user_tags: {
      SrcIP: `198.51.100.${i % 10}`,
      status: String(i % 2 === 0 ? 200 : 500),
      region: i % 2 === 0 ? 'eu-west' : 'us',
    },
  }))
  await millrace.client.sendAndFind(events)
})

const perHost = number / hosts.length
const boxOf = ({ page }: Visit) => page.getByRole('combobox', { name: 'Search in messages' })
const pillsOf = ({ page }: Visit) => page.locator('.pill-face').allInnerTexts()
const found = async ({ page }: Visit, events: number) => {
  await page
    .locator('.totals')
    .filter({ hasText: `${events} event` })
    .waitFor()
}

test('conditions become filters as they are typed, Ctrl+Z gives the text back, and an OR joins them', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  await box.pressSequentially('host:web-1 ')
  await found(visit, perHost)
  await box.pressSequentially('AND -program:cron status=500 AND fai')
  await page.locator('.pill-face').nth(2).waitFor()
  expect(await box.inputValue()).toBe('fai')
  expect(await pillsOf(visit)).toEqual(['Host is web-1', 'Program is not cron', 'ut_status is 500'])

  await page.goto(`${millrace.url}/search`)
  await box.pressSequentially('host:web-1 ')
  await found(visit, perHost)
  await page.keyboard.press('Control+z')
  await found(visit, number)
  expect(await box.inputValue()).toBe('host:web-1 ')
  await page.keyboard.press('Control+y')
  await found(visit, perHost)
  await box.pressSequentially('| host:web-2 ')
  await found(visit, perHost * 2)
  expect(await pillsOf(visit)).toEqual(['Host is web-1 or web-2'])
  expect(await visit.checkView('box-typed')).toEqual([])

  await page.goto(`${millrace.url}/search`)
  await box.pressSequentially('host in (web-1, "fw edge") ')
  await found(visit, perHost * 2)
  expect(await pillsOf(visit)).toEqual(['Host is web-1 or fw edge'])

  await page.goto(`${millrace.url}/search`)
  await box.pressSequentially('SrcIP:198.51.100.0/24 ')
  await page.getByText('Networks are not supported').waitFor()
  await page.getByRole('button', { name: 'Search for: SrcIP is 198.51.100.*' }).click()
  await found(visit, number)
  await page.goto(`${millrace.url}/search`)
  await box.fill('198.51.100.0/24')
  await page.keyboard.press('Enter')
  await page.getByText('Networks are not supported').waitFor()
  await visit.close()
})

test('alternatives of several fields are one filter, which is edited as text and kept by the address', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  const either = perHost + number / 3 - number / 12
  await box.pressSequentially('host:web-1 ')
  await found(visit, perHost)
  await box.pressSequentially('OR program:cron ')
  await found(visit, number)
  expect(await box.inputValue()).toBe('host:web-1 OR program:cron ')
  await page.keyboard.press('Enter')
  await found(visit, either)
  expect(await pillsOf(visit)).toEqual(['Host is web-1 or Program is cron'])
  await page.reload()
  await found(visit, either)
  await page.locator('.pill-face').click()
  expect(await visit.checkView('box-group')).toEqual([])
  await page.getByLabel('Off').click()
  await found(visit, number)
  await page.locator('.pill-face').click()
  await page.getByRole('button', { name: 'Edit as text' }).click()
  expect(await box.inputValue()).toBe('(host:web-1 OR program:cron)')
  await box.fill('NOT (host:web-1 program:cron) (user1 OR severity:0)')
  await page.keyboard.press('Enter')
  await page.locator('.pill-face').nth(1).waitFor()
  expect(await pillsOf(visit)).toEqual([
    'not (Host is web-1 and Program is cron)',
    'Severity is Emergency or Message has user1',
  ])
  await visit.close()
})

test('a word that is a value of a tag finds its events, until Ctrl+Z makes it a word again', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  await box.fill('password EU-west')
  await page.keyboard.press('Enter')
  await found(visit, number / 2)
  expect(await pillsOf(visit)).toEqual(['Message has EU-west or region is EU-west'])
  expect(await box.inputValue()).toBe('password')
  await page.locator('.pill-face').click()
  await page.getByRole('button', { name: 'Edit as text' }).click()
  expect(await box.inputValue()).toBe('password EU-west')
  await page.keyboard.press('Enter')
  await page.locator('.pill-face').waitFor()
  await page.keyboard.press('Control+z')
  await page.locator('.pill-face').waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('password EU-west')
  await page.keyboard.press('Enter')
  await found(visit, 0)
  expect(await pillsOf(visit)).toEqual([])
  await visit.close()
})

test('a word that is a host or program finds its events, until Ctrl+Z makes it a word again', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  await box.fill('failed nginx')
  await page.keyboard.press('Enter')
  await found(visit, number / 3)
  expect(await pillsOf(visit)).toEqual(['Message has nginx or Program is nginx'])
  expect(await box.inputValue()).toBe('failed')
  await page.keyboard.press('Control+z')
  await page.locator('.pill-face').waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe('failed nginx')
  await page.keyboard.press('Enter')
  await found(visit, 0)
  expect(await pillsOf(visit)).toEqual([])
  await box.fill('password nginx')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=password/)
  expect(await pillsOf(visit)).toEqual([])
  await visit.close()
})

test('names and forms of other products become filters, and their commands are refused', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  // Until the page knows that `service` is no tag, both conditions may become filters in one step.
  await box.pressSequentially('service:nginx ')
  await page.locator('.pill-face').waitFor()
  await box.pressSequentially('level:(error OR crit) ')
  await page.locator('.pill-face').nth(1).waitFor()
  await found(visit, number / 12)
  expect(await pillsOf(visit)).toEqual(['Program is nginx', 'Severity is Error or Critical'])
  expect(await box.inputValue()).toBe('')
  await page.keyboard.press('Control+z')
  await found(visit, number / 3)
  expect(await box.inputValue()).toBe('level:(error OR crit) ')

  await page.goto(`${millrace.url}/search`)
  await box.fill('service:ng')
  await page.getByRole('option', { name: /^nginx/ }).waitFor()
  await box.fill('{hostname="web-1"} |= "Failed"')
  await page.keyboard.press('Enter')
  await found(visit, perHost)
  await box.fill('message:"Failed password" && @status:200')
  await page.keyboard.press('Enter')
  await page.locator('.pill-face').filter({ hasText: 'status is 200' }).waitFor()
  await found(visit, perHost)
  expect(await box.inputValue()).toBe('"Failed password"')
  await box.fill('failed | rex "(?<user>a)"')
  await page.getByText('not the command "rex" of another product').waitFor()
  await visit.close()
})

test('a command for a chart opens the statistics, and Ctrl+Z gives the text back', async () => {
  const visit = await visits.signedIn()
  const { page } = visit
  const box = boxOf(visit)
  await box.fill('failed host:web-1 | stats count by program | sort -count')
  expect(await page.locator('.query-fault').textContent()).toBe('')
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=statistics&by=program$/)
  expect(await box.inputValue()).toBe('failed')
  expect(await pillsOf(visit)).toEqual(['Host is web-1'])
  await box.fill('failed | timechart span=5m count by host')
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=statistics&over=time$/)
  await page.locator('.statistics svg path.line').first().waitFor({ state: 'attached' })
  expect(await visit.checkView('box-command')).toEqual([])
  await box.focus()
  await page.keyboard.press('Control+z')
  expect(await box.inputValue()).toBe('failed | timechart span=5m count by host')
  await visit.close()
})

test.each([wideView, narrowView])(
  'fields and values are completed at $width px, $colorScheme',
  async view => {
    const visit = await visits.signedIn('/search', view)
    const { page } = visit
    const box = boxOf(visit)
    await box.pressSequentially('Src')
    await page.getByRole('option', { name: /^SrcIP/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    expect(await box.inputValue()).toBe('SrcIP:')
    await page.getByRole('option', { name: '198.51.100.3' }).waitFor()
    const faults = await visit.checkView('box-values')
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })

    await box.fill('host:')
    // A value with a space is quoted, and becomes a filter at once.
    await page.getByRole('option', { name: /^fw edge/ }).click()
    await found(visit, perHost)
    expect(await pillsOf(visit)).toEqual(['Host is fw edge'])

    await box.pressSequentially('severity<=e')
    expect(await page.getByRole('option').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Error (3)')]),
    )
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('')
    expect(await pillsOf(visit)).toEqual(['Host is fw edge', 'Severity ≤ Error (0 to 3)'])
    expect(faults).toEqual([])
    await visit.close()
  },
)

test('the keyboard goes from the text into the filters: Enter edits, Delete removes', async () => {
  const visit = await visits.signedIn('/search?f=host:eq:web-1&f=program:eq:cron')
  const { page } = visit
  await found(visit, perHost / 3)
  await boxOf(visit).focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const values = page.getByLabel('Find or type a value')
  await values.waitFor()
  await page
    .locator('.pill-editor')
    .getByRole('checkbox', { name: /^web-2/ })
    .check()
  const faults = await visit.checkView('box-editor')
  await page.getByRole('button', { name: 'Apply' }).click()
  await found(visit, (perHost / 3) * 2)
  expect(await pillsOf(visit)).toEqual(['Host is web-1 or web-2', 'Program is cron'])
  await page.locator('.pill-face').last().focus()
  await page.keyboard.press('Delete')
  await found(visit, perHost * 2)
  expect(faults).toEqual([])
  await visit.close()
})

test('a host or a program in an address that no message holds is offered as the filter that finds its events', async () => {
  const visit = await visits.signedIn('/search?q=web-1+nginx')
  const { page } = visit
  const box = boxOf(visit)
  const meant = page.getByRole('button', { name: 'Search for: Host is web-1 and Program is nginx' })
  await meant.waitFor()
  expect(await visit.checkView('box-meant')).toEqual([])
  await meant.click()
  await found(visit, number / 12)
  expect(await box.inputValue()).toBe('')
  await visit.close()
})

test('a recent search comes back with its filters and time range, and long texts take several lines', async () => {
  const visit = await visits.signedIn('/search?range=last_24_hours')
  const { page } = visit
  const box = boxOf(visit)
  await box.fill('failed host:web-1')
  await page.keyboard.press('Enter')
  await found(visit, perHost)
  await page.goto(`${millrace.url}/search`)
  await found(visit, number)
  await box.click()
  await page.getByRole('option', { name: /Host is web-1.*failed.*Last 24 hours/ }).click()
  await found(visit, perHost)
  expect(page.url()).toContain('range=last_24_hours')
  expect(await box.inputValue()).toBe('failed')

  await box.focus()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('password')
  const tall = page.getByRole('textbox', { name: 'Search in messages' })
  expect(await tall.inputValue()).toBe('failed\npassword')
  expect(await visit.checkView('box-tall')).toEqual([])
  await page.keyboard.press('Enter')
  await found(visit, perHost)
  await visit.close()
})
