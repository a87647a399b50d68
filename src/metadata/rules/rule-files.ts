import { Fault } from '../../schema/fault.ts'
import { Repository } from '../repository/repository.ts'
import { requireAtMost } from '../repository/require.ts'

/** A stored rule file. `content` is null for a file of the rules folder: only its `isEnabled` is stored. */
export interface StoredRuleFile {
  name: string
  content: unknown
  isEnabled: boolean
  /** The original text, with its comments; undefined if the file was saved without a text. */
  text?: string | undefined
}

const maxFiles = 10_000

/** Files of rules made through the API, and which files are enabled. The content is not interpreted here. */
export class RuleFiles extends Repository {
  /** Sorted by name. */
  async list(): Promise<StoredRuleFile[]> {
    const rows = await this.db.selectFrom('rule_files').selectAll().orderBy('name').execute()
    return rows.map(({ name, content, is_enabled, text }) => ({
      name,
      content: content === null ? null : JSON.parse(content),
      isEnabled: is_enabled === 1,
      text: text ?? undefined,
    }))
  }

  /** Inserts or replaces the file. Throws conflict if there are too many files, or too many bytes in all. */
  async save({ name, content, isEnabled, text }: StoredRuleFile): Promise<void> {
    const now = this.clock()
    const values = {
      content: content === null ? null : JSON.stringify(content),
      text: text ?? null,
      is_enabled: isEnabled ? 1 : 0,
      updated_at: now,
    } as const
    await this.feed.transaction(async (transaction, publish) => {
      publish('rules')
      const otherFiles = transaction.selectFrom('rule_files').where('name', '!=', name)
      await requireAtMost(maxFiles, otherFiles, `There are at most ${maxFiles} files of rules.`)
      const insert = transaction
        .insertInto('rule_files')
        .values({ name, created_at: now, ...values })
        .onConflict(conflict => conflict.column('name').doUpdateSet(values))
      await this.quota.withinShared(transaction, () => insert.execute())
    })
  }

  async remove(name: string): Promise<void> {
    await this.feed.transaction(async (transaction, publish) => {
      publish('rules')
      await transaction.deleteFrom('rule_files').where('name', '=', name).execute()
    })
  }

  /** Calls the listener after each change by any process. Returns the function that removes it. */
  onChange(listener: () => void): () => void {
    return this.feed.on('rules', listener)
  }

  /** Calls listeners for what other processes have changed so far. */
  catchUp(): Promise<void> {
    return this.feed.catchUp()
  }

  /** Throws conflict when the new name is taken. */
  async rename(name: string, to: string): Promise<void> {
    await this.feed.transaction(async (transaction, publish) => {
      publish('rules')
      const existingFile = await transaction
        .selectFrom('rule_files')
        .select('name')
        .where('name', '=', to)
        .executeTakeFirst()
      if (existingFile !== undefined)
        throw new Fault('conflict', { detail: `A rule file ${to} already exists.` })
      await transaction.updateTable('rule_files').set({ name: to }).where('name', '=', name).execute()
    })
  }
}
