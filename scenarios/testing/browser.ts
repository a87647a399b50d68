import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { programPath } from './programs.ts'

/** How a person looks at the page. */
export interface View {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** Cookies of who has signed in. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

const actionTimeoutMs = 20_000
const serious = ['serious', 'critical']

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: programPath('chromium'),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  })
}

/** One person at the page: what they see, and what the browser complained of. */
export class Visit {
  readonly page: Page
  /** Errors on the console (violations of the content security policy among them), exceptions, failed requests. */
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
      // Every browser writes a 401 there by itself; before somebody has signed in it is the right answer.
      const refused = !this.#signedIn && message.text().includes('status of 401')
      if (message.type() === 'error' && !refused) this.browserErrors.push(`console: ${message.text()}`)
    })
    page.on('pageerror', error => this.browserErrors.push(`exception: ${error.message}`))
    page.on('response', response => {
      if (response.status() >= 500) this.browserErrors.push(`${response.status()} ${response.url()}`)
    })
  }

  static async open(browser: Browser, url: string, checkView: View): Promise<Visit> {
    const { width, height, colorScheme } = checkView
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' })
    const page = await context.newPage()
    const visit = new Visit(context, page, `${width}-${colorScheme}`)
    await page.goto(url)
    return visit
  }

  /** By the form the first time; then with the session of before: a service takes a few logins a minute only. */
  async signIn(username: string, password: string): Promise<void> {
    const { page } = this
    const who = `${username} at ${new URL(page.url()).origin}`
    const session = sessions.get(who)
    if (session) {
      await this.#context.addCookies(session)
      await page.reload()
    } else {
      await page.getByLabel('User name').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
    sessions.set(who, await this.#context.cookies())
    this.#signedIn = true
  }

  /** Keeps a picture in test-results/ and answers what is wrong with what is shown. */
  async checkView(name: string): Promise<string[]> {
    const { page } = this
    await page.screenshot({ path: `test-results/${name}-${this.#name}.png` })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations
      .filter(({ impact }) => serious.includes(impact ?? ''))
      .map(({ id, help, nodes }) => `${name}: ${id}, ${help}: ${nodes[0]?.html.slice(0, 200)}`)
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (overflow > 0) faults.push(`${name}: ${overflow} pixels stick out at the right`)
    return faults
  }

  /** Ends the visit. Fails for an error of the browser that does not match `expected`. */
  async close(expected?: RegExp): Promise<void> {
    await this.#context.close()
    expect(this.browserErrors.filter(error => !expected?.test(error))).toEqual([])
  }
}
