import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../src/testing/until.ts'
import { narrowView, startBrowser, startMillrace, wideView } from '../testing/service.ts'

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
beforeAll(async () => {
  const trigger = { name: 'Disk <i>full</i>', filter: [{ field: 'message', op: 'qp', value: 'full' }] }
  expect((await client.post('/api/triggers', trigger)).status).toBe(201)
  const now = Date.now() / 1_000
  await client.sendAndFind([
    { ts: now, host: 'db-1', program: 'kernel', message: 'the disk is full' },
    {
      ts: now - 1_800,
      host: 'web-1',
      program: 'deployer',
      message: 'deployed',
      user_tags: { release: 'v7' },
    },
    {
      ts: now - 2_400,
      host: 'web-1',
      program: 'deployer',
      message: 'deployed',
      user_tags: { release: 'v6' },
    },
    {
      ts: now - 2_401,
      host: 'web-2',
      program: 'deployer',
      message: 'deployed',
      user_tags: { release: 'v6' },
    },
  ])
})

test('on a phone, in the dark', async () => {
  const visit = await visits.signedIn('/search', narrowView)
  await visit.page.getByRole('list', { name: 'Marks' }).getByRole('button').first().waitFor()
  expect(await visit.checkView('marks')).toEqual([])
  await visit.close()
})

test('the histogram marks firings, starts and, with the tag of the settings, deployments', async () => {
  const settings = await visits.signedIn('/system', wideView)
  const section = settings.page.getByRole('region', { name: 'Marks in the histogram' })
  await section.getByLabel('Tag of deployments').fill('release')
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await settings.page.getByText('Saved, for all users').waitFor()
  expect(await settings.checkView('deploy-tag')).toEqual([])
  await settings.close()

  const visit = await visits.signedIn('/search', wideView)
  const { page } = visit
  const marks = page.getByRole('list', { name: 'Marks' })
  const deploy = marks.getByRole('button', { name: /Deployed v7 on web-1/ })
  await deploy.waitFor()
  await marks.getByRole('button', { name: /Disk <i>full<\/i> fired/ }).waitFor()
  await marks.getByRole('button', { name: /Millrace \S+ started/ }).waitFor()
  expect(await visit.checkView('marks')).toEqual([])
  expect(await visit.checkOtherScheme('marks')).toEqual([])
  // Two at nearly the same time are one; the keyboard opens its list.
  const both = marks.getByRole('button', { name: /Deployed v6 on web-2; .*Deployed v6 on web-1/ })
  await both.focus()
  await page.keyboard.press('Enter')
  await marks.getByRole('link', { name: /Deployed v6 on web-2/ }).click()
  await page.getByRole('dialog', { name: 'Event' }).getByText('deployed').first().waitFor()
  await page.goBack()

  const toggle = page.getByRole('button', { name: 'Marks', exact: true })
  await toggle.click()
  await marks.waitFor({ state: 'detached' })
  expect(await toggle.getAttribute('aria-pressed')).toBe('false')
  await page.reload()
  await eventually(() => toggle.getAttribute('aria-pressed')).toBe('false')
  await toggle.click()
  await deploy.waitFor()
  await visit.close()
})
