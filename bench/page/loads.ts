import type { Browser } from 'playwright-core'
import { loadedBytes } from '../../scenarios/testing/loaded-bytes.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import { openTab } from './browser.ts'

/** One visit to a page with an empty cache. */
export interface Visit {
  path: string
  /** Compressed bytes of scripts and styles. */
  bytes: number
  /** Milliseconds until the first contentful paint, and until its heading or input is usable. */
  painted: number
  usable: number
  /** Sum of layout shifts (CLS), from the start until two seconds after it is usable. */
  shift: number
}

const settleMs = 2_000

/**
 * Loads each path once with an empty cache and a session. `ready` selects the element that must be usable.
 */
export async function loadPages(
  browser: Browser,
  millrace: Millrace,
  paths: readonly (readonly [path: string, ready: string])[],
): Promise<Visit[]> {
  const first = await openTab(browser, millrace)
  const cookies = await first.page.context().cookies()
  await first.close()
  const visits: Visit[] = []
  for (const [path, ready] of paths) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.addInitScript(`{
      globalThis.shift = 0
      new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value })
        .observe({ type: 'layout-shift', buffered: true })
    }`)
    const began = performance.now()
    await page.goto(`${millrace.url}${path}`, { waitUntil: 'commit' })
    await page.locator(ready).first().waitFor()
    const usable = performance.now() - began
    await page.waitForTimeout(settleMs)
    const painted = await page.evaluate<number>(
      `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
    )
    const bytes = await loadedBytes(page)
    visits.push({ path, bytes, painted, usable, shift: await page.evaluate<number>('shift') })
    await context.close()
  }
  return visits
}
