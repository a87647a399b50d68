import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Caller, permissions, type Revocation } from '../identity/identity.ts'
import { insertUser } from '../people/users.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

/** A hash with the lowest cost, so that the tests are fast. */
function weakHash(password: string): string {
  const salt = Buffer.from('salt')
  const hash = scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 })
  return `scrypt$1$1$1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

async function openInhabited() {
  const opened = await openTemporaryMetadata()
  const { db, clock, groups, tokens, users } = opened.metadata
  const admin = { username: 'admin', passwordHash: null, isAdmin: true }
  await db.transaction().execute(transaction => insertUser(transaction, admin, clock()))
  const { secret_key: token } = await tokens.create({ userId: 1, managesUsers: true }, {})
  const group = await groups.create({ name: 'net', permissions: ['search'], hosts: ['fw-*'] })
  const ann = await users.create({ username: 'ann', first_name: 'Ann', groups: [group.id] })
  const hash = { password_hash: weakHash('correct horse') }
  await db.updateTable('users').set(hash).where('id', '=', ann.id).execute()
  const gone: Revocation[] = []
  opened.metadata.identity.onRevoked(item => void gone.push(item))
  const own = { userId: ann.id, managesUsers: false }
  return { ...opened, token, ann, own, gone, identity: opened.metadata.identity }
}

function shown(caller: Caller | null) {
  return caller && { ...caller, permissions: [...caller.permissions] }
}

describe('tokens', () => {
  test('prove their user, with the rights of it', async () => {
    const { identity, token, metadata, own } = await openInhabited()
    expect(shown(await identity.callerOfToken(token))).toEqual({
      kind: 'user',
      user: { id: 1, username: 'admin', fullname: 'admin' },
      permissions: [...permissions],
      hosts: ['*'],
      authenticatedBy: { token: 1 },
    })
    const created = await metadata.tokens.create(own, {})
    expect(shown(await identity.callerOfToken(created.secret_key))).toEqual({
      kind: 'user',
      user: { id: own.userId, username: 'ann', fullname: 'Ann' },
      permissions: ['search'],
      hosts: ['fw-*'],
      authenticatedBy: { token: created.id },
    })
  })

  test('of type INGEST open nothing else', async () => {
    const { identity, metadata, own } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, { token_type: 'INGEST' })
    expect(shown(await identity.callerOfToken(secret_key))).toMatchObject({
      kind: 'ingest',
      user: { username: 'ann' },
      permissions: [],
      hosts: [],
    })
  })

  test.each([
    '',
    'user-',
    `user-${'0'.repeat(48)}`,
    `ingest-${'0'.repeat(48)}`,
    "user-' or 1=1 --",
    'x'.repeat(100_000),
  ])('that do not exist prove no user', async secret => {
    const { identity, token } = await openInhabited()
    expect(await identity.callerOfToken(secret)).toBeNull()
    expect(await identity.callerOfToken(token.toUpperCase())).toBeNull()
    expect(await identity.callerOfToken(` ${token}`)).toBeNull()
    expect(await identity.callerOfSession(token)).toBeNull()
  })

  test('that are removed are gone at once, and everybody hears of it', async () => {
    const { identity, metadata, own, gone } = await openInhabited()
    const { id, secret_key } = await metadata.tokens.create(own, {})
    expect(await identity.callerOfToken(secret_key)).not.toBeNull()
    await metadata.tokens.remove(own, secret_key)
    expect(gone).toEqual([{ token: id }])
    expect(await identity.callerOfToken(secret_key)).toBeNull()
  })

  test('that expire are gone at that moment, and everybody hears of it with the next tending', async () => {
    const { identity, metadata, own, gone, clock } = await openInhabited()
    const { id, secret_key } = await metadata.tokens.create(own, { expires_at: clock.seconds + 1 })
    expect(await identity.callerOfToken(secret_key)).not.toBeNull()
    await metadata.runMaintenance()
    expect(gone).toEqual([])
    clock.seconds += 1
    expect(await identity.callerOfToken(secret_key)).toBeNull()
    await metadata.runMaintenance()
    expect(gone).toEqual([{ token: id }])
  })

  test('remember their last use, in batches', async () => {
    const { identity, metadata, own, clock } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    const lastUse = async () => (await metadata.tokens.get(own, secret_key)).last_used_at
    await identity.callerOfToken(secret_key)
    await metadata.runMaintenance()
    expect(await lastUse()).toBeNull()
    clock.seconds += 1
    await identity.callerOfToken(secret_key)
    const used = clock.seconds
    clock.seconds += 10
    await metadata.runMaintenance()
    expect(await lastUse()).toBe(used)
  })
})

describe('sessions', () => {
  test('begin with the right password and last as long as they should', async () => {
    const { identity, ann, clock, gone, metadata } = await openInhabited()
    const { caller, cookie, maxAgeSeconds } = await identity.login('ANN', 'correct horse', '::1')
    expect(maxAgeSeconds).toBe(3_600)
    expect(cookie).toMatch(/^[\w-]{43}$/)
    expect(shown(caller)).toMatchObject({
      kind: 'user',
      user: { id: ann.id },
      hosts: ['fw-*'],
      authenticatedBy: { session: '1' },
    })
    expect(await identity.callerOfSession(cookie)).toEqual(caller)
    expect((await metadata.users.get(ann.id)).last_login_at).toBe(clock.seconds)
    clock.seconds += 3_599
    expect(await identity.callerOfSession(cookie)).toEqual(caller)
    clock.seconds += 1
    expect(await identity.callerOfSession(cookie)).toBeNull()
    await metadata.runMaintenance()
    expect(gone).toEqual([{ session: '1' }])
  })

  test('have a cookie of their own each', async () => {
    const { identity } = await openInhabited()
    const first = await identity.login('ann', 'correct horse', '::1')
    const second = await identity.login('ann', 'correct horse', '::1')
    expect(second.cookie).not.toBe(first.cookie)
    await identity.logout(first.cookie)
    expect(await identity.callerOfSession(first.cookie)).toBeNull()
    expect(await identity.callerOfSession(second.cookie)).not.toBeNull()
    await identity.logout(first.cookie)
    await identity.logout('nonsense')
  })

  test('of one person are bounded: the oldest end', async () => {
    const { metadata, identity, gone, clock } = await openInhabited()
    const first = await identity.login('ann', 'correct horse', '::1')
    await metadata.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 99 }, (_, number) => ({
          user_id: 2,
          cookie_hash: `${number}`,
          created_at: clock.now(),
          expires_at: clock.now() + 1_000_000,
        })),
      )
      .execute()
    const last = await identity.login('ann', 'correct horse', '::1')
    expect(gone).toEqual([{ session: '1' }])
    expect(await identity.callerOfSession(first.cookie)).toBeNull()
    expect(await identity.callerOfSession(last.cookie)).not.toBeNull()
  })

  test('are refused alike for a wrong password, an unknown name, a disabled user and one without a password', async () => {
    const { identity, metadata } = await openInhabited()
    await metadata.users.create({ username: 'bob', password: 'right', is_active: false })
    await metadata.users.create({ username: 'robot' })
    for (const [username, password] of [
      ['ann', 'wrong'],
      ['nobody', 'wrong'],
      ['bob', 'right'],
      ['robot', ''],
    ] as const) {
      await expect(identity.login(username, password, '::1')).rejects.toMatchObject({
        code: 'authentication_failed',
        detail: 'The username or the password is not right.',
      })
    }
  })

  test('wait longer and longer after ten wrong tries, even with the right password', async () => {
    const { identity, clock } = await openInhabited()
    const refused = async (code: string) => {
      const reason = await identity.login('ann', 'wrong', '::1').catch((error: unknown) => error)
      expect(reason).toMatchObject({ code })
    }
    for (let tried = 0; tried < 10; tried++) await refused('authentication_failed')
    await expect(identity.login('ann', 'correct horse', '::1')).rejects.toMatchObject({
      code: 'throttled',
      retryAfter: 1,
    })
    for (const delay of [1, 2, 4]) {
      clock.seconds += delay - 1
      await refused('throttled')
      clock.seconds += 1
      await refused('authentication_failed')
    }
    clock.seconds += 8
    const { caller } = await identity.login('ann', 'correct horse', '::1')
    // Guesses within a session are counted apart from logins.
    for (let tried = 0; tried < 10; tried++)
      expect(await identity.verifyPassword(caller, 'guess', '::1')).toBeUndefined()
    await expect(identity.verifyPassword(caller, 'correct horse', '::1')).rejects.toMatchObject({
      code: 'throttled',
    })
    await expect(identity.login('ann', 'correct horse', '::1')).rejects.toMatchObject({ code: 'throttled' })
    clock.seconds += 1
    expect(await identity.verifyPassword(caller, 'correct horse', '::1')).toBeDefined()
  })

  test('wait for no attempt of the same name elsewhere, once they were made from an address', async () => {
    const { identity, metadata, folder, clock } = await openInhabited()
    await identity.login('ann', 'correct horse', '192.0.2.7')
    for (let tried = 0; tried < 10; tried++) {
      const address = `198.51.100.${tried}`
      await expect(identity.login('ann', 'wrong', address)).rejects.toMatchObject({
        code: 'authentication_failed',
      })
    }
    await expect(identity.login('ann', 'wrong', '198.51.100.99')).rejects.toMatchObject({ code: 'throttled' })
    await identity.login('ANN', 'correct horse', '192.0.2.7')
    const other = await openTemporaryMetadata({ folder, clock: clock.now })
    await other.metadata.identity.login('ann', 'correct horse', '192.0.2.7')
    expect(await metadata.users.get(2)).not.toHaveProperty('known_addresses')
  })

  test('wait for no attempt of the same name from the same address, in a browser that signed in before', async () => {
    const { identity, clock, metadata } = await openInhabited()
    const proxy = '10.0.0.1'
    const { cookie, device } = await identity.login('ann', 'correct horse', proxy)
    const throttled = () =>
      expect(identity.login('ann', 'wrong', proxy)).rejects.toMatchObject({ code: 'throttled' })
    for (let tried = 0; tried < 10; tried++)
      await identity.login('ann', 'wrong', proxy).catch((error: unknown) => error)
    await throttled()
    await identity.login('ann', 'correct horse', proxy, { session: cookie })
    await throttled()
    await identity.logout(cookie)
    await identity.login('ann', 'correct horse', proxy, { device })
    for (const forged of ['', 'nonsense', `${device.slice(0, -1)}_`, device.replace(/^2/, '1')]) {
      await expect(identity.login('ann', 'correct horse', proxy, { device: forged })).rejects.toMatchObject({
        code: 'throttled',
      })
    }
    // The browser of one user is not known for another user.
    await metadata.db
      .updateTable('users')
      .set({ password_hash: weakHash('x') })
      .where('id', '=', 1)
      .execute()
    for (let tried = 0; tried < 10; tried++)
      await identity.login('admin', 'wrong', proxy).catch((error: unknown) => error)
    await expect(identity.login('admin', 'wrong', proxy, { device })).rejects.toMatchObject({
      code: 'throttled',
    })
    // Guesses from the known browser are throttled too.
    for (let tried = 0; tried < 10; tried++) {
      await expect(identity.login('ann', 'wrong', proxy, { device })).rejects.toMatchObject({
        code: 'authentication_failed',
      })
    }
    await expect(identity.login('ann', 'correct horse', proxy, { device })).rejects.toMatchObject({
      code: 'throttled',
      retryAfter: 1,
    })
    clock.seconds += 1
    await identity.login('ann', 'correct horse', proxy, { device })
  })

  test.runIf(isInFiles)('with made-up names, many at once from one address, keep no user out', async () => {
    const { identity } = await openInhabited()
    const made = Array.from({ length: 34 }, (_, number) =>
      identity.login(`nobody${number}`, 'x', '192.0.2.1'),
    )
    const [own, elsewhere, ...refused] = await Promise.allSettled([
      identity.login('ann', 'correct horse', '192.0.2.1'),
      identity.login('ann', 'correct horse', '192.0.2.2'),
      ...made,
    ])
    expect([own?.status, elsewhere?.status]).toEqual(['fulfilled', 'fulfilled'])
    for (const tried of refused) {
      expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'authentication_failed' } })
    }
  })
})

describe('users', () => {
  test('lose their sessions with a new password, and keep their tokens', async () => {
    const { identity, metadata, ann, own, gone } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    const { cookie } = await identity.login('ann', 'correct horse', '::1')
    await metadata.users.update(ann.id, { password: 'battery staple' })
    expect(gone).toEqual([{ session: '1' }])
    expect(await identity.callerOfSession(cookie)).toBeNull()
    expect(await identity.callerOfToken(secret_key)).not.toBeNull()
    await expect(identity.login('ann', 'correct horse', '::1')).rejects.toThrow()
    await identity.login('ann', 'battery staple', '::1')
  })

  test('that are disabled prove nothing until they are enabled again', async () => {
    const { identity, metadata, ann, own, gone } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    const { cookie } = await identity.login('ann', 'correct horse', '::1')
    expect(await identity.callerOfToken(secret_key)).not.toBeNull()
    await metadata.users.update(ann.id, { is_active: false })
    expect(gone).toEqual([{ session: '1' }, { user: ann.id }])
    expect(await identity.callerOfToken(secret_key)).toBeNull()
    expect(await identity.callerOfSession(cookie)).toBeNull()
    await metadata.users.update(ann.id, { is_active: true })
    expect(await identity.callerOfToken(secret_key)).not.toBeNull()
    expect(await identity.callerOfSession(cookie)).toBeNull()
  })

  test('that are removed take their tokens along', async () => {
    const { identity, metadata, ann, own, gone } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    await metadata.users.remove(ann.id)
    expect(gone).toEqual([{ user: ann.id }])
    expect(await identity.callerOfToken(secret_key)).toBeNull()
  })

  test('always include an administrator', async () => {
    const { metadata } = await openInhabited()
    const refused = { code: 'conflict', detail: 'The last administrator has to stay.' }
    await expect(metadata.users.remove(1)).rejects.toMatchObject(refused)
    await expect(metadata.users.update(1, { is_active: false })).rejects.toMatchObject(refused)
    await metadata.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', 2).execute()
    await metadata.users.remove(1)
  })
})

describe('a change of another process to the same metadata', () => {
  test('is noticed with the next tending, and within two seconds anyway', async () => {
    const { identity, metadata, own, gone, folder, clock } = await openInhabited()
    const first = await metadata.tokens.create(own, {})
    const second = await metadata.tokens.create(own, {})
    await identity.callerOfToken(first.secret_key)
    const other = await openTemporaryMetadata({ folder, clock: clock.now })
    await other.metadata.tokens.remove(own, first.secret_key)
    expect(gone).toEqual([])
    await metadata.runMaintenance()
    expect(gone).toEqual([{ token: first.id }])
    expect(await identity.callerOfToken(first.secret_key)).toBeNull()

    await identity.callerOfToken(second.secret_key)
    await other.metadata.tokens.remove(own, second.secret_key)
    clock.seconds += 2
    expect(await identity.callerOfToken(second.secret_key)).toBeNull()
  })

  test('to rights is known as soon as a caller asks whether anything changed', async () => {
    const { identity, metadata, own, folder, clock } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    const hosts = async () => (await identity.callerOfToken(secret_key))?.hosts
    await identity.invalidateIfChanged()
    const before = await hosts()
    const other = await openTemporaryMetadata({ folder, clock: clock.now })
    await other.metadata.groups.update(1, { hosts: ['edge-*'] })
    expect(await hosts()).toEqual(before)
    await identity.invalidateIfChanged()
    expect(await hosts()).toEqual(['edge-*'])
    await metadata.groups.update(1, { hosts: ['core-*'] })
    await identity.invalidateIfChanged()
    expect(await hosts()).toEqual(['core-*'])
  })

  test('before the start is not shown', async () => {
    const { metadata, own, folder, gone } = await openInhabited()
    const { secret_key } = await metadata.tokens.create(own, {})
    await metadata.tokens.remove(own, secret_key)
    const other = await openTemporaryMetadata({ folder })
    const heard: Revocation[] = []
    other.metadata.identity.onRevoked(item => void heard.push(item))
    await other.metadata.runMaintenance()
    expect(gone).toHaveLength(1)
    expect(heard).toEqual([])
  })
})

test('a listener that fails does not keep others from hearing, and one that left hears nothing', async () => {
  const { metadata, own, gone, identity } = await openInhabited()
  const leave = identity.onRevoked(() => {
    throw new Error('socket is gone')
  })
  const heard: Revocation[] = []
  identity.onRevoked(item => void heard.push(item))
  await metadata.tokens.remove(own, (await metadata.tokens.create(own, {})).secret_key)
  leave()
  await metadata.tokens.remove(own, (await metadata.tokens.create(own, {})).secret_key)
  expect(heard).toEqual(gone)
  expect(heard).toHaveLength(2)
})
