import { sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import { settingName } from '../../schema/settings/settings.ts'
import type { Database } from '../database/tables.ts'

/**
 * Columns whose bytes count for the quotas, by table, with the column of the owner. SQL triggers add up the
 * bytes of these columns in the table `kept_bytes` (migrations/0034-kept-bytes.ts).
 */
const countedColumns = {
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
} as const
type OwnedTable = keyof typeof countedColumns
/** The table of rule files, which have no owner. */
const sharedTable = 'rule_files'
/** All rule files together may take this many times the bytes of one user. */
const usersOfSharedTable = 4

/** Maximum bytes of each kind of object. */
export interface QuotaBytes {
  user: number
  /** All users together. */
  total: number
}

/** The bytes that all users keep of a kind of object. */
export interface KeptSize {
  /** The table with these objects. */
  kind: string
  /** The objects as users call them. */
  objects: string
  bytes: number
  maxBytes: number
  /** The setting that sets `maxBytes`. */
  setting: string
}

/** The bytes that one user, and all users together, may keep in each of these tables. */
export class Quotas {
  readonly max: QuotaBytes

  constructor(max: QuotaBytes) {
    this.max = max
  }

  /**
   * Runs a change of a user's rows in a table, inside its transaction. Throws conflict when the user, or all
   * users together, would exceed the quota. A change that adds no bytes never throws. `userId` null: the
   * service itself, which has no quota.
   */
  async within<Result>(
    transaction: Database,
    table: OwnedTable,
    userId: number | null,
    change: () => Promise<Result>,
  ): Promise<Result> {
    if (userId === null) return await change()
    const { user, total } = this.max
    const { objects } = countedColumns[table]
    const bytesBefore = await bytesOfUser(transaction, table, userId)
    const result = await change()
    const bytesAfter = await bytesOfUser(transaction, table, userId)
    if (bytesAfter <= bytesBefore) return result
    if (bytesAfter > user)
      throw new Fault('conflict', { detail: `The ${objects} of a user take at most ${kibibytes(user)}.` })
    if (Number.isFinite(total) && (await bytesOfAll(transaction, table)) > total)
      throw new Fault('conflict', {
        detail: `The ${objects} of all users together take at most ${kibibytes(total)} (${settingName('totalQuota')}): delete some, or ask an administrator for more.`,
      })
    return result
  }

  /** As `within`, for rules, whose files have no owner. */
  async withinShared<Result>(transaction: Database, change: () => Promise<Result>): Promise<Result> {
    const max = maxShared(this.max)
    if (!Number.isFinite(max)) return await change()
    const bytesBefore = await bytesOfAll(transaction, sharedTable)
    const result = await change()
    const bytesAfter = await bytesOfAll(transaction, sharedTable)
    if (bytesAfter <= max || bytesAfter <= bytesBefore) return result
    throw new Fault('conflict', { detail: `All files of rules take at most ${kibibytes(max)}.` })
  }

  /** The bytes that all users keep of each kind of object. */
  async sizes(db: Database): Promise<KeptSize[]> {
    const { rows } = await sql<KeptRow>`select kind, bytes from kept_bytes`.execute(db)
    return keptSizes(rows, this.max)
  }
}

/** A row of the table `kept_bytes`. */
export interface KeptRow {
  kind: string
  bytes: number
}

/** The size of each kind of object, from the rows of `kept_bytes`. */
export function keptSizes(rows: readonly KeptRow[], max: QuotaBytes): KeptSize[] {
  const bytes = new Map(rows.map(row => [row.kind, row.bytes]))
  const owned = Object.entries(countedColumns).map(([kind, { objects }]) => ({
    kind,
    objects,
    bytes: bytes.get(kind) ?? 0,
    maxBytes: max.total,
    setting: settingName('totalQuota'),
  }))
  const rules = {
    kind: sharedTable,
    objects: 'files of rules',
    bytes: bytes.get(sharedTable) ?? 0,
    maxBytes: maxShared(max),
    setting: settingName('userQuota'),
  }
  return [...owned, rules]
}

/** Administrators are warned from this percentage of a maximum on. */
const almostFullPercent = 80

/** The kinds of objects that take at least `almostFullPercent` of their maximum, the fullest first. */
export function almostFull(sizes: readonly KeptSize[]): (KeptSize & { percent: number })[] {
  return sizes
    .map(size => ({ ...size, percent: Math.floor((100 * size.bytes) / size.maxBytes) }))
    .filter(({ percent }) => percent >= almostFullPercent)
    .sort((one, other) => other.percent - one.percent)
}

function maxShared({ user }: QuotaBytes): number {
  return usersOfSharedTable * user
}

async function bytesOfUser(db: Database, table: OwnedTable, userId: number): Promise<number> {
  const { owner, columns } = countedColumns[table]
  const lengths = columns.map(column => sql`coalesce(octet_length(${sql.ref(column)}), 0)`)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(${sql.join(lengths, sql` + `)}), 0) as bytes from ${sql.table(table)}
    where ${sql.ref(owner)} = ${userId}`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** The bytes that all users keep in a table. Reads one row, no matter how many bytes there are. */
async function bytesOfAll(db: Database, table: OwnedTable | typeof sharedTable): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select bytes from kept_bytes where kind = ${table}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`nothing counts the bytes of ${table}`)
  return row.bytes
}

function kibibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024)} KiB`
}
