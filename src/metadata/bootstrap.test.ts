import { expect, test } from 'vitest'
import { bootstrap } from './bootstrap.ts'
import { openTemporaryMetadata } from './testing/temporary.ts'

test('the first start makes credentials that work, and only the first', async () => {
  // proves 'Authentication 5'
  const { metadata, folder } = await openTemporaryMetadata()
  const made = await bootstrap(metadata, {})
  expect(made).toEqual({
    password: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/),
    token: expect.stringMatching(/^user-[0-9a-f]{48}$/),
  })
  expect((await metadata.identity.callerOfToken(made.token ?? ''))?.user.username).toBe('admin')
  await metadata.identity.login('admin', made.password ?? '', '::1')
  expect(await bootstrap(metadata, {})).toEqual({})
  await metadata.close()
  const again = await openTemporaryMetadata({ folder })
  expect(await bootstrap(again.metadata, { adminPassword: 'too late' })).toEqual({})
  await expect(again.metadata.identity.login('admin', 'too late', '::1')).rejects.toMatchObject({
    code: 'authentication_failed',
  })
})

test('given values are used and not shown again', async () => {
  const { metadata } = await openTemporaryMetadata()
  const adminToken = `user-${'0a'.repeat(24)}`
  expect(await bootstrap(metadata, { adminPassword: 'given', adminToken })).toEqual({})
  expect((await metadata.identity.callerOfToken(adminToken))?.hosts).toEqual(['*'])
  await metadata.identity.login('admin', 'given', '::1')
})

test('two starts at once make one admin', async () => {
  const { metadata } = await openTemporaryMetadata()
  const made = await Promise.all([bootstrap(metadata, {}), bootstrap(metadata, {})])
  expect(made.filter(result => result.token !== undefined)).toHaveLength(1)
  expect((await metadata.users.list({ offset: 0, limit: 10 })).itemCount).toBe(1)
})

test('a start that fails in the middle leaves nothing, and the next one starts from scratch', async () => {
  const { metadata } = await openTemporaryMetadata()
  // The token is written last, after the user.
  await metadata.db.schema.alterTable('auth_tokens').renameTo('elsewhere').execute()
  await expect(bootstrap(metadata, {})).rejects.toThrow(
    /no such table: auth_tokens|relation "auth_tokens" does not exist/,
  )
  expect((await metadata.users.list({ offset: 0, limit: 10 })).itemCount).toBe(0)
  await metadata.db.schema.alterTable('elsewhere').renameTo('auth_tokens').execute()
  expect((await bootstrap(metadata, {})).token).toBeDefined()
})
