import { expect, test } from 'vitest'
import { markRunning, unmarkRunning } from './run-marker.ts'
import { openTemporaryMetadata } from './testing/temporary.ts'

test('a run that did not end is known to the next one, and to that alone', async () => {
  const { metadata } = await openTemporaryMetadata()
  let now = 1_000_000
  const run = { facts: metadata.facts, clock: () => now }
  expect(await markRunning(run)).toBeUndefined()
  now = 2_000_000
  expect(await markRunning(run)).toBe(1_000_000)
  await unmarkRunning(run)
  expect(await markRunning(run)).toBeUndefined()
  await metadata.close()
})
