import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const defaults = { days: 30, bytes: 0 }

test('unchanged values are as the settings of the service say, also after a restart', async () => {
  const first = await openTemporaryMetadata()
  const { retention } = first.metadata
  let changes = 0
  retention.onChange(() => changes++)
  expect(await retention.get()).toEqual({ days: null, bytes: null, changedAt: null, changedBy: null })
  expect(await retention.limits(defaults)).toEqual(defaults)
  await retention.change({ days: 7 }, 'ann')
  expect(await retention.limits(defaults)).toEqual({ days: 7, bytes: 0 })
  await retention.change({ bytes: 5_000 }, 'bob')
  expect(await retention.limits({ days: 90, bytes: 1 })).toEqual({ days: 7, bytes: 5_000 })
  expect(changes).toBe(2)
  await first.metadata.close()
  const { metadata } = await openTemporaryMetadata({ folder: first.folder })
  expect(await metadata.retention.get()).toMatchObject({ days: 7, bytes: 5_000, changedBy: 'bob' })
  await metadata.retention.change({ days: null, bytes: null }, 'bob')
  expect(await metadata.retention.limits(defaults)).toEqual(defaults)
})
