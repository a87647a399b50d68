import axe, { type AxeResults, type RunOnly, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { recordAxeCheck } from './axe-record.ts'

/** Size and colour scheme of a browser window. */
export interface View {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** Session cookies, by user and service. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

const sessionName = (username: string | undefined, url: string) => `${username} at ${new URL(url).origin}`

/**
 * Much more than any page needs on a busy machine, and less than a test's limit: the error then names the
 * missing element.
 */
const actionTimeoutMs = 120_000
/** Rules of axe: WCAG 2.2 AA and best practice beyond it. */
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** A new window belongs to a user who has ended the tour, unless the service knows better. */
const endedTour = `try {
  localStorage['millrace.preferences'] ??= '{"tour":true,"unsaved":["tour"]}'
} catch {}`

/** A browser window with its own session, and the browser's errors. */
export class Visit {
  readonly page: Page
  /**
   * Errors on the console (violations of the content security policy among them), exceptions, failed
   * requests. A 404 for a query is an error even if the page handles it: the page aborts its requests for a
   * query before it removes the query, and sends none later (src/web/live/page-queries.ts). A test that
   * removes a query behind the page's back passes the 404 to `close`.
   */
  readonly browserErrors: string[] = []
  readonly #context: BrowserContext
  readonly #name: string
  #signedIn = false

  private constructor(context: BrowserContext, page: Page, name: string) {
    this.#context = context
    this.page = page
    this.#name = name
    page.setDefaultTimeout(actionTimeoutMs)
    page.on('console', message => {
      // The browser logs a 401, which is correct before sign-in.
      const refused = !this.#signedIn && message.text().includes('status of 401')
      if (message.type() === 'error' && !refused)
        this.browserErrors.push(`console: ${message.text()} at ${message.location().url}`)
    })
    page.on('pageerror', error => this.browserErrors.push(`exception: ${error.message}`))
    page.on('response', response => {
      if (response.status() >= 500) this.browserErrors.push(`${response.status()} ${response.url()}`)
    })
  }

  /** Opens the page in a new window, signed in if this user has a session from an earlier visit. */
  static async open(browser: Browser, url: string, view: View, username?: string): Promise<Visit> {
    const { width, height, colorScheme } = view
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      timezoneId: 'UTC',
      // Animations use up to a fifth of a processor as long as a page is open.
      reducedMotion: 'reduce',
    })
    await context.addInitScript(endedTour)
    const page = await context.newPage()
    const visit = new Visit(context, page, `${width}-${colorScheme}`)
    const session = sessions.get(sessionName(username, url))
    if (session) {
      await context.addCookies(session)
      visit.#signedIn = true
    }
    await page.goto(url)
    return visit
  }

  /** Uses the form unless the visit has a session: logins are rate-limited. */
  async signIn(username: string, password: string): Promise<void> {
    const { page } = this
    if (!this.#signedIn) {
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
    sessions.set(sessionName(username, page.url()), await this.#context.cookies())
    this.#signedIn = true
  }

  /** Accessibility faults and overflow. With faults, saves a screenshot in test-results/. */
  async checkView(name: string): Promise<string[]> {
    const { page } = this
    const faults = await axeFaults(page, name, { type: 'tag', values: axeTags })
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (overflow > 0) faults.push(`${name}: ${overflow} pixels stick out at the right`)
    if (faults.length > 0) await page.screenshot({ path: `test-results/${name}-${this.#name}.png` })
    return faults
  }

  /** Contrast faults in the other colour scheme; `checkView` checks the view itself. */
  async checkOtherScheme(name: string): Promise<string[]> {
    const { page } = this
    const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches")
    await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
    const faults = await axeFaults(page, `${name}, ${isDark ? 'light' : 'dark'}`, {
      type: 'rule',
      values: ['color-contrast', 'link-in-text-block'],
    })
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    return faults
  }

  /** Ends the visit. Fails on a browser error that does not match `expected`. */
  async close(expected?: RegExp): Promise<void> {
    await this.#context.close()
    expect(this.browserErrors.filter(error => !expected?.test(error))).toEqual([])
  }
}

/** Runs axe once animations have ended: during them, colours belong to no state. */
async function axeFaults(page: Page, name: string, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  await page.evaluate(motionEnd)
  const options: RunOptions = { runOnly, resultTypes: ['violations'], iframes: false, selectors: false }
  const { violations, passes } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  const scheme = await page.evaluate<'light' | 'dark'>(schemeOfPage)
  recordAxeCheck({
    state: name.replace(/, (light|dark)$/, ''),
    page: new URL(page.url()).pathname.replace(/\d+/g, 'N'),
    width: page.viewportSize()?.width ?? 0,
    scheme,
    rules: passes.length + violations.length,
    violations: violations.length,
  })
  return violations.map(
    ({ id, help, nodes: [node, ...more] }) =>
      `${name}: ${id}, ${help}: ${node?.html.slice(0, 200)} (${more.length + 1}) ${node?.failureSummary}`,
  )
}

const schemeOfPage = "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"

/** Waits for transitions and for animations that end on their own. */
const motionEnd = `(async () => {
  const running = () =>
    document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity && one.playState === 'running')
  while (running().length > 0) await Promise.allSettled(running().map(one => one.finished))
})()`
