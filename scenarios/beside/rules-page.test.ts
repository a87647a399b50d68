import { beforeAll, expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const ts = Date.now() / 1000
  await client.sendAndFind([
    { ts, host: 'web-1', program: 'sshd', message: 'Accepted password for bob from 192.0.2.7' },
    { ts, host: 'web-2', program: 'syslogd', message: '-- MARK --' },
  ])
})

const text = `# who comes and goes
rewrite_rules:
- comment: logins
  match:
  - {field: program, value: sshd}
  - {field: message, op: =~, value: 'Accepted \\w+ for (\\S+)'}
  tag: {SSH User: $1}
- match: {field: message, op: =*, value: MARK}
  drop: true
`

test('a rule is written, its fault shown at its line, tried on recent events, saved, and applied', async () => {
  const visit = await visits.signedIn('/rules')
  const { page } = visit
  await page.getByText('No rules yet').waitFor()
  expect(await visit.checkView('rules-empty')).toEqual([])
  await page.getByRole('link', { name: 'New file' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('100-ssh.yaml')
  const editor = page.getByRole('textbox', { name: 'Rules as YAML or JSON' })
  /** Repeated if the editor was not ready. */
  const write = (next: string) =>
    until('the text is in the editor', async () => {
      await editor.focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(next)
      return (await editor.textContent())?.includes('drop: true') === true
    })
  await write(text.replace('value: sshd', 'valeu: sshd'))
  await page.getByText(/did you mean value/).waitFor()
  await page.getByRole('button', { name: 'Go to line 5' }).first().waitFor()
  expect(await visit.checkView('rules-fault')).toEqual([])
  expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)

  await write(text)
  await page.getByText('2 rules, no errors').waitFor()
  await page.getByRole('button', { name: 'Recent events' }).click()
  await page.getByText('2 events: 2 changed or matched, 1 dropped').waitFor()
  await page.getByRole('row', { name: /SSH User.*none.*bob/ }).waitFor()
  await page.getByRole('textbox', { name: 'Paste lines' }).fill('<13>app: nothing of it')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('3 events: 2 changed or matched, 1 dropped').waitFor()
  await page.getByText('No rule matched').waitFor()
  expect(await visit.checkView('rules-bench')).toEqual([])

  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: '100-ssh.yaml' }).waitFor()
  await client.sendAndFind([
    { ts: Date.now() / 1000, host: 'web-3', program: 'sshd', message: 'Accepted key for eve' },
  ])
  const [event] = await client.events('eve')
  expect(event?.user_tags).toEqual({ 'SSH User': 'eve' })

  await page.reload()
  await page.getByText('# who comes and goes').waitFor()
  await page.getByRole('link', { name: 'All rules' }).click()
  await page.getByRole('button', { name: 'Turn off 100-ssh.yaml' }).click()
  await page.getByRole('button', { name: 'Turn on 100-ssh.yaml' }).waitFor()
  expect(await visit.checkView('rules')).toEqual([])
  await page.getByRole('button', { name: 'Delete 100-ssh.yaml' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No rules yet').waitFor()
  await visit.close()
})

test('on a phone', async () => {
  const visit = await visits.signedIn('/rules?new=1', narrowView)
  await visit.page.getByRole('textbox', { name: 'Rules as YAML or JSON' }).waitFor()
  expect(await visit.checkView('rules-new')).toEqual([])
  await visit.close()
})
