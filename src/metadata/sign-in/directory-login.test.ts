import { beforeEach, describe, expect, test } from 'vitest'
import { type ExternalAccount, type ExternalUserPolicy, SignInError } from '../identity/external-account.ts'
import type { Directory } from '../identity/identity.ts'
import type { Metadata } from '../open.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const local = 'correct horse 7'
const there = 'a password of the directory'
const address = '192.0.2.7'

let metadata: Metadata
/** The password of each request to the directory; undefined: the request had no password. */
let shown: (string | undefined)[]
let failure: SignInError | undefined
beforeEach(async () => {
  ;({ metadata } = await openTemporaryMetadata())
  shown = []
  failure = undefined
})

/**
 * A directory whose people all have the same password. It finds names in any case and with spaces around
 * them.
 */
function directory(firstSignIn: ExternalUserPolicy['firstSignIn'] = 'create'): Directory {
  return {
    policy: { firstSignIn, isGroupRequired: false },
    async prove(name, password, admit) {
      shown.push(password)
      if (failure !== undefined) throw failure
      const username = name.trim().toLowerCase()
      const account: ExternalAccount = {
        provider: 'ldap',
        issuer: 'x',
        subject: username,
        username,
        groups: [],
      }
      await admit(account)
      if (password !== there) throw new SignInError('invalid')
      return { account, session: { maxAgeSeconds: 3_600 } }
    },
  }
}

const login = (username: string, password: string, from = directory()) =>
  metadata.identity.login(username, password, address, {}, from)
const refused = { code: 'authentication_failed', detail: 'The username or the password is not right.' }

test('a right password of ours is no matter of the directory', async () => {
  const { id } = await metadata.users.create({ username: 'ann', password: local })
  expect((await login('ann', local)).caller.user.id).toBe(id)
  expect(shown).toEqual([])
})

describe('a password that is none of ours is shown to the directory', () => {
  test('for a name that no user has here, and later for its user', async () => {
    const { caller, maxAgeSeconds } = await login('bob', there)
    expect(caller.user.username).toBe('bob')
    expect(maxAgeSeconds).toBe(3_600)
    expect((await login('Bob', there)).caller.user.id).toBe(caller.user.id)
    await expect(login('bob', 'wrong')).rejects.toMatchObject(refused)
    expect(shown).toEqual([there, there, 'wrong'])
  })

  test('also for a user of it that got a password here', async () => {
    const { caller } = await login('bob', there)
    await metadata.users.update(caller.user.id, { password: local })
    expect((await login('bob', local)).caller.user.id).toBe(caller.user.id)
    expect((await login('bob', there)).caller.user.id).toBe(caller.user.id)
  })

  test('for a user that it may take over', async () => {
    const { id } = await metadata.users.create({ username: 'ann', password: local })
    expect((await login('ann', there, directory('link'))).caller.user.id).toBe(id)
    await expect(login('ann', local, directory('link'))).rejects.toMatchObject(refused)
  })
})

describe('it is not shown, and the answer is the same,', () => {
  test.each(['create', 'link'] as const)('for users with manage_users (%s)', async firstSignIn => {
    const { id } = await metadata.users.create({ username: 'ann', password: local })
    await metadata.groups.create({ name: 'people', permissions: ['manage_users'], members: [id] })
    await expect(login('ann', there, directory(firstSignIn))).rejects.toMatchObject(refused)
    expect(shown).toEqual([undefined])
  })

  test('for a user that nothing may take over', async () => {
    await metadata.users.create({ username: 'ann', password: local })
    await expect(login('ann', there)).rejects.toMatchObject(refused)
    expect(shown).toEqual([undefined])
  })
})

test('a disabled user of the directory gets no session', async () => {
  const { caller } = await login('bob', there)
  await metadata.users.update(caller.user.id, { is_active: false })
  await expect(login('bob', there)).rejects.toMatchObject({ failure: 'disabled' })
})

describe('attempts of strangers', () => {
  test('are counted by the account, however its name is written', async () => {
    for (let count = 0; count < 10; count++)
      await expect(login(`bob${' '.repeat(count)}`, 'wrong')).rejects.toMatchObject(refused)
    await expect(login(`bob${' '.repeat(10)}`, there)).rejects.toMatchObject({ code: 'throttled' })
    await expect(login('carl', 'wrong')).rejects.toMatchObject(refused)
  })

  test('are counted by the name, whether the directory knows it or not', async () => {
    failure = new SignInError('invalid')
    for (let count = 0; count < 10; count++)
      await expect(login('nobody', 'wrong')).rejects.toMatchObject(refused)
    await expect(login('nobody', 'wrong')).rejects.toMatchObject({ code: 'throttled' })
    expect(shown).toHaveLength(10)
  })

  test('are free while the directory is away', async () => {
    failure = new SignInError('unavailable')
    for (let count = 0; count < 12; count++)
      await expect(login('bob', there)).rejects.toMatchObject({ failure: 'unavailable' })
    failure = undefined
    expect((await login('bob', there)).caller.user.username).toBe('bob')
  })
})
