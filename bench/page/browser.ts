import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Millrace } from '../../scenarios/testing/millrace.ts'

const viewport = { width: 1440, height: 900 }

/** A signed-in tab, and the browser's messages about it. */
export interface Tab {
  page: Page
  protocol: CDPSession
  close: () => Promise<void>
}

/** Opens a tab with an empty cache, signed in through the form. */
export async function openTab(browser: Browser, millrace: Millrace): Promise<Tab> {
  const context = await browser.newContext({ viewport, timezoneId: 'UTC' })
  const page = await context.newPage()
  await millrace.client.patch('/api/users/me/preferences', { tour: true })
  await page.goto(millrace.url)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill(millrace.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  const protocol = await context.newCDPSession(page)
  // Processor time, not clock time: other processes on this machine do not count.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, protocol, close: () => context.close() }
}

/** Processor seconds used by the main thread of the tab. */
export async function busySeconds({ protocol }: Tab): Promise<number> {
  const { metrics } = await protocol.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Bytes of the heap after a garbage collection. */
export async function heapBytes({ protocol }: Tab): Promise<number> {
  await protocol.send('HeapProfiler.collectGarbage')
  const { usedSize } = await protocol.send('Runtime.getHeapUsage')
  return usedSize
}
