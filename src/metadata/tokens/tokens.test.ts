import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuthToken, TokenOrderField } from '../../schema/people/auth-token.ts'
import { bootstrap } from '../bootstrap.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'

const hex = /^(user|ingest)-[0-9a-f]{48}$/

async function openInhabited() {
  const opened = await openTemporaryMetadata()
  const { users } = opened.metadata
  const ann = { userId: (await users.create({ username: 'ann', first_name: 'Ann' })).id, managesUsers: false }
  const bob = { userId: (await users.create({ username: 'bob' })).id, managesUsers: false }
  const boss = { userId: (await users.create({ username: 'boss' })).id, managesUsers: true }
  return { ...opened, tokens: opened.metadata.tokens, ann, bob, boss }
}

test('a new token is shown whole', async () => {
  const { tokens, ann, clock } = await openInhabited()
  const token = await tokens.create(ann, { description: 'laptop', expires_at: clock.seconds + 0.25 })
  expect(token).toEqual({
    id: 1,
    secret_key: expect.stringMatching(/^user-[0-9a-f]{48}$/),
    token_type: 'USER',
    user: { id: ann.userId, username: 'ann', fullname: 'Ann' },
    description: 'laptop',
    created_at: clock.seconds,
    last_used_at: null,
    scope: null,
    read_only: false,
    networks: [],
    expires_at: clock.seconds + 0.25,
  })
  expect(await tokens.get(ann, token.secret_key)).toEqual(token)
  expect(await tokens.get(ann, '1')).toEqual(token)
  const ingest = await tokens.create(ann, { token_type: 'INGEST' })
  expect(ingest.secret_key).toMatch(/^ingest-[0-9a-f]{48}$/)
})

