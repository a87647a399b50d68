import { setTimeout } from 'node:timers/promises'
import { busySeconds, heapBytes, type Tab } from './browser.ts'

/** Long tasks are counted from here on, without the initial rendering. */
const warmUpSeconds = 30
const longTaskMs = 100
const heapEverySeconds = 30
/** The first reported measurement of the heap: by then all code has run. */
const heapFromSeconds = 60

/** Resources used by a tab while it was watched. */
export interface Watched {
  /** Share of the time that the main thread was busy, after the warm-up. */
  busy: number
  /** Milliseconds of the longest task after the warm-up. */
  longestTask: number
  /** Tasks over 100 ms after the warm-up. */
  longTasks: number
  /**
   * Bytes of the heap after a garbage collection: a minute after the start, at the end, and the maximum in
   * between.
   */
  heapBefore: number
  heapAfter: number
  heapMost: number
}

/** Watches an unused tab for this many seconds, at least a minute. */
export async function watchTab(tab: Tab, seconds: number): Promise<Watched> {
  // Runs in the page, since the bench has no DOM types.
  await tab.page.evaluate(`{
    globalThis.longTasks = []
    new PerformanceObserver(list => longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration])))
      .observe({ type: 'longtask', buffered: false })
  }`)
  await setTimeout(warmUpSeconds * 1_000)
  const since = await tab.page.evaluate<number>('performance.now()')
  const busyBefore = await busySeconds(tab)
  const began = performance.now()
  const heap: number[] = []
  for (let past = warmUpSeconds; ; past += heapEverySeconds) {
    const bytes = await heapBytes(tab)
    if (past >= Math.min(heapFromSeconds, seconds)) heap.push(bytes)
    if (past + heapEverySeconds > seconds) break
    await setTimeout(began + (past + heapEverySeconds - warmUpSeconds) * 1_000 - performance.now())
  }
  const busy = ((await busySeconds(tab)) - busyBefore) / ((performance.now() - began) / 1_000)
  const tasks = await tab.page.evaluate<[start: number, duration: number][]>('longTasks')
  const durations = tasks.filter(([start]) => start > since).map(([, duration]) => duration)
  return {
    busy,
    longestTask: Math.max(0, ...durations),
    longTasks: durations.filter(duration => duration > longTaskMs).length,
    heapBefore: heap[0] ?? Number.NaN,
    heapAfter: heap.at(-1) ?? Number.NaN,
    heapMost: Math.max(...heap),
  }
}
