import { createSocket } from 'node:dgram'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { narrowView, startBrowser, startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace({ MILLRACE_QUIET_AFTER: '1' })
const visits = startBrowser(millrace)
const socket = createSocket('udp4')
afterAll(() => socket.close())

const datagram = promisify<string, number, string, void>((text, port, host, done) =>
  socket.send(text, port, host, error => done(error)),
)

/** One line of a host, over the real socket. */
async function send(host: string, message: string): Promise<void> {
  const { port } = millrace.address('syslog_udp')
  await datagram(`<13>1 ${new Date().toISOString()} ${host} asa - - - ${message}`, port, '127.0.0.1')
}

interface HostAnswer {
  objects: { host: string; state: string; usual_silence: number | null }[]
}

async function hostNamed(host: string): Promise<HostAnswer['objects'][number] | undefined> {
  const answer = await millrace.client.get('/api/ingest/hosts?page_size=1000')
  // The shape of this route, which the API tests check.
  const { objects } = (await answer.json()) as HostAnswer
  return objects.find(one => one.host === host)
}

test('the first start leads to the lines to paste, and a tick comes with the first event', async () => {
  const visit = await visits.signedIn('/search')
  const { page } = visit
  await page.getByRole('main').getByText('No logs yet').waitFor()
  expect(await page.getByText('No events in this time range').count()).toBe(0)
  await page.getByRole('link', { name: 'Ingest', exact: true }).click()
  await page.getByRole('button', { name: 'Ingest: No logs yet' }).waitFor()
  await page.getByRole('heading', { name: 'Sources and listeners' }).waitFor()
  expect(await visit.checkView('ingest-empty')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Send data' }).last().click()

  await page.getByRole('searchbox', { name: 'Search senders' }).fill('curl')
  await page.getByRole('link', { name: 'curl, HTTP' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  const lines = page.getByRole('region', { name: 'Lines to paste, 1' })
  await lines.filter({ hasText: /token ingest-[0-9a-f]{48}/ }).waitFor()
  await lines.filter({ hasText: `${millrace.url}/incoming` }).waitFor()
  expect(await visit.checkView('send')).toEqual([])

  await page.getByText('Waiting for the first event').first().waitFor()
  await send('fw-send', 'first words')
  await page.locator('.send-state.arrived', { hasText: 'First event from fw-send arrived' }).waitFor()
  await page.locator('.send-events', { hasText: 'first words' }).waitFor()
  expect(await visit.checkView('send-arrived')).toEqual([])
  await page.getByRole('link', { name: 'Show events' }).click()
  await page.getByText('first words').first().waitFor()
  await visit.close()
})

test('a host that falls silent is shown by its own rhythm, acknowledged, and warned of again', async () => {
  // Its rhythm is known once it was seen for three times the shortest silence that counts.
  await until('the rhythm of fw-3', async () => {
    await send('fw-3', 'beat')
    return typeof (await hostNamed('fw-3'))?.usual_silence === 'number'
  })
  await until('silence', async () => (await hostNamed('fw-3'))?.state === 'quiet')
  const visit = await visits.signedIn('/ingest')
  const { page } = visit
  await page.getByRole('button', { name: /^Ingest: \d+ quiet$|^Ingest: Check ingest$/ }).click()
  const panel = page.locator('.ingest-panel')
  await panel.getByText('fw-3').waitFor()
  await panel
    .getByText(/silent for/)
    .first()
    .waitFor()
  expect(await visit.checkView('ingest-light')).toEqual([])
  await panel.getByRole('button', { name: 'Acknowledge fw-3' }).click()
  await panel.getByText('fw-3').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /fw-3/ })
  await row.getByText('Acknowledged by admin').waitFor()
  await row.getByRole('button', { name: 'Warn about fw-3 again' }).click()
  await row.getByRole('button', { name: 'Acknowledge fw-3' }).waitFor()

  await page.getByText('Balanced: every received event').waitFor()
  await page.getByRole('row', { name: /syslog_udp/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search hosts' }).fill('fw-s')
  await page.getByRole('row', { name: /fw-send/ }).waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await visit.checkView('ingest')).toEqual([])
  await visit.close()
})

test('while the state cannot be read, the last one is not shown as the present one', async () => {
  const visit = await visits.signedIn('/ingest')
  const { page } = visit
  // The page asks every ten seconds, and several times more for an answer that failed.
  await page.clock.install()
  for (const [address, path, says] of [
    ['/ingest', '/api/ingest/health', 'Events are accepted'],
    ['/system', '/api/monitor/health', 'The event store answers.'],
  ] as const) {
    await page.goto(millrace.url + address)
    const state = page.getByRole('main').getByText(says)
    await state.waitFor()
    const passTimeUntil = (isShown: boolean) =>
      until(isShown ? 'the state' : 'no state', async () => {
        await page.clock.fastForward(10_000)
        return (await state.count()) > 0 === isShown
      })
    await page.route(`**${path}`, route => route.abort())
    await passTimeUntil(false)
    await page.unroute(`**${path}`)
    await passTimeUntil(true)
  }
  await visit.close(/ERR_FAILED/)
})

test('ingest, send and system on a phone', async () => {
  const visit = await visits.signedIn('/ingest', narrowView)
  const { page } = visit
  await page.getByRole('heading', { name: 'Sources and listeners' }).waitFor()
  expect(await visit.checkView('ingest')).toEqual([])
  await page.goto(`${millrace.url}/send?sender=cisco`)
  await page.getByRole('region', { name: 'Lines to paste, 1' }).waitFor()
  expect(await visit.checkView('send')).toEqual([])
  await page.goto(`${millrace.url}/system`)
  await page.getByRole('heading', { name: 'Queries in memory' }).waitFor()
  await page.getByText(/events stored in total/).waitFor()
  expect(await visit.checkView('system')).toEqual([])

  await page.getByText('Kept for 30 days', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change retention' }).click()
  await page.getByLabel('Days', { exact: true }).fill('60')
  await page.getByLabel('Size on disk, GB', { exact: true }).fill('1.5')
  expect(await visit.checkView('retention')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Kept for 60 days, up to 1.5 GB', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change retention' }).click()
  await page.getByText(/^Changed by admin/).waitFor()
  await page.getByRole('button', { name: 'Reset to service settings' }).click()
  await page.getByText('Kept for 30 days', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'New legal hold' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Case 7')
  await page.getByLabel('Hosts', { exact: true }).fill('fw-*')
  expect(await visit.checkView('legal hold')).toEqual([])
  await page.getByRole('button', { name: 'Place hold', exact: true }).click()
  await page.getByText('host : fw-*').waitFor()
  await page.getByRole('button', { name: 'Lift Case 7' }).click()
  await page.getByRole('button', { name: 'Lift', exact: true }).click()
  await page.getByText(/^Lifted by admin/).waitFor()
  await visit.close()
})
