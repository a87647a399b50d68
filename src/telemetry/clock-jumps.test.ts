import { expect, test } from 'vitest'
import { ClockJumps } from './clock-watch.ts'

test('a clock that is set forward or back is reported once, and remembered for a while; small steps are not', () => {
  let [wall, monotonic] = [1_000_000, 500]
  const warnings: string[] = []
  const jumps = new ClockJumps({ wall: () => wall, monotonic: () => monotonic }, line => warnings.push(line))
  const pass = (ms: number, byMs = 0) => {
    monotonic += ms
    wall += ms + byMs
    jumps.check()
  }
  pass(10_000)
  // Slewing by NTP does not add up to a jump.
  for (let at = 0; at < 10; at++) pass(10_000, 1_000)
  expect([warnings, jumps.within(3_600_000)]).toEqual([[], undefined])
  pass(10_000, 60_000)
  expect(jumps.within(0)).toEqual({ at: wall, byMs: 60_000 })
  pass(10_000)
  pass(10_000, -7_200_400)
  expect(jumps.within(0)).toEqual({ at: wall, byMs: -7_200_400 })
  expect(warnings).toEqual([
    'The clock of this machine was set forward by 60 s',
    'The clock of this machine was set back by 7200 s',
  ])
  pass(3_600_000)
  expect(jumps.within(3_600_000)?.byMs).toBe(-7_200_400)
  pass(1)
  expect(jumps.within(3_600_000)).toBeUndefined()
})
