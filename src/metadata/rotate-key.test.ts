import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { someOf } from '../testing/depth.ts'
import type { Metadata } from './open.ts'
import { rotateSecrets } from './rotate-key.ts'
import { instanceKeyFile, makeNextKey, takeNextKey } from './secrets/instance-key.ts'
import { Keyring } from './secrets/keyring.ts'
import { startChild } from './testing/child.ts'
import { isInFiles } from './testing/postgres.ts'
import { openTemporaryMetadata } from './testing/temporary.ts'
import { openSecrets } from './triggers/secrets.ts'

const headers = { Authorization: 'Bearer of a webhook' }
const webhook = { send_webhook_url: 'https://hooks.example/T0/path' }
const splunk_hec = { url: 'https://splunk.example:8088', token: 'of Splunk' }

/**
 * Metadata with a user, tokens, a session and a trigger that has secrets, and functions that check that all
 * of it is still there.
 */
async function inhabited(tokenCount = 3) {
  const { metadata, folder } = await openTemporaryMetadata()
  const { id } = await metadata.users.create({ username: 'ann', password: 'tree-house-7' })
  const owner = { userId: id, managesUsers: false }
  const keys: string[] = []
  for (let count = 0; count < tokenCount; count++)
    keys.push((await metadata.tokens.create(owner, {})).secret_key)
  await metadata.triggers.create(
    { userId: id, managesTriggers: false },
    { name: 'Fan', filter: [], send_webhook_headers: headers, ...webhook },
  )
  await metadata.forwarders.create({ name: 'Splunk', splunk_hec })
  const { cookie } = await metadata.identity.login('ann', 'tree-house-7', '::1')
  const isWhole = async ({ db, identity, tokens, forwarders, keyring }: Metadata) => {
    for (const key of keys) {
      expect(await identity.callerOfToken(key)).toMatchObject({ user: { username: 'ann' } })
      expect((await tokens.get(owner, key)).secret_key).toBe(key)
    }
    const [trigger] = await db.selectFrom('triggers').select(['id', 'sealed']).execute()
    expect(trigger && openSecrets(keyring, trigger)).toEqual({ headers, webhook })
    expect((await forwarders.getTarget(1)).target).toMatchObject(splunk_hec)
  }
  return { metadata, folder, owner, cookie, isWhole }
}

test('with a new key everything is there but sessions, and the old key opens nothing', async () => {
  const { metadata, folder, cookie, isWhole } = await inhabited()
  const file = instanceKeyFile(folder)
  const before = readFileSync(file)
  const next = new Keyring(makeNextKey(folder))
  expect(await rotateSecrets(metadata, next)).toMatchObject({
    tokens: 3,
    triggers: 1,
    forwarders: 1,
    sessions: 1,
  })
  takeNextKey(folder, next.fingerprint)
  await metadata.close()
  const { metadata: after } = await openTemporaryMetadata({ folder })
  await isWhole(after)
  expect(after.keyring.fingerprint).toBe(next.fingerprint)
  expect(await after.identity.callerOfSession(cookie)).toBeNull()
  expect(readFileSync(file).equals(before)).toBe(false)
  expect(readFileSync(`${file}.old`).equals(before)).toBe(true)
  await after.identity.login('ann', 'tree-house-7', '::1')
  await after.close()
  const old = openTemporaryMetadata({ folder, instanceKey: before.toString('hex') })
  await expect(old).rejects.toThrow('is not the one that the metadata')
})

test('a rotation that ended before its commit changed nothing, one that ended after it is completed', async () => {
  const { metadata, folder, isWhole } = await inhabited()
  makeNextKey(folder)
  await metadata.close()
  const { metadata: second } = await openTemporaryMetadata({ folder })
  await isWhole(second)
  const next = new Keyring(makeNextKey(folder))
  await rotateSecrets(second, next)
  await second.close()
  const { metadata: third } = await openTemporaryMetadata({ folder })
  await isWhole(third)
  expect(third.keyring.fingerprint).toBe(next.fingerprint)
  expect(existsSync(`${instanceKeyFile(folder)}.next`)).toBe(false)
})

