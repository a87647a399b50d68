import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('an export has the triggers of an event in the order in which they fired, as a page has', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { id: userId } = await metadata.users.create({ username: 'ann' })
  const viewer = { userId, managesTriggers: false }
  const { id: first } = await metadata.triggers.create(viewer, { name: 'first', filter: [] })
  const { id: second } = await metadata.triggers.create(viewer, { name: 'second', filter: [] })
  const at = clock.now()
  const fires = [second, first].map(triggerId => ({ triggerId, eventId: 7, eventAt: at }))
  await metadata.matchRecords.write(writer => writer.add({ hits: [], fires, notifications: [], runs: [] }))
  const fired = new Map([[7, [second, first]]])
  expect(await metadata.firedTriggers.ofEvents([7])).toEqual(fired)
  expect(await metadata.firedTriggers.ofSpan(at, at + 1)).toEqual(fired)
})
