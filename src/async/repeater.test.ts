import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Repeater } from './repeater.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A Repeater whose runs take `takesMs`. Records when each began. */
function repeater(takesMs = 0, fails: (run: number) => boolean = () => false) {
  const started = Date.now()
  const begins: number[] = []
  const errors: unknown[] = []
  const work = async () => {
    const run = begins.push(Date.now() - started)
    await new Promise<void>(resolve => void setTimeout(resolve, takesMs))
    if (fails(run)) throw new Error(`run ${run} failed`)
  }
  return { begins, errors, runs: new Repeater(work, error => void errors.push(String(error))) }
}

test.each<[what: string, act: (runs: Repeater) => void, begins: number[]]>([
  ['nothing on its own', () => {}, []],
  ['one run for all calls of one turn', runs => [runs.run(), runs.run(), runs.run()], [0]],
  [
    'one more run for all calls during a run',
    runs => {
      void runs.run()
      setTimeout(() => [runs.run(), runs.run()], 10)
      setTimeout(() => runs.run(), 20)
    },
    [0, 30],
  ],
  ['a run after each pause', runs => runs.start(40), [40, 110, 180]],
  ['a pause from the end of a run that was asked for', runs => [runs.start(40), runs.run()], [0, 70, 140]],
  ['a run in some time, instead of the time before', runs => [runs.runIn(10), runs.runIn(100)], [100]],
  ['no timed run beside one that was asked for', runs => [runs.runIn(10), runs.run()], [0]],
  ['no run after the end', runs => [runs.start(40), runs.close(), runs.run(), runs.runIn(1)], []],
  [
    'no waiting run after the end',
    runs => {
      void runs.run()
      setTimeout(() => [runs.run(), runs.close()], 10)
    },
    [0],
  ],
])('%s', async (_what, act, expected) => {
  const { begins, errors, runs } = repeater(30)
  act(runs)
  await vi.advanceTimersByTimeAsync(200)
  expect(begins).toEqual(expected)
  expect(errors).toEqual([])
})

test('a call resolves with the end of a run that began after it', async () => {
  const { runs } = repeater(30)
  const ended: string[] = []
  void runs.run().then(() => ended.push('first'))
  await vi.advanceTimersByTimeAsync(10)
  void runs.run().then(() => ended.push('second'))
  void runs.idle().then(() => ended.push('idle'))
  await vi.advanceTimersByTimeAsync(30)
  expect(ended).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(30)
  expect(ended).toEqual(['first', 'second', 'idle'])
  expect(runs.isRunning).toBe(false)
})

test('a failed run is reported, and the next one runs', async () => {
  const { begins, errors, runs } = repeater(0, run => run === 1)
  runs.start(10)
  void runs.run()
  await vi.advanceTimersByTimeAsync(15)
  expect(errors).toEqual(['Error: run 1 failed'])
  expect(begins).toHaveLength(2)
})

test('close waits for the current run', async () => {
  const { runs } = repeater(30)
  void runs.run()
  await vi.advanceTimersByTimeAsync(10)
  let isClosed = false
  void runs.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(10)
  expect([isClosed, runs.isClosed]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(10)
  expect(isClosed).toBe(true)
})