test('a secret that the old key does not open is named, and left; such a token can be listed and revoked', async () => {
  const { metadata, folder, owner } = await inhabited()
  const { db } = metadata
  await db.updateTable('auth_tokens').set({ secret_sealed: 'v1.broken' }).where('id', '=', 2).execute()
  await db.updateTable('triggers').set({ sealed: 'v1.broken' }).execute()
  const next = new Keyring(makeNextKey(folder))
  expect(await rotateSecrets(metadata, next)).toEqual({
    tokens: 2,
    triggers: 0,
    forwarders: 1,
    unreadable: { tokens: [2], triggers: [1], forwarders: [] },
    sessions: 1,
  })
  takeNextKey(folder, next.fingerprint)
  await metadata.close()
  const { metadata: after } = await openTemporaryMetadata({ folder })
  const keys = async () =>
    (await after.tokens.list(owner, { offset: 0, limit: 10 })).objects.map(({ secret_key }) => secret_key)
  expect(await keys()).toEqual([
    expect.stringMatching(/^user-[0-9a-f]{48}$/),
    'user-????...',
    expect.stringMatching(/^user-[0-9a-f]{48}$/),
  ])
  await after.tokens.remove(owner, '2')
  expect(await keys()).toHaveLength(2)
  const viewer = { ...owner, managesTriggers: false }
  const lost = { hasLostSecrets: true, content: { send_webhook_headers: { Authorization: '' } } }
  expect((await after.triggers.list(viewer, { offset: 0, limit: 10 })).objects).toMatchObject([{ id: 1 }])
  await after.triggers.update(viewer, 1, { name: 'Other fan' })
  expect(await after.triggers.forActions([1])).toMatchObject([lost])
  await after.triggers.update(viewer, 1, { send_webhook_headers: headers })
  expect(await after.triggers.forActions([1])).toMatchObject([
    { hasLostSecrets: false, content: { send_webhook_headers: headers } },
  ])
})

test('a process that still has the old key stores nothing that it encrypts, and rotates nothing', async () => {
  const { metadata, folder, owner } = await inhabited()
  const { metadata: second } = await openTemporaryMetadata({ folder })
  await rotateSecrets(second, new Keyring(makeNextKey(folder)))
  const viewer = { ...owner, managesTriggers: false }
  const message = 'The instance key was rotated while this process ran'
  const draft = { name: 'Pump', filter: [] }
  for (const change of [
    () => metadata.tokens.create(owner, {}),
    () => metadata.triggers.create(viewer, { ...draft, send_webhook_headers: headers }),
    () => metadata.triggers.update(viewer, 1, { name: 'Other fan' }),
    () => metadata.forwarders.create({ name: 'Other Splunk', splunk_hec }),
    () => metadata.forwarders.update(1, { splunk_hec: { ...splunk_hec, token: 'of another' } }),
    () => metadata.nodes.claim('another', undefined),
    () => metadata.sessions.start(owner.userId, { address: '::1', network: '::1', agent: '' }),
    () => rotateSecrets(metadata, new Keyring(makeNextKey(folder))),
  ])
    await expect(change()).rejects.toThrow(message)
  await metadata.triggers.create(viewer, draft)
  await metadata.forwarders.create({ name: 'Copy', file: { name: 'copy' } })
})

test.runIf(!isInFiles)('not while a node runs, also one that started meanwhile', async () => {
  const { metadata, folder, isWhole } = await inhabited()
  const { id, name } = await metadata.nodes.claim('a folder', undefined)
  await metadata.nodes.markSeen(id, {
    url: 'http://127.0.0.1:1',
    counters: null,
    clockSkewMs: null,
    version: '1',
  })
  const rotation = rotateSecrets(metadata, new Keyring(makeNextKey(folder)))
  await expect(rotation).rejects.toThrow(`Stop all nodes first; these run, or did a moment ago: ${name}.`)
  await isWhole(metadata)
})

test.runIf(isInFiles)('killed at any moment it loses nothing', async () => {
  const { metadata, folder, isWhole } = await inhabited(100)
  await metadata.close()
  for (const round of someOf([0, 1, 2, 3, 4, 5], 2)) {
    const child = startChild(new URL('./testing/rotate-keys.ts', import.meta.url), folder)
    await once(child.lines, 'line')
    // Kills it at some moment in the next rotations, which take 30 ms each.
    await setTimeout(7 * round)
    await child.kill()
    const { metadata: after } = await openTemporaryMetadata({ folder })
    await isWhole(after)
    await after.close()
  }
})
