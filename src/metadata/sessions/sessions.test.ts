import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { maxSessions } from './sessions.ts'

test('sessions end when they are not used, and what they hold open with them', async () => {
  const { metadata, clock } = await openTemporaryMetadata({
    sessionAgeSeconds: 864_000,
    sessionIdleSeconds: 3_600,
  })
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

const origin = { address: '::1', network: '::1', agent: '' }

test('a sign-in that replaces a session ends no other one', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { sessions, users } = metadata
  const { id: ann } = await users.create({ username: 'ann' })
  const started = []
  for (let n = 0; n < maxSessions; n++) started.push(await sessions.start(ann, origin))
  const replacing = await sessions.start(ann, { ...origin, replaces: started.at(-1)?.cookie })
  const kept = [...started.slice(0, -1), replacing].map(({ id }) => String(id))
  expect((await sessions.list(ann, undefined)).map(({ id }) => String(id)).sort()).toEqual(kept.sort())
})
