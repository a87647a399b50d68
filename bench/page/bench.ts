import { setTimeout } from 'node:timers/promises'
import { openBrowser } from '../../scenarios/testing/chromium.ts'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import type { Dashboard } from '../../src/schema/dashboard.ts'
import { megabytes, millis, table, whole } from '../figures.ts'
import { Load } from '../watchers/load.ts'
import { openTab } from './browser.ts'
import { dashboard } from './dashboard.ts'
import { loadPages } from './loads.ts'
import { type Watched, watchTab } from './watch.ts'

const busyRate = 10_000
const calmRate = 50
const settleMillis = 5_000
/** Past the last moment that is watched. */
const marginSeconds = 20

const paths = [
  ['/search', '.result, [role=row]'],
  ['/dashboards', 'h1'],
  ['/dashboards/overview', 'h1'],
  ['/tasks', 'h1'],
  ['/reports', 'h1'],
  ['/ingest', 'h1'],
  ['/send', 'h1'],
  ['/rules', 'h1'],
  ['/people', 'h1'],
  ['/tokens', 'h1'],
  ['/account', 'h1'],
  ['/system', 'h1'],
] as const

/** What the page takes in a browser without a GPU; returns the part of bench/results.md. Seconds: how long each live view is watched. */
export async function benchPage(seconds: number): Promise<string> {
  const millrace = await Millrace.start()
  const browser = await openBrowser()
  try {
    const client = new Client(millrace)
    const filling = new Load()
    await filling.send(millrace.address('syslog_tcp'), calmRate * 20, 10)
    await setTimeout(settleMillis)
    const visits = await loadPages(browser, millrace, paths)

    const answer = await client.post('/api/dashboards', dashboard)
    if (answer.status !== 201)
      throw new Error(`A dashboard was answered ${answer.status}: ${await answer.text()}`)
    // The shape of this route, which the API tests check.
    const { id } = (await answer.json()) as Dashboard
    const watched: [string, Watched][] = []
    for (const [title, path, rate] of [
      ['search, live', '/search?live=1', calmRate],
      ['search, live', '/search?live=1', busyRate],
      ['dashboard of 12 widgets', `/dashboards/${id}`, busyRate],
    ] as const) {
      const tab = await openTab(browser, millrace)
      await tab.page.mouse.move(600, 20)
      await tab.page.goto(`${millrace.url}${path}`)
      const load = new Load()
      const sent = load.send(millrace.address('syslog_tcp'), rate, seconds + marginSeconds)
      // Told where it is waited for.
      sent.catch(() => {})
      watched.push([`${title}, ${whole(rate)} events/s`, await watchTab(tab, seconds)])
      console.log(JSON.stringify(watched.at(-1)))
      await tab.close()
      await sent
    }
    return [
      `Chromium without a GPU on the machine of the service. Each page is loaded with an empty cache and a session.`,
      table([
        ['page', 'script and style, compressed', 'first content', 'can be used', 'layout shift'],
        ...visits.map(({ path, bytes, painted, usable, shift }) => [
          path,
          `${millis(bytes / 1e3)} kB`,
          `${millis(painted)} ms`,
          `${millis(usable)} ms`,
          shift.toFixed(3),
        ]),
      ]),
      `Live views, watched for ${whole(seconds)} s each, the first 30 s apart. The heap is measured after a garbage collection.`,
      table([
        ['view', 'main thread busy', 'longest task', 'tasks over 100 ms', 'heap at first', 'heap at last'],
        ...watched.map(([title, { busy, longestTask, longTasks, heap }]) => [
          title,
          `${(busy * 100).toFixed(1)} %`,
          `${millis(longestTask)} ms`,
          whole(longTasks),
          megabytes(heap[0] ?? Number.NaN),
          megabytes(heap.at(-1) ?? Number.NaN),
        ]),
      ]),
    ].join('\n\n')
  } finally {
    await browser.close()
    await millrace.remove()
  }
}
