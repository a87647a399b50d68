import { expect, test } from 'vitest'
import { RunMarker } from './run-marker.ts'
import { openTemporaryMetadata } from './testing/temporary.ts'

test('a run that did not end is known to the next one, and to that alone', async () => {
  const { metadata } = await openTemporaryMetadata()
  let now = 1_000_000
  const mark = () => new RunMarker(metadata.facts, () => now)
  expect(await mark().begin()).toBeUndefined()
  now = 2_000_000
  expect(await mark().begin()).toBe(1_000_000)
  await mark().end()
  expect(await mark().begin()).toBeUndefined()
  await metadata.close()
})
