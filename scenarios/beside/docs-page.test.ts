import { expect, test } from 'vitest'
import { Client } from '../testing/client.ts'
import { startBrowser, startMillrace, wideView } from '../testing/service.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()
const visits = startBrowser(millrace)

/** Operations in the description, by their names on the page. */
async function described(): Promise<string[]> {
  const answer = await new Client(millrace).get('/api/schema')
  expect(answer.status).toBe(200)
  // An OpenAPI document, which the tests of the description check.
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
}

test('the description shows every operation, and loads nothing that fails', async () => {
  // It can be read without signing in.
  const visit = await visits.open('about:blank', { ...wideView, height: 4_000 })
  const { page } = visit
  const loaded: { url: string; status: number }[] = []
  const failed: string[] = []
  page.on('response', response => loaded.push({ url: response.url(), status: response.status() }))
  page.on('requestfailed', request => failed.push(request.url()))
  await page.goto(`${millrace.url}/api/docs`)
  const operations = page.locator('.opblock-summary')
  const wanted = await described()
  expect(wanted.length).toBeGreaterThan(40)
  await operations.first().waitFor()
  // Only the part near the window is drawn, so the window is high.
  const shown = new Set<string>()
  await until('all operations', async () => {
    const inView = await operations.evaluateAll(summaries =>
      summaries.map(summary => {
        const textOf = (part: string) =>
          summary.querySelector(part)?.textContent?.replaceAll('\u200b', '') ?? ''
        return `${textOf('.opblock-summary-method')} ${textOf('.opblock-summary-path')}`
      }),
    )
    for (const operation of inView) shown.add(operation)
    await page.evaluate('scrollBy(0, innerHeight / 2)')
    return shown.size >= wanted.length
  })
  expect([...shown].sort()).toEqual(wanted.sort())

  await page.evaluate('scrollTo(0, 0)')

  await operations.filter({ hasText: '/api/query' }).first().click()
  await page.locator('.opblock.is-open .opblock-section').first().waitFor()
  expect(loaded.map(({ url }) => new URL(url).pathname)).toContain('/api/schema')
  expect(loaded.filter(({ url, status }) => status !== 200 || !url.startsWith(millrace.url))).toEqual([])
  expect(failed).toEqual([])
  await page.screenshot({ path: 'test-results/docs.png' })
  await visit.close()
})

test('the address may end with a slash', async () => {
  const visit = await visits.open('/api/docs/', wideView)
  await visit.page.locator('.opblock-summary').first().waitFor()
  await visit.close()
})
