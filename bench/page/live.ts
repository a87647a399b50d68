import type { Browser } from 'playwright-core'
import { Client } from '../../scenarios/testing/client.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import type { Dashboard } from '../../src/schema/dashboards/dashboard.ts'
import { whole } from '../figures.ts'
import { Load } from '../watchers/load.ts'
import { openTab } from './browser.ts'
import { dashboard } from './dashboard.ts'
import { type Watched, watchTab } from './watch.ts'

const calmRate = 50
const busyRate = 10_000
/** Events continue past the last moment that is watched. */
const marginSeconds = 10

/** Watches a live search at both rates. */
export async function watchSearch(
  browser: Browser,
  millrace: Millrace,
  seconds: number,
): Promise<[view: string, Watched][]> {
  return [
    await watchView(browser, millrace, ['search, live', '/search?live=1', calmRate, seconds]),
    await watchView(browser, millrace, ['search, live', '/search?live=1', busyRate, seconds]),
  ]
}

/** Watches a dashboard of twelve widgets at the higher rate. */
export async function watchDashboard(
  browser: Browser,
  millrace: Millrace,
  seconds: number,
): Promise<[view: string, Watched]> {
  const answer = await new Client(millrace).post('/api/dashboards', dashboard)
  if (answer.status !== 201)
    throw new Error(`A dashboard was answered ${answer.status}: ${await answer.text()}`)
  // The shape of this route, which the API tests check.
  const { id } = (await answer.json()) as Dashboard
  return await watchView(browser, millrace, [
    'dashboard of 12 widgets',
    `/dashboards/${id}`,
    busyRate,
    seconds,
  ])
}

async function watchView(
  browser: Browser,
  millrace: Millrace,
  [title, path, rate, seconds]: [title: string, path: string, rate: number, seconds: number],
): Promise<[view: string, Watched]> {
  const tab = await openTab(browser, millrace)
  await tab.page.mouse.move(600, 20)
  await tab.page.goto(`${millrace.url}${path}`)
  const load = new Load()
  const sent = load.send(millrace.address('syslog_tcp'), rate, seconds + marginSeconds)
  // A failure is reported where it is awaited.
  sent.catch(() => {})
  const watched = await watchTab(tab, seconds)
  await tab.close()
  await sent
  const name = `${title}, ${whole(rate)} events/s, ${whole(seconds)} s`
  console.log(JSON.stringify([name, watched]))
  return [name, watched]
}
