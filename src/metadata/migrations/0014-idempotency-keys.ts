import type { Kysely } from 'kysely'

/**
 * Notes and tasks that actions of triggers make have the id of their action as a key: each action makes one,
 * no matter how often the action is tried.
 */
export const idempotencyKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['event_notes', 'tasks']) {
      await db.schema.alterTable(table).addColumn('idempotency_key', 'text').execute()
      await db.schema
        .createIndex(`${table}_idempotency_key`)
        .on(table)
        .column('idempotency_key')
        .unique()
        .execute()
    }
  },
}
