import { type Kysely, sql } from 'kysely'
import { either } from '../database/either.ts'

/**
 * `rule_files.text`: the text of a rule file as a user wrote it, with its comments. Earlier versions stored
 * each text as a fact whose key named the file; this moves them.
 */
export const ruleTexts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('rule_files').addColumn('text', 'text').execute()
    const text = either({ sqlite: sql`json_extract(value, '$')`, postgres: sql`(value::json #>> '{}')` })
    await sql`update rule_files
      set text = (select ${text} from facts where key = 'rule_text/' || rule_files.name)`.execute(db)
    await sql`delete from facts where substr(key, 1, 10) = 'rule_text/'`.execute(db)
  },
}
