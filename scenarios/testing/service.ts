import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startShared } from '../../src/storage/testing/shared-processes.ts'
import { type View, Visit } from './browser.ts'
import { openBrowser } from './chromium.ts'
import { Millrace } from './millrace.ts'

export const wideView: View = { width: 1280, height: 800, colorScheme: 'light' }
export const narrowView: View = { width: 390, height: 844, colorScheme: 'dark' }

/**
 * The Millrace of a test file: started before its tests with these settings (MILLRACE_...), removed after
 * them.
 */
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

/** Shared by all test files of this process; it ends with the process. */
let shared: Browser | undefined

/** A browser for the visits of a test file. Each visit has its own window and session. */
export function startBrowser(millrace: Millrace): Visits {
  let browser: Browser
  beforeAll(async () => {
    if (!shared?.isConnected()) shared = await startShared(() => openBrowser())
    browser = shared
  })
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
