import { beforeEach, describe, expect, test } from 'vitest'
import { type ExternalAccount, type ExternalUserPolicy, SignInError } from '../identity/external-account.ts'
import type { Revocation } from '../identity/identity.ts'
import type { Metadata } from '../open.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

let metadata: Metadata
let clock: { seconds: number }
beforeEach(async () => {
  ;({ metadata, clock } = await openTemporaryMetadata({ sessionAgeSeconds: 86_400 }))
})

const account: ExternalAccount = {
  provider: 'oidc',
  issuer: 'https://i.example',
  subject: '1',
  username: 'ann',
  groups: [],
}
const create: ExternalUserPolicy = { firstSignIn: 'create', isGroupRequired: false }
const link: ExternalUserPolicy = { firstSignIn: 'link', isGroupRequired: false }

function signIn(more: Partial<ExternalAccount> = {}, policy = create, idToken?: string) {
  const proof = { account: { ...account, ...more }, session: { maxAgeSeconds: 3_600, idToken } }
  return metadata.identity.loginExternally(async () => proof, policy, '192.0.2.7')
}

test('an account is one of its issuer and subject, whatever its username becomes', async () => {
  const { caller } = await signIn()
  expect((await signIn({ username: 'ann.other' })).caller.user).toEqual(caller.user)
  for (const other of [{ subject: '2' }, { issuer: 'https://j.example' }, { provider: 'ldap' as const }]) {
    await expect(signIn(other)).rejects.toMatchObject({ failure: 'name_taken' })
    expect((await signIn({ ...other, username: JSON.stringify(other) })).caller.user.id).not.toBe(
      caller.user.id,
    )
  }
  await metadata.users.remove(caller.user.id)
  expect((await signIn()).caller.user.id).not.toBe(caller.user.id)
})

test('users that were made by hand are taken where that is allowed, and lose their password', async () => {
  const { id } = await metadata.users.create({ username: 'Ann', password: 'correct horse 7' })
  await expect(signIn()).rejects.toMatchObject({ failure: 'name_taken' })
  await expect(signIn({ username: 'bob' }, link)).rejects.toMatchObject({ failure: 'unknown_user' })
  await metadata.identity.login('ann', 'correct horse 7', '192.0.2.7')
  expect((await signIn({}, link)).caller.user).toMatchObject({ id, username: 'Ann' })
  await expect(metadata.identity.login('ann', 'correct horse 7', '192.0.2.7')).rejects.toMatchObject({
    code: 'authentication_failed',
  })
  // Another person has the username at the provider now.
  await expect(signIn({ subject: '2' }, link)).rejects.toMatchObject({ failure: 'name_taken' })
  const both = { ...link, firstSignIn: 'create_or_link' as const }
  expect((await signIn({ subject: '3', username: 'carl' }, both)).caller.user.username).toBe('carl')
})

test('linking ends existing sessions and USER tokens, and leaves INGEST tokens', async () => {
  const { identity, users, tokens } = metadata
  const { id } = await users.create({ username: 'ann', password: 'correct horse 7' })
  const { cookie } = await identity.login('ann', 'correct horse 7', '192.0.2.7')
  const viewer = { userId: id, managesUsers: false }
  const user = await tokens.create(viewer, {})
  const ingest = await tokens.create(viewer, { token_type: 'INGEST' })
  const carl = await users.create({ username: 'carl' })
  const foreign = await tokens.create({ userId: carl.id, managesUsers: false }, {})
  const ended: Revocation[] = []
  identity.onRevoked(gone => void ended.push(gone))
  const login = await signIn({}, link)
  expect(ended).toEqual([{ session: expect.any(String) }, { token: user.id }])
  expect(await identity.callerOfSession(cookie)).toBeNull()
  expect(await identity.callerOfToken(user.secret_key)).toBeNull()
  expect(await identity.callerOfToken(ingest.secret_key)).not.toBeNull()
  expect(await identity.callerOfToken(foreign.secret_key)).not.toBeNull()
  expect(await identity.callerOfSession(login.cookie)).not.toBeNull()
  // Later sign-ins end nothing.
  await signIn({}, link)
  expect(ended).toHaveLength(2)
})