test.each([-1, 0, 1_780_000_000, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  'it cannot expire at %d',
  async at => {
    const { tokens, ann } = await openInhabited()
    await expect(tokens.create(ann, { expires_at: at })).rejects.toMatchObject({
      fields: { expires_at: ['Must be a moment in the future.'] },
    })
  },
)

describe('a token of another user', () => {
  test('is made by managers only, and shown to them whole that once', async () => {
    const { tokens, ann, bob, boss } = await openInhabited()
    await expect(tokens.create(ann, { user: bob.userId })).rejects.toMatchObject({
      code: 'permission_denied',
    })
    expect(await tokens.create(ann, { user: ann.userId })).toBeDefined()
    const made = await tokens.create(boss, { user: ann.userId })
    expect(made).toMatchObject({ secret_key: expect.stringMatching(hex), user: { username: 'ann' } })
    await expect(tokens.create(boss, { user: 99 })).rejects.toMatchObject({
      fields: { user: ['Invalid pk "99" - object does not exist.'] },
    })
  })

  test('is not found by its key, by any user; by its id for managers, masked', async () => {
    const { tokens, ann, bob, boss } = await openInhabited()
    const token = await tokens.create(ann, {})
    for (const [reader, key] of [
      [bob, token.secret_key],
      [boss, token.secret_key],
      [bob, String(token.id)],
      [boss, '99'],
      [boss, 'user-nonsense'],
      [ann, ''],
      [ann, '1e0'],
    ] as const) {
      await expect(tokens.get(reader, key)).rejects.toMatchObject({ code: 'not_found' })
      await expect(tokens.remove(reader, key)).rejects.toMatchObject({ code: 'not_found' })
    }
    const masked = `${token.secret_key.slice(0, 9)}...`
    expect(await tokens.get(boss, String(token.id))).toEqual({ ...token, secret_key: masked })
    await tokens.remove(boss, String(token.id))
    await expect(tokens.get(ann, token.secret_key)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is in the list of managers who ask for all, masked', async () => {
    const { tokens, ann, boss } = await openInhabited()
    const theirs = await tokens.create(ann, {})
    const own = await tokens.create(boss, {})
    const keys = async (reader: typeof ann, showAll: boolean) =>
      (await tokens.list(reader, { offset: 0, limit: 10, showAll })).objects.map(token => token.secret_key)
    expect(await keys(ann, true)).toEqual([theirs.secret_key])
    expect(await keys(boss, false)).toEqual([own.secret_key])
    expect(await keys(boss, true)).toEqual([own.secret_key, `${theirs.secret_key.slice(0, 9)}...`])
  })
})

test('a list holds what is asked for, in order', async () => {
  const { tokens, metadata, ann, clock } = await openInhabited()
  for (let number = 0; number < 12; number++) {
    clock.seconds += number % 2
    const { id } = await tokens.create(ann, {
      description: ['', 'b', 'a'][number % 3] ?? '',
      token_type: number % 4 === 0 ? 'INGEST' : 'USER',
      expires_at: number === 11 ? clock.seconds + 1 : null,
    })
    const used = number % 5 === 0 ? null : (100 - (number % 5)) * 1_000_000
    await metadata.db.updateTable('auth_tokens').set({ last_used_at: used }).where('id', '=', id).execute()
  }
  clock.seconds += 1
  const all = (await tokens.list(ann, { offset: 0, limit: 100 })).objects
  expect(all).toHaveLength(11)
  const field = fc.constantFrom<TokenOrderField>('created_at', 'last_used_at', 'description')
  const list = fc.record({
    offset: fc.nat({ max: 12 }),
    limit: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom('USER' as const, 'INGEST' as const),
    order: fc.uniqueArray(fc.record({ field, descending: fc.boolean() }), {
      maxLength: 3,
      selector: key => key.field,
    }),
  })
  await fc.assert(
    fc.asyncProperty(list, async ({ offset, limit, type, order }) => {
      const keys = order.length > 0 ? order : [{ field: 'created_at' as const, descending: true }]
      const wanted = all
        .filter(token => token.token_type === type)
        .sort((left, right) => {
          for (const { field, descending } of [
            ...keys,
            { field: 'id' as const, descending: keys.at(-1)?.descending },
          ]) {
            const apart = compare(left, right, field)
            if (apart !== 0) return descending ? -apart : apart
          }
          return 0
        })
      const { objects, itemCount } = await tokens.list(ann, { offset, limit, type, order })
      expect(objects).toEqual(wanted.slice(offset, offset + limit))
      expect(itemCount).toBe(wanted.length)
    }),
  )
})

function compare(left: AuthToken, right: AuthToken, field: TokenOrderField | 'id'): number {
  const [a, b] = [left[field] ?? 0, right[field] ?? 0]
  return a < b ? -1 : a > b ? 1 : 0
}

test('a person has a bounded number of tokens', async () => {
  const { tokens, metadata, ann, clock } = await openInhabited()
  const row = {
    user_id: ann.userId,
    token_type: 'USER',
    secret_sealed: '',
    description: '',
    created_at: clock.now(),
  }
  for (let hundred = 0; hundred < 10; hundred++) {
    const rows = Array.from({ length: 100 }, (_, number) => ({ ...row, secret_hash: `${hundred} ${number}` }))
    await metadata.db.insertInto('auth_tokens').values(rows).execute()
  }
  await expect(tokens.create(ann, {})).rejects.toMatchObject({ code: 'conflict' })
})

test.runIf(isInFiles)('no secret is in the files of the metadata', async () => {
  const { metadata, folder } = await openTemporaryMetadata()
  const { password = '', token = '' } = await bootstrap(metadata, {})
  const { secret_key } = await metadata.tokens.create(
    { userId: 1, managesUsers: false },
    { token_type: 'INGEST' },
  )
  const { cookie } = await metadata.identity.login('admin', password, '::1')
  await metadata.users.update(1, { password: 'battery staple' })
  const secrets = [password, token, secret_key, cookie, 'battery staple']
    // The random part of a key too. Other secrets are not split at a hyphen: two characters after it would
    // occur in any file.
    .flatMap(secret => [secret, secret.replace(/^(user|ingest)-/, '')])
    .flatMap(secret => [
      secret,
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ])
  const look = (description: string) => {
    const files = readdirSync(folder).filter(name => name !== 'instance.key')
    expect(files, description).toContain('metadata.sqlite')
    for (const name of files) {
      const content = readFileSync(path.join(folder, name), 'latin1')
      for (const secret of secrets) expect(content.includes(secret), `${name} ${description}`).toBe(false)
      if (name === 'metadata.sqlite' && description === 'closed')
        expect(content.includes('Made at the first start')).toBe(true)
    }
  }
  look('open')
  await metadata.close()
  look('closed')
})
