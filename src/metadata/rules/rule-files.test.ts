import { expect, test } from 'vitest'
import { openLog } from '../../telemetry/log.ts'
import { Facts } from '../database/facts.ts'
import { migrations } from '../migrations/all.ts'
import { openDatabase } from '../open.ts'
import { isInFiles } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'

test.runIf(isInFiles)(
  'texts of the version before, which were facts, are the texts of their files',
  async () => {
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0012'))
    const folder = temporaryFolder()
    const { db } = await openDatabase({ folder, log: openLog('silent'), migrations: before })
    const file = { content: '{"rewrite_rules":[]}', is_enabled: 1, created_at: 1, updated_at: 1 } as const
    const names = ['a.yaml', "b'.yaml", 'content.yaml']
    for (const name of names) {
      // The type is of the newest table, which has a column more than this one.
      await db
        .insertInto('rule_files')
        .values({ name, ...file } as never)
        .execute()
    }
    const facts = new Facts(db, () => 1)
    await facts.set('rule_text/a.yaml', '# why\nrewrite_rules: []\n')
    await facts.set("rule_text/b'.yaml", '"{}" \\n')
    await facts.set('rule_textile', 'stays')
    await db.destroy()

    const { metadata } = await openTemporaryMetadata({ folder })
    expect((await metadata.ruleFiles.list()).map(({ name, text }) => [name, text])).toEqual([
      ['a.yaml', '# why\nrewrite_rules: []\n'],
      ["b'.yaml", '"{}" \\n'],
      ['content.yaml', undefined],
    ])
    const left = await metadata.db.selectFrom('facts').select('key').where('key', 'like', 'rule%').execute()
    expect(left).toEqual([{ key: 'rule_textile' }])
  },
)

test('with as many files as there may be, each can still be changed', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { ruleFiles, db } = metadata
  await ruleFiles.save({ name: 'a', content: {}, isEnabled: true })
  const row = await db.selectFrom('rule_files').selectAll().executeTakeFirstOrThrow()
  const others = Array.from({ length: 9_999 }, (_, number) => ({ ...row, name: `${number}` }))
  for (let at = 0; at < others.length; at += 1_000)
    await db
      .insertInto('rule_files')
      .values(others.slice(at, at + 1_000))
      .execute()
  await ruleFiles.save({ name: 'a', content: {}, isEnabled: false })
  await expect(ruleFiles.save({ name: 'b', content: {}, isEnabled: true })).rejects.toMatchObject({
    code: 'conflict',
  })
})
