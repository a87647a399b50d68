import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('sessions end when they are not used, and what they hold open with them', async () => {
  const { metadata, clock } = await openTemporaryMetadata({ sessionAge: 864_000, sessionIdle: 3_600 })
  const { identity, users, runMaintenance } = metadata
  await users.create({ username: 'ann', password: 'tree-house-7' })
  const [used, idle] = [
    await identity.login('ann', 'tree-house-7', '::1'),
    await identity.login('ann', 'tree-house-7', '::1'),
  ]
  const gone: unknown[] = []
  identity.onRevoked(one => gone.push(one))
  for (let hour = 0; hour < 3; hour++) {
    clock.seconds += 1_800
    expect(await identity.callerOfSession(used.cookie)).not.toBeNull()
    await runMaintenance()
  }
  expect(await identity.callerOfSession(idle.cookie)).toBeNull()
  expect(await metadata.sessions.list(1, undefined)).toHaveLength(1)
  expect(gone).toEqual([idle.caller.authenticatedBy])
})
