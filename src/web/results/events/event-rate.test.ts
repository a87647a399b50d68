import { expect, test } from 'vitest'
import { eventsPerSecond } from './event-rate.ts'

const seconds = (...counts: number[]) => counts.map((count, at) => ({ ts_from: at, ts_to: at + 1, count }))

const cases: [name: string, counts: number[], now: number, rate: number | undefined][] = [
  ['nothing yet', [], 5, undefined],
  ['only a part of a second', [7], 0.5, undefined],
  ['whole seconds only', [4, 6, 99], 2.5, 5],
  ['the last ten of them', [900, ...Array<number>(10).fill(50)], 11, 50],
]
for (const [name, counts, now, rate] of cases)
  test(name, () => expect(eventsPerSecond(seconds(...counts), now)).toBe(rate))
