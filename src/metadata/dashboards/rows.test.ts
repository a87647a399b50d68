import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../database/tables.ts'
import { openTemporaryMetadata } from '../testing/temporary.ts'
import { readWidgets } from './rows.ts'

test('the statement for one id has the dialect of the database that runs it', async () => {
  const { metadata } = await openTemporaryMetadata()
  expect(await readWidgets(metadata.db, [1])).toEqual([])
  const statements: string[] = []
  const postgres = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query.sql)
    },
  })
  expect(await readWidgets(postgres, [1])).toEqual([])
  expect(statements).toEqual([expect.stringContaining('"widgets"."id" in ($1)')])
})
