import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn } from './id-column.ts'

/**
 * Triggers and their counts, states of their conditions, notifications, the queue and the history of their
 * actions, and silences. `database/trigger-tables.ts` describes the columns.
 */
export const triggers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await withOwner(idColumn(db.schema.createTable('triggers')))
      .addColumn('snapshot_id', 'integer', column => column.notNull())
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', 'text', column => column.notNull())
      .addColumn('text_key', 'text', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('sealed', 'text')
      .addColumn('is_private', 'integer', column => column.notNull())
      .addColumn('is_active', 'integer', column => column.notNull())
      // Bit n is set if the n-th of `actionKinds` is on.
      .addColumn('actions', 'integer', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
    await index(db, 'triggers', ['owner_id', 'name_key'])
    await index(db, 'triggers', ['position'])
    await ofTrigger(db.schema.createTable('trigger_counts'), true)
      .addColumn('hits_count', 'bigint', column => column.notNull())
      .addColumn('last_matched', 'bigint', column => column.notNull())
      .execute()
    await recordedMatches(db)
    await notifications(db)
    await silences(db)
    await actions(db)
  },
}

/** Batches whose matches are recorded, states of conditions, and the events for which conditions fired. */
async function recordedMatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recorded_batches')
    .addColumn('sequence', 'bigint', column => column.primaryKey())
    .addColumn('recorded_at', 'bigint', column => column.notNull())
    .execute()
  await index(db, 'recorded_batches', ['recorded_at'])
  await ofTrigger(db.schema.createTable('window_states'))
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('due_at', 'bigint')
    .addPrimaryKeyConstraint('window_states_key', ['trigger_id', 'key'])
    .execute()
  await index(db, 'window_states', ['due_at'])
  await ofTrigger(idColumn(db.schema.createTable('trigger_fires')))
    .addColumn('event_id', 'bigint', column => column.notNull())
    .addColumn('event_at', 'bigint', column => column.notNull())
    .addColumn('fired_at', 'bigint', column => column.notNull())
    .execute()
  await index(db, 'trigger_fires', ['event_id'])
  await index(db, 'trigger_fires', ['event_at'])
  await index(db, 'trigger_fires', ['trigger_id'])
}

async function notifications(db: Kysely<unknown>): Promise<void> {
  await ofTrigger(idColumn(db.schema.createTable('notification_groups')))
    .addColumn('all_count', 'bigint', column => column.notNull())
    .addColumn('unread_count', 'bigint', column => column.notNull())
    .addColumn('unread_since', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('escalated_at', 'bigint')
    .addColumn('last_issued', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('notification_groups_trigger', ['trigger_id'])
    .execute()
  await index(db, 'notification_groups', ['unread_since'])
  await idColumn(db.schema.createTable('notification_events'))
    .addColumn('group_id', 'integer', column =>
      column.notNull().references('notification_groups.id').onDelete('cascade'),
    )
    .addColumn('event_id', 'bigint')
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('count', 'bigint', column => column.notNull())
    .addColumn('fired_at', 'bigint', column => column.notNull())
    .addColumn('is_read', 'integer', column => column.notNull())
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('event', 'text', column => column.notNull())
    .execute()
  await index(db, 'notification_events', ['group_id', 'id'])
  await index(db, 'notification_events', ['group_id', 'host', 'is_read', 'count', 'fired_at'])
  await index(db, 'notification_events', ['event_id'])
  await index(db, 'notification_events', ['fired_at'])
}

async function silences(db: Kysely<unknown>): Promise<void> {
  await withOwner(idColumn(db.schema.createTable('silences')))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('name_key', 'text', column => column.notNull())
    .addColumn('comment', 'text', column => column.notNull())
    .addColumn('filter', 'text', column => column.notNull())
    .addColumn('trigger_ids', 'text', column => column.notNull())
    .addColumn('starts_at', 'bigint', column => column.notNull())
    .addColumn('ends_at', 'bigint', column => column.notNull())
    .addColumn('suppressed_count', 'bigint', column => column.notNull().defaultTo(sql.lit(0)))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await index(db, 'silences', ['owner_id'])
  await index(db, 'silences', ['ends_at'])
}

async function actions(db: Kysely<unknown>): Promise<void> {
  await idColumn(db.schema.createTable('action_runs'))
    .addColumn('trigger_id', 'integer', column => column.references('triggers.id').onDelete('set null'))
    .addColumn('trigger_name', 'text', column => column.notNull())
    .addColumn('owner_id', 'integer', column => column.references('users.id').onDelete('cascade'))
    .addColumn('is_private', 'integer', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('idempotency_key', 'text', column => column.notNull().unique())
    .addColumn('event_id', 'bigint')
    .addColumn('host', 'text', column => column.notNull())
    .addColumn('event', 'text', column => column.notNull())
    .addColumn('matches', 'bigint', column => column.notNull())
    .addColumn('tries', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('result', 'text')
    .addColumn('output', 'text')
    .addColumn('retries_from', 'integer')
    .addColumn('silence_id', 'integer', column => column.references('silences.id').onDelete('set null'))
    .addColumn('error_code', 'text')
    .addColumn('error_detail', 'text')
    .execute()
  await index(db, 'action_runs', ['status', 'kind', 'due_at'])
  await index(db, 'action_runs', ['trigger_id', 'id'])
  // Rows to which the recorder adds matches instead of inserting a row: see
  // metadata/triggers/recording/runs.ts.
  await db.schema
    .createIndex('action_runs_untried')
    .on('action_runs')
    .columns(['trigger_id', 'kind', 'key'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .where(sql.ref('tries'), '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('action_runs_suppressed')
    .on('action_runs')
    .columns(['trigger_id', 'kind', 'key', 'silence_id'])
    .where(sql.ref('status'), '=', sql.lit('suppressed'))
    .execute()
  await index(db, 'action_runs', ['event_id'])
  await index(db, 'action_runs', ['owner_id'])
  await index(db, 'action_runs', ['silence_id'])
  await index(db, 'action_runs', ['created_at'])
  await index(db, 'action_runs', ['host'])
  await ofTrigger(db.schema.createTable('action_times'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('last_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('action_times_key', ['trigger_id', 'kind', 'key'])
    .execute()
  await index(db, 'action_times', ['last_at'])
}

function withOwner<Table extends string>(table: CreateTableBuilder<Table, 'id'>) {
  return table.addColumn('owner_id', 'integer', column =>
    column.notNull().references('users.id').onDelete('cascade'),
  )
}

/** Adds `trigger_id`: rows are deleted with their trigger. `onePerTrigger`: a trigger has at most one row. */
function ofTrigger<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
  onePerTrigger = false,
) {
  return table.addColumn('trigger_id', 'integer', column => {
    const reference = column.notNull().references('triggers.id').onDelete('cascade')
    return onePerTrigger ? reference.primaryKey() : reference
  })
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
