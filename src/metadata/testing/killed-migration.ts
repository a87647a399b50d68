import { type Migration, sql } from 'kysely'
import { migrations } from '../migrations/all.ts'
import { openSqliteFile } from '../sqlite/open.ts'

/**
 * A program that opens the metadata of a folder with a later version, and kills itself in the middle of the
 * second of its migrations.
 */
const laterMigrations: Readonly<Record<string, Migration>> = {
  ...migrations,
  '9001-notes': {
    async up(db) {
      await db.schema.createTable('notes').addColumn('text', 'text').execute()
    },
  },
  '9002-users': {
    async up(db) {
      await db.schema.alterTable('users').addColumn('note', 'text').execute()
      await sql`delete from users`.execute(db)
      process.kill(process.pid, 'SIGKILL')
    },
  },
}

const [folder = ''] = process.argv.slice(2)
await openSqliteFile(folder, { migrations: laterMigrations })
