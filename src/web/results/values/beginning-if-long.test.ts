import { expect, test } from 'vitest'
import { beginningIfLong } from './beginning-if-long.ts'

const cases: [message: string, limit: number, beginning: string | undefined][] = [
  ['short', 5, undefined],
  ['longer', 5, 'longe'],
  ['a𝒳b', 2, 'a'],
  ['a𝒳b', 3, 'a𝒳'],
  ['\ud835ab', 2, '\ud835a'],
]
for (const [message, limit, beginning] of cases)
  test(`${JSON.stringify(message)} in ${limit}`, () =>
    expect(beginningIfLong(message, limit)).toBe(beginning))
