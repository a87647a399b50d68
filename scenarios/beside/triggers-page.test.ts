import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let eventId = ''
beforeAll(async () => {
  const ts = Date.now() / 1_000
  await client.sendAndFind([
    { ts, host: 'fw-1', program: 'sshd', message: 'failed password for bob from 192.0.2.7' },
    { ts, host: 'fw-2', program: 'sshd', message: 'failed password for eve from 192.0.2.8' },
  ])
  eventId = (await client.events('bob'))[0]?._id ?? ''
})

test('a search becomes a trigger, which is moved by keys, switched off, copied and deleted', async () => {
  const visit = await visits.signedIn('/triggers', wideView)
  const { page } = visit
  await page.getByText('No triggers yet').waitFor()
  const faults = await visit.checkView('triggers-empty')

  await page.goto(new URL('/search?q=failed', millrace.url).href)
  await page.getByRole('link', { name: 'Create trigger' }).click()
  await page.locator('.trigger-count').getByText('2 matches').waitFor()
  expect(await page.getByLabel('Search in messages').inputValue()).toBe('failed')
  await page.getByLabel('Name', { exact: true }).fill('Failed <b>logins</b>')
  await page.getByLabel('Fires for').selectOption('count')
  await page.getByText('5 times within 5 min', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'E-mail: on' }).click()
  await page.getByLabel('To', { exact: true }).fill('noc@example.com')
  await page.getByRole('button', { name: 'Use an example' }).click()
  await page.getByRole('switch', { name: 'Webhook: on' }).click()
  faults.push(...(await visit.checkView('trigger-form')), ...(await visit.checkOtherScheme('trigger-form')))
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByText('A webhook needs an address.').waitFor()
  await page.getByLabel('URL', { exact: true }).fill('https://hooks.example.com/x')
  await page.getByRole('button', { name: 'Create trigger' }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Failed <b>logins</b>').waitFor()

  await client.post('/api/triggers', { name: 'Second', filter: [{ field: 'host', value: 'fw-2' }] })
  await page.reload()
  await row('Second').getByText('Host is fw-2').waitFor()
  await page.getByRole('button', { name: 'Move Second, now at position 1: arrow keys' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Move Second, now at position 2: arrow keys' }).waitFor()
  await until('the focus on the handle', () =>
    page.evaluate<boolean>("document.activeElement?.getAttribute('data-handle') === '2'"),
  )
  await row('Second')
    .getByRole('button', { name: /^Move Second/ })
    .dragTo(row('Failed <b>logins</b>'), { targetPosition: { x: 200, y: 4 } })
  await page.getByRole('button', { name: 'Move Second, now at position 1: arrow keys' }).waitFor()

  await page.getByRole('switch', { name: 'Second is on' }).click()
  await page.getByText('“Second” is off').waitFor()
  await page.getByRole('button', { name: 'Actions for Second' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await page.getByRole('row').nth(3).waitFor()
  faults.push(...(await visit.checkView('triggers-list')), ...(await visit.checkOtherScheme('triggers-list')))
  await page.getByRole('button', { name: 'Actions for Second', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('row').nth(3).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  // The refused form.
  await visit.close(/status of 400/)
})

test('a manager who sees some hosts only switches triggers of others, and changes nothing else of them', async () => {
  const made = async (path: string, body: object) =>
    // The shape of these routes, which the API tests check.
    (await (await client.post(path, body)).json()) as { id: number }
  const { id } = await made('/api/triggers', { name: 'Of all', filter: [{ field: 'host', value: 'fw-1' }] })
  const warden = { username: 'warden', password: 'keeps the triggers quiet' }
  const user = await made('/api/users', warden)
  const permissions = ['search', 'triggers', 'manage_triggers']
  await made('/api/groups', { name: 'wardens', permissions, hosts: ['fw-2'], members: [user.id] })
  const visit = await visits.open('/triggers', wideView)
  await visit.signIn(warden.username, warden.password)
  const { page } = visit
  await page.getByRole('switch', { name: 'Of all is on' }).click()
  await page.getByText('“Of all” is off').waitFor()
  expect(await (await client.get(`/api/triggers/${id}`)).json()).toMatchObject({ is_active: false })
  expect(await page.getByRole('button', { name: /^Move Of all/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Actions for Of all' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  await visit.close()
})

test('an event becomes a trigger on a phone, and a form with changes is not left without a question', async () => {
  const visit = await visits.signedIn(`/search?event=${eventId}`, narrowView)
  const { page } = visit
  await page.getByRole('link', { name: 'Create a trigger for events like this' }).click()
  const count = page.locator('.trigger-count')
  await count.getByText('1 match').waitFor()
  await page.getByRole('button', { name: 'Similar messages' }).click()
  await count.getByText('2 matches').waitFor()
  await page.getByRole('button', { name: 'Same host' }).click()
  await count.getByText('1 match').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Logins of bob')
  const faults = await visit.checkView('trigger-form')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Create trigger' }).click()
  await page.getByRole('link', { name: 'Logins of bob' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Logins of fw-1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Logins of fw-1' }).waitFor()
  faults.push(...(await visit.checkView('triggers-list')))
  expect(faults).toEqual([])
  await visit.close()
})

test('the port of a trap, the period of mails and the time before an escalation are cleared and typed again', async () => {
  const visit = await visits.signedIn('/triggers/new', wideView)
  const { page } = visit
  await page.getByRole('switch', { name: 'SNMP trap: on' }).click()
  await page.getByLabel('Receiver').selectOption('own')
  const port = page.getByLabel('Port', { exact: true })
  await port.fill('1162')
  await port.fill('')
  expect(await port.inputValue()).toBe('')

  await page.getByRole('switch', { name: 'E-mail: on' }).click()
  const period = page.getByLabel('At most once every', { exact: true })
  await period.fill('')
  expect(await period.inputValue()).toBe('')
  await period.fill('5')
  expect(await period.inputValue()).toBe('5')

  await page.getByLabel('When its notification stays unread').selectOption('on')
  const time = page.getByLabel('After', { exact: true })
  await time.fill('')
  expect(await time.inputValue()).toBe('')
  await time.fill('2')
  expect(await time.inputValue()).toBe('2')
  await visit.close()
})

test('a file of triggers is imported, duplicates are reported, and exported as it was', async () => {
  const visit = await visits.signedIn('/triggers', wideView)
  const { page } = visit
  const file = [
    {
      name: 'Block',
      filter: [{ field: 'message', value: 'x' }],
      exec_script: true,
      script_path: '/opt/block.sh',
    },
    {
      name: 'Block',
      filter: [{ field: 'message', value: 'x' }],
      exec_script: true,
      script_path: '/opt/block.sh',
    },
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByText('1 trigger; 1 already existed').waitFor()
  await dialog.getByText('There is no script block.sh').waitFor()
  const faults = await visit.checkView('triggers-import')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Actions for Block' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject(file[0] ?? {})
  expect(faults).toEqual([])
  await visit.close()
})
