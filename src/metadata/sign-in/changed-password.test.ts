import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('a login with a password that was changed while it was checked fails, and starts no session', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { identity, users, sessions, db } = metadata
  const { id } = await users.create({ username: 'ann', password: 'correct horse' })
  const { password_hash: other } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', (await users.create({ username: 'bob', password: 'new' })).id)
    .executeTakeFirstOrThrow()
  const { caller } = await identity.login('ann', 'correct horse', '::1')
  const proof = await identity.verifyPassword(caller, 'correct horse', '::1')
  const login = identity.login('ann', 'correct horse', '::1')
  await Promise.all([
    expect(login).rejects.toMatchObject({ code: 'authentication_failed' }),
    db.updateTable('users').set({ password_hash: other }).where('id', '=', id).execute(),
  ])
  expect(await sessions.list(id, undefined)).toHaveLength(1)
  // A change that was proved with the previous password fails too.
  const late = users.update(id, { password: 'of a stranger' }, { passwordHash: proof })
  await expect(late).rejects.toMatchObject({ code: 'validation' })
  await identity.login('ann', 'new', '::1')
})
