import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { LastUses } from './last-uses.ts'

async function openToken() {
  const { metadata } = await openTemporaryMetadata()
  const { db, tokens, users } = metadata
  const { id: userId } = await users.create({ username: 'ann' })
  const { id } = await tokens.create({ userId, managesUsers: false }, {})
  const written = async () => {
    const row = db.selectFrom('auth_tokens').select('last_used_at').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).last_used_at
  }
  return { db, id, uses: new LastUses(db, 'auth_tokens'), written }
}

test('uses that could not be written are written by the next flush', async () => {
  const { db, id, uses, written } = await openToken()
  const rename = (from: string, to: string) =>
    sql`alter table auth_tokens rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  uses.record(id, 5_000_000)
  await rename('last_used_at', 'hidden')
  await expect(uses.flush()).rejects.toThrow()
  await rename('hidden', 'last_used_at')
  expect(uses.unwritten(id)).toBe(5_000_000)
  await uses.flush()
  expect(await written()).toBe(5_000_000)
  expect(uses.unwritten(id)).toBeUndefined()
})

test('a use during a flush is written by the next one', async () => {
  const { id, uses, written } = await openToken()
  uses.record(id, 5_000_000)
  const flushed = uses.flush()
  expect(uses.unwritten(id)).toBe(5_000_000)
  uses.record(id, 6_000_000)
  await flushed
  expect(await written()).toBe(5_000_000)
  expect(uses.unwritten(id)).toBe(6_000_000)
  await uses.flush()
  expect(await written()).toBe(6_000_000)
})
