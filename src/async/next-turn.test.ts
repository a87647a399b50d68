import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTurn } from './next-turn.ts'

const longestRestMs = 50

/** What happened, in order. */
let log: string[] = []
let nowMs = 0

beforeEach(() => {
  log = []
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const { setTimeout } = timers
  // Longer waits are of other files' work, which may still run in this process.
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0, ...rest) => {
    if (ms > longestRestMs) return await setTimeout(ms, ...rest)
    log.push(`rest ${ms}`)
  })
  syncBuiltinESMExports()
})

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Runs two slices of work, each of which moves the clock by `sliceMs`. `turn`: how it waits for its turn. */
async function work(name: string, sliceMs: number, turn: () => Promise<unknown> = nextTurn): Promise<void> {
  for (let slice = 0; slice < 2; slice++) {
    await turn()
    nowMs += sliceMs
    log.push(`${name} ${sliceMs}`)
  }
}

test.each([
  ['the caller', nextTurn],
  ["the caller's caller", async () => await nextTurn()],
])('the thread rests as long as each slice took, awaited by %s', async (_, turn) => {
  await Promise.all([work('a', 15, turn), work('b', 90, turn)])
  // Waits for the pause after the last slice.
  await nextTurn()
  expect(log).toEqual(['a 15', 'rest 15', 'b 90', 'rest 50', 'a 15', 'rest 15', 'b 90', 'rest 50'])
})

test('one loop rests too, and other work has turns of the event loop between its slices', async () => {
  const loop = work('a', 15)
  await timers.setImmediate()
  log.push('another request')
  await loop
  await nextTurn()
  expect(log.filter(entry => entry !== 'another request')).toEqual(['a 15', 'rest 15', 'a 15', 'rest 15'])
  expect(log.indexOf('another request')).toBeLessThan(log.lastIndexOf('a 15'))
})

test('there is no rest after a slice that took no time', async () => {
  await work('a', 0)
  await nextTurn()
  expect(log).toEqual(['a 0', 'a 0'])
})
