import { setTimeout } from 'node:timers/promises'
import { openBrowser } from '../../scenarios/testing/chromium.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { millis, table, whole } from '../figures.ts'
import { Load } from '../watchers/load.ts'
import { watchDashboard, watchSearch } from './live.ts'
import { loadPages } from './loads.ts'
import { scrollRows } from './scroll.ts'
import type { Watched } from './watch.ts'

export const pageParts = ['loads', 'scroll', 'search', 'dashboard'] as const
export type PagePart = (typeof pageParts)[number]

const settleMillis = 5_000
const rows = 100_000
const fillSeconds = 10
const scrollSeconds = 10

const paths = [
  ['/search', '.result, [role=row]'],
  ['/dashboards', 'h1'],
  ['/dashboards/overview', 'h1'],
  ['/tasks', 'h1'],
  ['/triggers', 'h1'],
  ['/notifications', 'h1'],
  ['/reports', 'h1'],
  ['/ingest', 'h1'],
  ['/send', 'h1'],
  ['/rules', 'h1'],
  ['/people', 'h1'],
  ['/tokens', 'h1'],
  ['/account', 'h1'],
  ['/system', 'h1'],
] as const

/**
 * The page's resource use in a browser without a GPU; returns these parts of bench/results.md. Seconds: how
 * long the dashboard is watched; the live searches twice as long.
 */
export async function benchPage(seconds: number, parts: readonly PagePart[] = pageParts): Promise<string> {
  const millrace = await Millrace.start()
  const browser = await openBrowser()
  try {
    await new Load().send(millrace.address('syslog_tcp'), rows / fillSeconds, fillSeconds)
    await setTimeout(settleMillis)
    const text = ['Chromium without a GPU on the machine of the service.']
    if (parts.includes('loads')) {
      const visits = await loadPages(browser, millrace, paths)
      text.push(
        'Each page is loaded with an empty cache and a session.',
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
      )
    }
    if (parts.includes('scroll')) {
      const ways = await scrollRows(millrace, scrollSeconds)
      text.push(
        `A result of ${whole(rows)} rows is scrolled for ${scrollSeconds} s: by a wheel, 50 rows a second, and by the scrollbar, from the first row to the last. Frames are those that the browser drew.`,
        table([
          ['by', 'frames/s', 'frame time, p95', 'longest', 'main thread busy'],
          ...ways.map(([way, { rate, p95, longest, busy }]) => [
            way,
            rate.toFixed(1),
            `${p95.toFixed(1)} ms`,
            `${millis(longest)} ms`,
            `${(busy * 100).toFixed(1)} %`,
          ]),
        ]),
      )
    }
    const watched: [string, Watched][] = []
    if (parts.includes('search')) watched.push(...(await watchSearch(browser, millrace, seconds * 2)))
    if (parts.includes('dashboard')) watched.push(await watchDashboard(browser, millrace, seconds))
    if (watched.length > 0)
      text.push(
        'Live views; the first 30 s are left out of what the main thread did. The heap is measured after a garbage collection every 30 s, from the first minute on.',
        table([
          [
            ...['view', 'main thread busy', 'longest task', 'tasks over 100 ms'],
            ...['heap after 1 min', 'most', 'at the end'],
          ],
          ...watched.map(([title, { busy, longestTask, longTasks, ...heap }]) => [
            title,
            `${(busy * 100).toFixed(1)} %`,
            `${millis(longestTask)} ms`,
            whole(longTasks),
            ...[heap.heapBefore, heap.heapMost, heap.heapAfter].map(
              bytes => `${(bytes / 1e6).toFixed(1)} MB`,
            ),
          ]),
        ]),
      )
    return text.join('\n\n')
  } finally {
    await browser.close()
    await millrace.remove()
  }
}
