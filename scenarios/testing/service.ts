import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type View, Visit } from './browser.ts'
import { openBrowser } from './chromium.ts'
import { Millrace } from './millrace.ts'

export const wideView: View = { width: 1280, height: 800, colorScheme: 'light' }
export const narrowView: View = { width: 390, height: 844, colorScheme: 'dark' }

/** The Millrace of a test file: started before its tests with these settings (MILLRACE_...), removed after them. */
export function startMillrace(settings: Readonly<Record<string, string>> = {}): Millrace {
  const millrace = new Millrace(settings)
  beforeAll(() => millrace.restart())
  afterAll(() => millrace.remove())
  return millrace
}

/** Visits of the pages of a Millrace. */
export interface Visits {
  open(path?: string, view?: View): Promise<Visit>
  /** Signed in as the administrator. */
  signedIn(path?: string, view?: View): Promise<Visit>
}

/** The browser of a test file: opened before its tests, closed after them. */
export function startBrowser(millrace: Millrace): Visits {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  const at = (path = '/') => new URL(path, millrace.url).href
  return {
    open: (path, view = wideView) => Visit.open(browser, at(path), view),
    async signedIn(path, view = wideView) {
      const visit = await Visit.open(browser, at(path), view, 'admin')
      await visit.signIn('admin', millrace.password)
      return visit
    },
  }
}
