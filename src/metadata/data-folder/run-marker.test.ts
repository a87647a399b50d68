import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary.ts'
import { markRunning, unmarkRunning } from './run-marker.ts'

test('a run that did not end is known to the next one, and to that alone', () => {
  const folder = temporaryFolder()
  expect(markRunning(folder, () => 1_000_000)).toBeUndefined()
  expect(markRunning(folder, () => 2_000_000)).toBe(1_000_000)
  unmarkRunning(folder)
  expect(markRunning(folder, () => 3_000_000)).toBeUndefined()
})
