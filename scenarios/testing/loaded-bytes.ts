import type { Page } from 'playwright-core'

/** Compressed bytes of the scripts and styles that a page has loaded. */
export function loadedBytes(page: Page): Promise<number> {
  return page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => /\\.(js|css)(\\?|$)/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  )
}
