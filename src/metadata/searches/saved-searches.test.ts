import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

async function openWithAnn() {
  const opened = await openTemporaryMetadata()
  const { users, savedSearches } = opened.metadata
  const { id: userId } = await users.create({ username: 'ann' })
  return { ...opened, users, savedSearches, ann: { userId, managesQueries: false } }
}

test('a user owns at most 1,000', async () => {
  const { metadata, savedSearches, ann } = await openWithAnn()
  const first = await savedSearches.create(ann, { title: '1' })
  const row = await metadata.db.selectFrom('saved_searches').selectAll().executeTakeFirstOrThrow()
  const { id: _, ...copy } = row
  await metadata.db
    .insertInto('saved_searches')
    .values(Array.from({ length: 999 }, () => copy))
    .execute()
  await expect(savedSearches.create(ann, { title: '1001' })).rejects.toMatchObject({ code: 'conflict' })
  await savedSearches.remove(ann, first.id)
  await savedSearches.create(ann, { title: '1000' })
})

test('searches of a deleted user go, with the stars of others on them', async () => {
  const { metadata, users, savedSearches, ann } = await openWithAnn()
  const { id: userId } = await users.create({ username: 'bob' })
  const { id } = await savedSearches.create(ann, { title: 'Links', is_public: true })
  await savedSearches.star({ userId, managesQueries: false }, id, true)
  await users.remove(ann.userId)
  await expect(savedSearches.get({ userId, managesQueries: true }, id)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await metadata.db.selectFrom('saved_search_readers').selectAll().execute()).toEqual([])
})
