import { expect, test } from 'vitest'
import { clockFinding } from './servers.ts'

test.each([
  [-1_900, 'ok', "this machine's clock differs from PostgreSQL's by -1.9 s"],
  [
    3_600_040,
    'warning',
    "this machine's clock differs from PostgreSQL's by +3600.0 s: correct the wrong clock, and synchronize both with NTP",
  ],
])('a clock that is ahead by %s ms', (skewMs, level, text) => {
  expect(clockFinding(skewMs)).toEqual({ level, text })
})
