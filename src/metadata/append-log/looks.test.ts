import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Looks } from './looks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `changesAt`: milliseconds at which entries are added. A look reads all of them up to then. */
function openLooks(changesAt: readonly number[]) {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  const looked: number[] = []
  let read = 0
  const readNow = () => {
    looks.reading()
    const known = changesAt.filter(at => at <= elapsed()).length
    if (known > read) looks.found()
    read = known
  }
  const looks = new Looks(() => {
    looked.push(elapsed())
    readNow()
  })
  return { looks, looked, readNow, isAllRead: () => read === changesAt.length }
}

test('a notification is read at once, and then the log is looked at until nothing comes any more', () => {
  const { looks, looked, isAllRead } = openLooks([0, 30, 90, 150, 310])
  looks.notified()
  vi.advanceTimersByTime(60_000)
  expect([looked, isAllRead()]).toEqual([[0, 100, 200, 300, 400, 500, 600, 700], true])
  looks.notified()
  expect(looked.length).toBe(9)
})

test('notifications between two looks cause no further one', () => {
  const { looks, looked } = openLooks([0, 40, 50, 60])
  looks.notified()
  for (let times = 0; times < 3; times++) {
    vi.advanceTimersByTime(20)
    looks.notified()
  }
  vi.advanceTimersByTime(40)
  expect(looked).toEqual([0, 100])
})

test('a read for another reason counts as a look', () => {
  const { looks, looked, readNow, isAllRead } = openLooks([0, 120, 180])
  looks.notified()
  vi.advanceTimersByTime(90)
  readNow()
  vi.advanceTimersByTime(80)
  readNow()
  vi.advanceTimersByTime(110)
  expect([looked, isAllRead()]).toEqual([[0, 270], true])
})

test('after its own notification a node looks for changes of others that send none', () => {
  const { looks, looked, isAllRead } = openLooks([50])
  looks.notified(true)
  expect(looked).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect([looked, isAllRead()]).toEqual([[100, 200, 300, 400], true])
})

test('nothing is looked at after the end', () => {
  const { looks, looked } = openLooks([0])
  looks.notified()
  looks.close()
  vi.advanceTimersByTime(1_000)
  expect(looked).toEqual([0])
})
