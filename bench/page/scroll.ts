import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../../scenarios/testing/chromium.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import { quantile } from '../figures.ts'
import { busySeconds, openTab, type Tab } from './browser.ts'

/** Timing of the frames that the browser drew while something moved. */
export interface Frames {
  rate: number
  /** Milliseconds from one frame to the next. */
  p95: number
  longest: number
  /** Share of a processor that the main thread used. */
  busy: number
}

/** Pixels per second of a continuously turned wheel: 50 rows. */
const wheelSpeed = 1_500
const moveEveryMs = 16
/** Pixels from the end of the list to the middle of the thumb there: there is a button in between. */
const scrollbarEnd = 20
const settleMs = 2_000

/** Scrolls the newest 100,000 rows or more, by wheel and by scrollbar, for this many seconds each. */
export async function scrollRows(millrace: Millrace, seconds: number): Promise<[way: string, Frames][]> {
  const browser = await openBrowser({ scrollbars: true })
  try {
    const tab = await openTab(browser, millrace)
    const { page } = tab
    await page.goto(`${millrace.url}/search?range=last_1_hours`)
    await page.locator('.result').nth(20).waitFor()
    await setTimeout(settleMs)
    const ways: [string, Frames][] = []
    for (const [way, scroll] of [
      ['wheel', () => turnWheel(tab, seconds)],
      ['scrollbar', () => dragScrollbar(page, seconds)],
    ] as const) {
      const before = await scrollTop(page)
      const busyBefore = await busySeconds(tab)
      const began = performance.now()
      const frames = await drawnWhile(browser, scroll)
      const past = (performance.now() - began) / 1_000
      const busy = ((await busySeconds(tab)) - busyBefore) / past
      const moved = Math.abs((await scrollTop(page)) - before)
      if (moved < wheelSpeed) throw new Error(`The ${way} moved the list by ${moved} pixels`)
      ways.push([way, framesOf(frames, busy)])
      await page.reload()
      await page.locator('.result').nth(20).waitFor()
      await setTimeout(settleMs)
    }
    return ways
  } finally {
    await browser.close()
  }
}

function framesOf(moments: readonly number[], busy: number): Frames {
  const gaps = moments.slice(1).map((at, i) => at - (moments[i] ?? at))
  const sum = gaps.reduce((all, gap) => all + gap, 0)
  return {
    rate: (gaps.length / sum) * 1_000,
    p95: quantile(gaps, 0.95),
    longest: Math.max(...gaps),
    busy,
  }
}

/**
 * Milliseconds at which the browser drew. The page's own frames would be too few: drawn rows are scrolled
 * without the main thread.
 */
async function drawnWhile(browser: Browser, scroll: () => Promise<void>): Promise<number[]> {
  const tracing = await browser.newBrowserCDPSession()
  const moments: number[] = []
  tracing.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, ph, ts } of value)
      if (name === 'Display::DrawAndSwap' && ph === 'X') moments.push(Number(ts) / 1_000)
  })
  await tracing.send('Tracing.start', { traceConfig: { includedCategories: ['viz'] } })
  await scroll()
  const complete = Promise.withResolvers<void>()
  tracing.once('Tracing.tracingComplete', () => complete.resolve())
  await tracing.send('Tracing.end')
  await complete.promise
  await tracing.detach()
  return moments.sort((a, b) => a - b)
}

const list = `document.querySelector('.found-list')`

async function scrollTop(page: Page): Promise<number> {
  return await page.evaluate<number>(`${list}.scrollTop`)
}

/** Wheel events as the browser gets them from the mouse. */
async function turnWheel({ page, protocol }: Tab, seconds: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  await protocol.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -wheelSpeed * seconds,
    speed: wheelSpeed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** From the top to the end of the list, evenly. */
async function dragScrollbar(page: Page, seconds: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  const [across, top] = [x + width - 5, y + scrollbarEnd]
  await page.mouse.move(across, top)
  await page.mouse.down()
  const began = performance.now()
  for (let past = 0; past < 1; ) {
    past = Math.min(1, (performance.now() - began) / (seconds * 1_000))
    await page.mouse.move(across, top + past * (height - 2 * scrollbarEnd))
    await setTimeout(moveEveryMs)
  }
  await page.mouse.up()
}

async function boxOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator('.found-list').boundingBox()
  if (!box) throw new Error('The list has no place on the page')
  return box
}