test('no user with manage_users is linked, and nothing of them ends', async () => {
  const { id } = await metadata.users.create({ username: 'ann', password: 'correct horse 7' })
  await metadata.groups.create({ name: 'people', permissions: ['manage_users'], members: [id] })
  await expect(signIn({}, link)).rejects.toMatchObject({ failure: 'name_taken' })
  const { caller } = await metadata.identity.login('ann', 'correct horse 7', '192.0.2.7')
  expect(caller.user.id).toBe(id)
})

test('names of groups are exact at a provider, and in any letter case in a directory', async () => {
  const { id } = await metadata.groups.create({ name: 'net', external_groups: ['CN=Net,DC=x', 'noc'] })
  const groupsAfter = async (provider: 'oidc' | 'ldap', groups: string[]) => {
    const { caller } = await signIn({ provider, username: provider, groups })
    return (await metadata.users.get(caller.user.id)).groups
  }
  expect(await groupsAfter('oidc', ['cn=net,dc=x', 'NOC'])).toEqual([])
  expect(await groupsAfter('ldap', ['cn=net,dc=x'])).toEqual([id])
  expect(await groupsAfter('oidc', ['noc'])).toEqual([id])
  await metadata.groups.update(id, { external_groups: ['others'] })
  expect(await groupsAfter('oidc', ['noc'])).toEqual([])
})

test('a session ends after its own time, and knows its ID token', async () => {
  const { cookie, maxAgeSeconds } = await signIn({}, create, 'a.b.c')
  expect(maxAgeSeconds).toBe(3_600)
  clock.seconds += 3_599
  expect(await metadata.identity.logout(cookie)).toBe('a.b.c')
  const other = await signIn()
  clock.seconds += 3_601
  expect(await metadata.identity.callerOfSession(other.cookie)).toBeNull()
  expect(await metadata.identity.logout(other.cookie)).toBeUndefined()
  const stored = await metadata.db.selectFrom('sessions').select('id_token_sealed').execute()
  expect(JSON.stringify(stored)).not.toContain('a.b.c')
})

describe('attempts of one address', () => {
  const fail = (error: unknown) =>
    metadata.identity.loginExternally(() => Promise.reject(error), create, '192.0.2.8')

  test('wait after fifty that proved nothing; unchecked attempts are free', async () => {
    for (let count = 0; count < 60; count++)
      await expect(fail(new SignInError('unavailable'))).rejects.toThrow('unavailable')
    for (let count = 0; count < 50; count++)
      await expect(fail(new SignInError('invalid'))).rejects.toThrow('invalid')
    await expect(fail(new SignInError('invalid'))).rejects.toMatchObject({ code: 'throttled' })
    expect((await signIn()).caller.user.username).toBe('ann')
  })

  test('do not wait while others are being checked', async () => {
    const proof = { account, session: { maxAgeSeconds: 3_600 } }
    const waiting = Array.from({ length: 60 }, () => {
      const { promise, resolve } = Promise.withResolvers<typeof proof>()
      const login = metadata.identity.loginExternally(() => promise, create, '192.0.2.7')
      return { login, resolve }
    })
    expect((await signIn({ subject: '2', username: 'bob' })).caller.user.username).toBe('bob')
    // One after the other, since writes wait for each other, for a limited time.
    for (const { login, resolve } of waiting) {
      resolve(proof)
      await login
    }
  })

  test('no longer wait for strangers in a browser that signed in before', async () => {
    const { device } = await signIn()
    const attempt = (wrong: boolean, browser = {}) =>
      metadata.identity.loginExternally(
        async () => {
          if (wrong) throw new SignInError('invalid')
          return { account, session: { maxAgeSeconds: 3_600 } }
        },
        create,
        '192.0.2.8',
        browser,
      )
    for (let count = 0; count < 50; count++) await expect(attempt(true)).rejects.toThrow('invalid')
    await expect(attempt(false)).rejects.toMatchObject({ code: 'throttled' })
    await expect(attempt(false, { device: `${device.slice(0, -1)}!` })).rejects.toMatchObject({
      code: 'throttled',
    })
    expect((await attempt(false, { device })).caller.user.username).toBe('ann')
    // The browser has its own, fewer attempts.
    for (let count = 0; count < 10; count++)
      await expect(attempt(true, { device })).rejects.toThrow('invalid')
    await expect(attempt(false, { device })).rejects.toMatchObject({ code: 'throttled' })
    const { device: other } = await signIn()
    expect((await attempt(false, { device: other })).caller.user.username).toBe('ann')
  })
})
