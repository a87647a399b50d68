import { expect, it } from 'vitest'
import { nextSequence, sequenceOf, spoolName } from './spool-name.ts'

it('gives names that sort by age and tell their number', () => {
  const older = nextSequence(0, Date.UTC(2001, 8, 10))
  const newer = nextSequence(older, Date.UTC(2100, 0, 1))
  expect(spoolName(older, 'ffffffffffff') < spoolName(newer, '000000000000')).toBe(true)
  expect(sequenceOf(spoolName(newer, '0123456789ab'))).toBe(newer)
  expect(newer).toBeLessThan(Number.MAX_SAFE_INTEGER)
})

it('continues when the clock is set back', () => {
  const last = nextSequence(0, 2_000_000_000_000)
  expect(nextSequence(last, 1_000_000_000_000)).toBe(last + 1)
})

it.each(['keys.log', 'broken', '0000000000000001-0123456789ab.v2.rb.tmp', '1-0123456789ab.v2.rb'])(
  '%s is no spool file',
  name => expect(sequenceOf(name)).toBeUndefined(),
)
