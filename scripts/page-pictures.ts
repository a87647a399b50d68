/**
 * `node scripts/page-pictures.ts` (after `npm run build`): renews the pictures of docs/images that docs/page.md and README.md show. Starts the
 * service with the logs of the demo and takes them with Debian's Chromium.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { openBrowser } from '../scenarios/testing/chromium.ts'
import { Millrace } from '../scenarios/testing/millrace.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const settleMs = 2_500

interface Picture {
  name: string
  path: string
  /** Wide and light where nothing else is said. */
  phone?: true
  dark?: true
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

const pictures: readonly Picture[] = [
  { name: 'search', path: '/search' },
  { name: 'search-dark', path: '/search?f=severity:le:4', dark: true },
  {
    name: 'search-completion',
    path: '/search?f=program:eq:nginx',
    act: page => page.getByRole('combobox', { name: 'Search in messages' }).pressSequentially('host:'),
  },
  { name: 'patterns', path: '/search?view=patterns' },
  {
    name: 'event',
    path: '/search?f=program:eq:sshd',
    act: page => page.locator('.result .cell-message').nth(2).click(),
  },
  { name: 'live', path: '/search?live=1' },
  { name: 'time', path: '/search', act: page => page.keyboard.press('t') },
  { name: 'palette', path: '/search', act: page => page.keyboard.press('Control+k') },
  { name: 'dashboard', path: '/dashboards/overview' },
  { name: 'dashboard-dark', path: '/dashboards/overview', dark: true },
  { name: 'dashboards', path: '/dashboards' },
  { name: 'tasks', path: '/tasks' },
  { name: 'ingest', path: '/ingest' },
  { name: 'send', path: '/send' },
  { name: 'rules', path: '/rules?new=1' },
  { name: 'system', path: '/system' },
  { name: 'search-phone', path: '/search', phone: true },
]

const millrace = await Millrace.start({ MILLRACE_DEMO: 'true' })
const browser = await openBrowser()
try {
  const start = await browser.newContext()
  const first = await start.newPage()
  await first.goto(millrace.url)
  await first.getByLabel('User name').fill('admin')
  await first.getByLabel('Password').fill(millrace.password)
  await first.getByRole('button', { name: 'Sign in' }).click()
  await first.locator('.result').nth(20).waitFor({ timeout: 60_000 })
  const cookies = await start.cookies()
  await start.close()
  for (const { name, path, phone, dark, act } of pictures) {
    const context = await browser.newContext({
      viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      timezoneId: 'UTC',
    })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.goto(millrace.url + path)
    await page.waitForTimeout(settleMs)
    await act?.(page)
    await page.waitForTimeout(settleMs)
    await page.screenshot({ path: `${folder}${name}.png` })
    await context.close()
    console.log(name)
  }
} finally {
  await browser.close()
  await millrace.remove()
}
