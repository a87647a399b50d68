import { setTimeout } from 'node:timers/promises'
import { busySeconds, heapBytes, type Tab } from './browser.ts'

/** Long tasks are counted from here on, so that the first drawing is not in them. */
const warmUpSeconds = 30
const longTaskMs = 100
const heapEverySeconds = 30

/** What a tab took while it was watched. */
export interface Watched {
  /** Share of the time that the main thread was busy, after the warm-up. */
  busy: number
  /** Milliseconds of the longest task after the warm-up. */
  longestTask: number
  /** Tasks over 100 ms after the warm-up. */
  longTasks: number
  /** Bytes of the heap after a garbage collection, every 30 s. */
  heap: number[]
}

/** Watches a tab that is left alone for so many seconds. */
export async function watchTab(tab: Tab, seconds: number): Promise<Watched> {
  // In the page: the bench has no types of the DOM.
  await tab.page.evaluate(`{
    globalThis.longTasks = []
    new PerformanceObserver(list => longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration])))
      .observe({ type: 'longtask', buffered: false })
  }`)
  await setTimeout(warmUpSeconds * 1_000)
  const since = await tab.page.evaluate<number>('performance.now()')
  const busyBefore = await busySeconds(tab)
  const began = performance.now()
  const heap = [await heapBytes(tab)]
  while (performance.now() - began < (seconds - warmUpSeconds) * 1_000) {
    await setTimeout(heapEverySeconds * 1_000)
    heap.push(await heapBytes(tab))
  }
  const busy = ((await busySeconds(tab)) - busyBefore) / ((performance.now() - began) / 1_000)
  const tasks = await tab.page.evaluate<[start: number, duration: number][]>('longTasks')
  const durations = tasks.filter(([start]) => start > since).map(([, duration]) => duration)
  return {
    busy,
    longestTask: Math.max(0, ...durations),
    longTasks: durations.filter(duration => duration > longTaskMs).length,
    heap,
  }
}
