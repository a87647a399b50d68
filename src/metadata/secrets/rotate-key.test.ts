import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Metadata } from '../open.ts'
import { startChild } from '../testing/child.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { openSecrets } from '../triggers/secrets.ts'
import { instanceKeyFile, makeNextKey, takeNextKey } from './instance-key.ts'
import { Keyring } from './keyring.ts'
import { rotateSecrets } from './rotate-key.ts'

const headers = { Authorization: 'Bearer of a webhook' }

/** Metadata with a user, tokens, a session and a trigger that has secrets, and what shows that all of it is there. */
async function inhabited(tokenCount = 3) {
  const { metadata, folder } = await openTemporaryMetadata()
  const { id } = await metadata.users.create({ username: 'ann', password: 'tree-house-7' })
  const owner = { userId: id, managesUsers: false }
  const keys: string[] = []
  for (let count = 0; count < tokenCount; count++)
    keys.push((await metadata.tokens.create(owner, {})).secret_key)
  await metadata.triggers.create(
    { userId: id, managesTriggers: false },
    { name: 'Fan', filter: [], send_webhook_headers: headers },
  )
  const { cookie } = await metadata.identity.login('ann', 'tree-house-7', '::1')
  const isWhole = async ({ db, identity, tokens, keyring }: Metadata) => {
    for (const key of keys) {
      expect(await identity.callerOfToken(key)).toMatchObject({ user: { username: 'ann' } })
      expect((await tokens.get(owner, key)).secret_key).toBe(key)
    }
    const [trigger] = await db.selectFrom('triggers').select(['id', 'sealed']).execute()
    expect(trigger && openSecrets(keyring, trigger)).toEqual({ headers })
  }
  return { metadata, folder, cookie, isWhole }
}

test('with a new key everything is there but sessions, and the old key opens nothing', async () => {
  const { metadata, folder, cookie, isWhole } = await inhabited()
  const file = instanceKeyFile(folder)
  const before = readFileSync(file)
  const next = new Keyring(makeNextKey(folder))
  expect(await rotateSecrets(metadata, next)).toEqual({ tokens: 3, triggers: 1, sessions: 1 })
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

test('one that fails at any secret leaves all as they were', async () => {
  const { metadata, folder, isWhole } = await inhabited()
  const broken = metadata.db.updateTable('auth_tokens').set({ secret_sealed: 'v1.broken' })
  const { secret_sealed } = await metadata.db
    .selectFrom('auth_tokens')
    .select('secret_sealed')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  await broken.where('id', '=', 3).execute()
  await expect(rotateSecrets(metadata, new Keyring(makeNextKey(folder)))).rejects.toThrow()
  await metadata.db.updateTable('auth_tokens').set({ secret_sealed }).where('id', '=', 3).execute()
  await isWhole(metadata)
  expect(await metadata.db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test.runIf(isInFiles)('killed at any moment it loses nothing', async () => {
  const { metadata, folder, isWhole } = await inhabited(200)
  await metadata.close()
  for (let round = 0; round < 6; round++) {
    const child = startChild(new URL('../testing/rotate-keys.ts', import.meta.url), folder)
    await once(child.lines, 'line')
    // Somewhere within the next rotations, of 30 ms each.
    await setTimeout(7 * round)
    await child.kill()
    const { metadata: after } = await openTemporaryMetadata({ folder })
    await isWhole(after)
    await after.close()
  }
})
