import { sql } from 'kysely'
import { Fault } from '../../schema/fault.ts'
import type {
  LegalHold,
  LegalHoldContent,
  LegalHoldDraft,
  LegalHoldOrderField,
} from '../../schema/store/legal-hold.ts'
import { insertRow, updateRow } from '../database/row.ts'
import { type Database, nameKey, unixSeconds } from '../database/tables.ts'
import { type ListOptions, type ListResult, readList, type SortColumns } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { requireAtMost } from '../repository/require.ts'

/** Maximum holds in force: each is checked for each day that is due. */
export const maxHoldsInForce = 100
/** Maximum holds, including lifted ones, which stay as a record. */
export const maxHolds = 10_000
/** Maximum bytes of all holds: they are never deleted. */
export const maxHoldBytes = 64 * 1024 ** 2

const sortColumns: SortColumns<LegalHoldOrderField> = {
  table: 'legal_holds',
  keys: { name: sql.ref('legal_holds.name_key') },
}

/**
 * Legal holds, including lifted ones. A hold can be lifted, but never changed or deleted. The caller has
 * checked the permission, and that the filter is valid.
 */
export class LegalHolds extends Repository {
  async list(options: ListOptions<LegalHoldOrderField>): Promise<ListResult<LegalHold>> {
    const rows = this.db.selectFrom('legal_holds').selectAll()
    const counted = this.db.selectFrom('legal_holds')
    return await readList(rows, counted, options, sortColumns, page => page.map(present))
  }

  /** Throws not_found. */
  async get(id: number): Promise<LegalHold> {
    return present(await find(this.db, id))
  }

  /** Throws conflict when there are too many. */
  async place(draft: LegalHoldDraft, username: string): Promise<LegalHold> {
    const { name, reason = '', filter = [], ts_from = null, ts_to = null } = draft
    return await this.db.transaction().execute(async transaction => {
      const all = transaction.selectFrom('legal_holds')
      await requireAtMost(
        maxHoldsInForce,
        all.where('lifted_at', 'is', null),
        `There are at most ${maxHoldsInForce} legal holds in force.`,
      )
      await requireAtMost(maxHolds, all, `There are at most ${maxHolds} legal holds, including lifted ones.`)
      const id = await insertRow(transaction, 'legal_holds', {
        name,
        name_key: nameKey(name),
        reason,
        filter: JSON.stringify(filter),
        ts_from,
        ts_to,
        placed_at: this.clock(),
        placed_by: username,
        lifted_at: null,
        lifted_by: null,
      })
      if ((await bytesOfAll(transaction)) > maxHoldBytes)
        throw new Fault('conflict', {
          detail: `All legal holds, including lifted ones, take at most ${maxHoldBytes / 1024 ** 2} MiB.`,
        })
      return present(await find(transaction, id))
    })
  }

  /** Throws not_found, conflict when it was lifted before. */
  async lift(id: number, username: string): Promise<LegalHold> {
    return await this.db.transaction().execute(async transaction => {
      const { lifted_at } = await find(transaction, id)
      if (lifted_at !== null) throw new Fault('conflict', { detail: 'This legal hold is already lifted.' })
      await updateRow(transaction, 'legal_holds', id, { lifted_at: this.clock(), lifted_by: username })
      return present(await find(transaction, id))
    })
  }

  /** Holds that have not been lifted, oldest first. */
  async readInForce(): Promise<(LegalHoldContent & { id: number })[]> {
    const rows = await this.db
      .selectFrom('legal_holds')
      .selectAll()
      .where('lifted_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(present)
  }
}

async function bytesOfAll(db: Database): Promise<number> {
  const lengths = sql<number>`coalesce(sum(octet_length(filter) + octet_length(reason)), 0)`
  const { bytes } = await db.selectFrom('legal_holds').select(lengths.as('bytes')).executeTakeFirstOrThrow()
  return Number(bytes)
}

async function find(db: Database, id: number) {
  const row = await db.selectFrom('legal_holds').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Fault('not_found')
  return row
}

function present(row: Awaited<ReturnType<typeof find>>): LegalHold {
  return {
    id: row.id,
    name: row.name,
    reason: row.reason,
    // Written by `place`.
    filter: JSON.parse(row.filter) as LegalHold['filter'],
    ts_from: row.ts_from,
    ts_to: row.ts_to,
    placed_at: unixSeconds(row.placed_at),
    placed_by: row.placed_by,
    lifted_at: unixSeconds(row.lifted_at),
    lifted_by: row.lifted_by,
  }
}
