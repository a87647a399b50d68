import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Visit } from '../testing/browser.ts'
import { isIdleMachine } from '../testing/idle-machine.ts'
import { LineSender } from '../testing/line-sender.ts'
import { startBrowser, startMillrace } from '../testing/service.ts'

const pageSize = 100

const millrace = startMillrace()
const { client } = millrace
const visits = startBrowser(millrace)
let sent = 0

/** Sends this many new events, all with the current time. */
async function log(number: number): Promise<void> {
  const ts = Date.now() / 1_000
  const events = Array.from({ length: number }, (_, i) => ({
    ts: ts - (number - i) / 1_000,
    host: `web-${i % 7}`,
    program: 'app',
    message: `request ${sent + i} was answered`,
  }))
  sent += number
  expect(await client.send(events)).toBe(200)
}

let visit: Visit
let page: Page
beforeEach(async () => {
  visit = await visits.signedIn()
  page = visit.page
  // Away from the list, which pauses while the pointer is on it.
  await page.mouse.move(600, 20)
  await page.goto(`${millrace.url}/search?live=1`)
  await page
    .locator('.totals')
    .filter({ hasText: `${sent.toLocaleString('en')} event` })
    .waitFor()
  return () => visit.close()
})

test('live says how many events it leaves out, and leads to them', async () => {
  await log(1_234)
  const rest = page.getByRole('button', { name: `${(sent - pageSize).toLocaleString('en')} more: show all` })
  await rest.waitFor()
  await page.getByText(/[\d.,]+ events\/s/).waitFor()

  // Paused because the user reads further down: the count exceeds the page.
  await page.evaluate("document.querySelector('.found-list').scrollTo({ top: 400 })")
  await log(345)
  await page.getByRole('button', { name: '345 new' }).click()
  await page.getByText(`request ${sent - 1} was answered`).waitFor()

  await page.locator('.left-out').click()
  expect(page.url()).not.toContain('live')
  await page.getByRole('grid', { name: 'Events' }).focus()
  await page.keyboard.press('End')
  await page.getByText('request 0 was answered').waitFor()
})

test('rows stay where they are under the pointer and while text is selected', async () => {
  await log(10)
  const first = page.locator('.result .cell-message').first()
  const before = `request ${sent - 1} was answered`
  await first.filter({ hasText: before }).waitFor()

  await page.locator('.result').first().hover()
  await log(7)
  const newer = page.getByRole('button', { name: '7 new' })
  await newer.waitFor()
  expect(await first.textContent()).toBe(before)
  await newer.click()
  await first.filter({ hasText: `request ${sent - 1} was answered` }).waitFor()

  await page.mouse.move(600, 20)
  const marked = `request ${sent - 1} was answered`
  await page.evaluate("getSelection().selectAllChildren(document.querySelector('.result .cell-message'))")
  await log(3)
  await page.getByRole('button', { name: '3 new' }).waitFor()
  expect(await first.textContent()).toBe(marked)
  // Once released, the list follows on its own.
  await page.evaluate('getSelection().removeAllRanges()')
  await first.filter({ hasText: `request ${sent - 1} was answered` }).waitFor()
})

test('the stream of the dashboard stands still under the pointer', async () => {
  await page.goto(`${millrace.url}/dashboards/overview`)
  const stream = page.getByRole('region', { name: 'Live events' })
  await stream.scrollIntoViewIfNeeded()
  // The first row contains the column names.
  const first = stream.getByRole('row').nth(1)
  await first.hover()
  const before = await first.textContent()
  await log(4)
  await stream.getByText('4 new, paused').waitFor()
  expect(await first.textContent()).toBe(before)
  await page.mouse.move(600, 20)
  await stream.getByText(`request ${sent - 1} was answered`).waitFor()
})

const seconds = isIdleMachine ? 10 : 3
const tickMs = 20
const budgets: [rate: number, budget: number][] = [
  [50, 0.15],
  [10_000, 0.3],
]
test.each(budgets)(
  'live at %i lines a second the page shows the newest; main thread at most %f of the time, without a GPU',
  async (rate, budget) => {
    const sender = await LineSender.connect(millrace.address('syslog_tcp'))
    const protocol = await page.context().newCDPSession(page)
    // Processor time, not clock time: other processes on this machine do not count.
    await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
    const busySeconds = async () => {
      const { metrics } = await protocol.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    }
    const before = await busySeconds()
    const began = performance.now()
    for (let line = 0; line < rate * seconds; ) {
      const due = Math.max(1, Math.round((rate * (performance.now() - began + tickMs)) / 1_000))
      const lines: string[] = []
      for (; line < Math.min(due, rate * seconds); line++) {
        const text = `request ${line} of user${line % 97} took ${line % 13} ms`
        lines.push(`<${128 + (line % 8)}>1 ${new Date().toISOString()} web-${line % 7} app - - - ${text}\n`)
      }
      await sender.send(lines.join(''))
      // The rate is what is tested: each line waits for its turn.
      await setTimeout(tickMs)
    }
    const share = (await busySeconds()) - before
    const spent = (performance.now() - began) / 1_000
    await sender.end()
    sent += rate * seconds
    console.log(`main thread busy at ${rate} lines a second: ${((share / spent) * 100).toFixed(1)} %`)
    await page
      .getByText(`request ${rate * seconds - 1} of user`)
      .first()
      .waitFor()
    if (isIdleMachine) expect(share / spent).toBeLessThan(budget)
  },
)
