import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { systemClock } from './clock.ts'

test('moments of the clock are microseconds that rise from one to the next', () => {
  const before = Date.now() * 1_000
  const moments = Array.from({ length: 500 }, () => systemClock())
  const after = Date.now() * 1_000
  for (const [index, moment] of moments.entries()) {
    expect(Number.isSafeInteger(moment)).toBe(true)
    if (index > 0) expect(moment).toBeGreaterThan(moments[index - 1] ?? Number.NaN)
  }
  expect(moments[0]).toBeGreaterThanOrEqual(before)
  // Moments within one millisecond differ by microseconds.
  expect(moments.at(-1)).toBeLessThan(after + 1_000)
})

test('tasks are ordered by the microsecond in which they were made', async () => {
  const { metadata } = await openTemporaryMetadata({ clock: systemClock })
  const { id } = await metadata.users.create({ username: 'ann' })
  const viewer = { userId: id, managesTasks: false }
  for (let count = 0; count < 30; count++) await metadata.tasks.create(viewer, { title: `${count}` })
  const order = [{ field: 'created_at', descending: true }] as const
  const { objects } = await metadata.tasks.list(viewer, { offset: 0, limit: 100, order })
  expect(objects.map(({ title }) => Number(title))).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i))
  expect(new Set(objects.map(({ created_at }) => created_at)).size).toBe(30)
})
