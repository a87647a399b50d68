import { expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const visits = startBrowser(millrace)
const name = 'SIEM <img src=x onerror=alert(1)>'

test('a forwarder to a file is created, tested, paused, edited and deleted', async () => {
  const visit = await visits.signedIn('/forwarders', wideView)
  const { page } = visit
  await page.getByText('No forwarders yet').waitFor()
  const faults = await visit.checkView('forwarders-empty')
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Host').fill('10.0.0.5')
  await dialog.getByLabel('Transport').selectOption('tls')
  await dialog.getByText('More settings').click()
  await dialog.getByLabel('Client certificate', { exact: true }).waitFor()
  faults.push(...(await visit.checkView('forwarder-syslog')))
  await dialog.getByLabel('Destination').selectOption('file')
  await dialog.getByLabel('Name of the file').fill('../siem.json')
  await dialog.getByRole('button', { name: 'Create forwarder' }).click()
  await dialog.locator('[aria-invalid="true"]').waitFor()
  expect(await dialog.getByLabel('Name of the file').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Name of the file').fill('siem.json')
  await dialog.getByLabel('Rules').fill('- match: 1')
  await dialog.getByRole('button', { name: 'Create forwarder' }).click()
  await dialog.getByText(/^Rule 1/).waitFor()
  faults.push(...(await visit.checkView('forwarder-refused')))
  await dialog.getByLabel('Rules').fill('')
  await dialog.getByRole('button', { name: 'Create forwarder' }).click()
  await page.getByRole('cell', { name: 'file siem.json' }).waitFor()
  await page.getByText('Sending', { exact: true }).waitFor()
  faults.push(...(await visit.checkView('forwarders')))

  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Send test event')
  await dialog.getByText('Test event sent').waitFor()
  await dialog.getByText('The destination took the event.').waitFor()
  faults.push(...(await visit.checkView('forwarder-test')))
  await dialog.getByRole('button', { name: 'Done' }).click()

  await choose('Pause')
  await page.getByText('Paused', { exact: true }).waitFor()
  await choose('Skip waiting events')
  await dialog.getByText('that wait now').waitFor()
  await dialog.getByRole('button', { name: 'Skip events' }).click()
  await choose('Resume')
  await page.getByText('Sending', { exact: true }).waitFor()

  await page.getByRole('button', { name, exact: true }).click()
  expect(await dialog.getByLabel('Name of the file').inputValue()).toBe('siem.json')
  await dialog.getByLabel('Name', { exact: true }).fill('Archive')
  await dialog.getByLabel('Rate limit').fill('1000')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
  expect(faults).toEqual([])
  await visit.close(/status of 400/)
})

test('on a phone, secrets stay hidden, and a forwarder is deleted', async () => {
  const visit = await visits.signedIn('/forwarders', narrowView)
  const { page } = visit
  await page.getByRole('button', { name: 'New forwarder' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Splunk')
  await dialog.getByLabel('Destination').selectOption('splunk_hec')
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9')
  await dialog.getByLabel('Token', { exact: true }).fill('not-to-be-read')
  const faults = await visit.checkView('forwarder-splunk')
  await dialog.getByRole('button', { name: 'Create forwarder' }).click()
  await page.getByRole('button', { name: 'Splunk', exact: true }).click()
  await dialog.getByText('Leave empty to keep it').waitFor()
  expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Actions for Splunk' }).click()
  await page.getByRole('menuitem', { name: 'Send test event' }).click()
  await dialog.getByText('Test event not sent').waitFor()
  faults.push(...(await visit.checkView('forwarder-test-failed')))
  await dialog.getByRole('button', { name: 'Done' }).click()

  const headers = { authorization: `token ${millrace.token}`, 'content-type': 'application/json' }
  const events = Array.from({ length: 3 }, (_, index) => ({
    host: 'fw-1',
    message: `packet ${index} dropped`,
  }))
  await fetch(`${millrace.url}/incoming`, { method: 'POST', headers, body: JSON.stringify({ events }) })
  await page.locator('.error-line').waitFor()
  faults.push(...(await visit.checkView('forwarders-narrow')))
  await page.getByRole('button', { name: 'Actions for Splunk' }).click()
  await page.getByRole('menuitem', { name: 'Skip waiting events' }).click()
  await dialog.getByRole('button', { name: /^Skip/ }).click()
  await page.getByText('3 skipped').waitFor()

  await page.getByRole('button', { name: 'Actions for Splunk' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  faults.push(...(await visit.checkView('forwarder-delete')))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Splunk', exact: true }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await visit.close()
})
