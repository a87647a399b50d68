import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { LastUses } from './last-uses.ts'

test('a use stays known until it is written, also when a write fails', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { db, sessions, users } = metadata
  const { id: ann } = await users.create({ username: 'ann' })
  const { id } = await sessions.start(ann, { address: '::1', network: '::1', agent: '' })
  const written = () =>
    db.selectFrom('sessions').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()
  const uses = new LastUses(db, 'sessions')
  uses.record(id, 5)
  await sql`alter table sessions rename to renamed_sessions`.execute(db)
  await expect(uses.flush()).rejects.toThrow()
  await sql`alter table renamed_sessions rename to sessions`.execute(db)
  expect(uses.unwritten(id)).toBe(5)
  const flushed = uses.flush()
  uses.record(id, 7)
  await flushed
  expect([await written(), uses.unwritten(id)]).toEqual([{ last_used_at: 5 }, 7])
  await uses.flush()
  expect([await written(), uses.unwritten(id)]).toEqual([{ last_used_at: 7 }, undefined])
})
