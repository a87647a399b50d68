import { type Kysely, sql } from 'kysely'

/** `tasks.owner_hosts_id`: for a task that a trigger created, the hosts that its owner saw (see 0030). */
export const hostsOfTasks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('tasks').addColumn('owner_hosts_id', 'integer').execute()
    await sql`update tasks set owner_hosts_id = (
      select action_runs.owner_hosts_id from action_runs where action_runs.idempotency_key = tasks.idempotency_key
    ) where idempotency_key is not null`.execute(db)
  },
}
