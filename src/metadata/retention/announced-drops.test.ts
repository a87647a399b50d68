import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('each node knows the days that any node drops next, until that node has ended', async () => {
  const { metadata, clock } = await openTemporaryMetadata()
  const { announcedDrops: drops, nodes } = metadata
  const [berlin, paris] = [await nodes.claim('a', 'berlin'), await nodes.claim('b', 'paris')]
  let changes = 0
  drops.onChange(() => void changes++)
  const at = clock.now()
  await drops.announce(berlin, 'events', ['20260101', '20260102'])
  await drops.announce(berlin, 'figures', ['20251201'])
  await drops.announce(paris, 'urgent', ['20260101'])
  // Changes nothing, since the node has announced no days of this kind.
  await drops.announce(paris, 'events', [])
  expect(changes).toBe(3)
  const ofBerlin = { nodeId: berlin.id, node: 'berlin', at }
  expect(await drops.list()).toEqual([
    { ...ofBerlin, kind: 'events', days: ['20260101', '20260102'] },
    { ...ofBerlin, kind: 'figures', days: ['20251201'] },
    { nodeId: paris.id, node: 'paris', at, kind: 'urgent', days: ['20260101'] },
  ])
  expect(await drops.announcedAt(berlin, 'events', '20260102')).toBe(at)
  expect(await drops.announcedAt(paris, 'events', '20260102')).toBeUndefined()

  clock.seconds += 3_600
  expect((await drops.list()).map(({ kind }) => kind)).toEqual(['events', 'figures'])
  await drops.announce(berlin, 'events', [])
  expect(await drops.announcedAt(berlin, 'events', '20260102')).toBeUndefined()
  clock.seconds += 3_600
  expect((await drops.list()).map(({ kind }) => kind)).toEqual(['events'])
})
