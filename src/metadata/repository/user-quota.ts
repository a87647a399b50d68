import { sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type { Database } from '../database/tables.ts'

/** Columns with content of users, by table. */
const kept = {
  dashboards: { owner: 'owner_id', columns: ['config'], objects: 'dashboards' },
  widgets: { owner: 'owner_id', columns: ['config'], objects: 'widgets' },
  triggers: { owner: 'owner_id', columns: ['content', 'sealed'], objects: 'triggers' },
  silences: { owner: 'owner_id', columns: ['comment', 'filter', 'trigger_ids'], objects: 'silences' },
  report_schedules: {
    owner: 'owner_id',
    columns: ['query', 'time_range', 'emails', 'schedule'],
    objects: 'schedules',
  },
  tasks: { owner: 'owner_id', columns: ['title', 'description'], objects: 'tasks' },
  event_notes: { owner: 'author_id', columns: ['text'], objects: 'notes' },
  saved_searches: {
    owner: 'owner_id',
    columns: ['description', 'params', 'columns'],
    objects: 'saved searches',
  },
  /** Without an owner. */
  rule_files: { owner: undefined, columns: ['content', 'text'], objects: 'files of rules' },
} as const
type KeptTable = keyof typeof kept
type OwnedTable = Exclude<KeptTable, 'rule_files'>
/** Rows without an owner may take as much as this many users. */
const usersOfShared = 4

/** The bytes that one user may keep in each of these tables. */
export class UserQuota {
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Runs a change of a user's rows in a table, inside its transaction. Throws conflict when the user would
   * exceed the quota; a user over the quota may still keep less. `userId` null: the service itself, which has
   * no quota.
   */
  within<Result>(
    transaction: Database,
    table: OwnedTable,
    userId: number | null,
    change: () => Promise<Result>,
  ): Promise<Result> {
    if (userId === null) return change()
    return within(transaction, { table, userId, maxBytes: this.#maxBytes }, change)
  }

  /** As `within`, for a table whose rows have no owner. */
  withinShared<Result>(
    transaction: Database,
    table: 'rule_files',
    change: () => Promise<Result>,
  ): Promise<Result> {
    return within(transaction, { table, maxBytes: usersOfShared * this.#maxBytes }, change)
  }
}

async function within<Result>(
  db: Database,
  { table, userId, maxBytes }: { table: KeptTable; userId?: number; maxBytes: number },
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await keptBytes(db, table, userId)
  const result = await change()
  const after = await keptBytes(db, table, userId)
  if (after <= maxBytes || after <= before) return result
  const objects = userId === undefined ? `All ${kept[table].objects}` : `The ${kept[table].objects} of a user`
  throw new Fault('conflict', { detail: `${objects} take at most ${Math.floor(maxBytes / 1024)} KiB.` })
}

async function keptBytes(db: Database, table: KeptTable, userId: number | undefined): Promise<number> {
  const { owner, columns } = kept[table]
  const lengths = columns.map(column => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  const condition = owner === undefined ? sql`1 = 1` : sql`${sql.ref(owner)} = ${userId}`
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(${sql.join(lengths, sql` + `)}), 0) as bytes from ${sql.table(table)}
    where ${condition}`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
