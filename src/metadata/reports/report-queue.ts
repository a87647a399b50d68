import type { Updateable } from 'kysely'
import type { ReportPartRecord } from '../../schema/report.ts'
import type { Clock, Database, Tables } from '../tables.ts'
import type { ReportFailure } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'
import { type ReportQuota, trimReports } from './trim-reports.ts'

/** A report that a runner has taken on. */
export interface ClaimedReport {
  id: number
  ownerId: number
  spec: ReportSpec
  /** The moment that its windows are held against, Unix seconds: when its schedule wanted it, or when it was asked for. */
  moment: number
}

/** How a report turned out well. */
export interface FinishedReport {
  fileName: string
  fileSize: number
  dataHash: string
  rowsCappedFrom: number | null
  parts: readonly ReportPartRecord[]
}

/** A runner has this long to say that it is still there, microseconds. */
const leaseMicros = 30_000_000
/** A report whose maker was cut short is made once more, then it is given up. */
const maxAttempts = 2
const dayMicros = 86_400_000_000
/** Expired reports removed in one go. */
const maxExpired = 500
/** Ids in one statement. */
const maxIdsPerStatement = 500

/**
 * Reports as whoever makes them sees them. Several runners, of several processes, may work on one metadata: each report is
 * claimed by one, which keeps it by renewing its lease.
 */
export class ReportQueue {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** The next one that waits: of those who have the fewest in the making the oldest. undefined: there is none. */
  claim(runner: string): Promise<ClaimedReport | undefined> {
    const now = this.#clock()
    return this.#db.transaction().execute(async transaction => {
      const next = await transaction
        .selectFrom('reports as next')
        .selectAll()
        .where('status', '=', 'PENDING')
        .orderBy(eb =>
          eb
            .selectFrom('reports as other')
            .select(inner => inner.fn.countAll<number>().as('making'))
            .whereRef('other.owner_id', '=', 'next.owner_id')
            .where('other.status', '=', 'IN_PROGRESS'),
        )
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      if (next === undefined) return undefined
      await transaction
        .updateTable('reports')
        .set({
          status: 'IN_PROGRESS',
          progress: 0,
          runner,
          lease_until: now + leaseMicros,
          attempts: next.attempts + 1,
        })
        .where('id', '=', next.id)
        .execute()
      const moment = (next.planned_at ?? next.created_at) / 1_000_000
      return { id: next.id, ownerId: next.owner_id, spec: parseSpec(next), moment }
    })
  }

  /** Keeps a claim. False: it is this runner's no longer, because the report was deleted or somebody else has it. */
  async renew(runner: string, id: number, progress: number): Promise<boolean> {
    return this.#change(runner, id, { progress, lease_until: this.#clock() + leaseMicros })
  }

  /** Whose events it may hold, before the first of them is read. */
  async recordHosts(runner: string, id: number, hosts: readonly string[]): Promise<boolean> {
    return this.#change(runner, id, { hosts: JSON.stringify(hosts) })
  }

  /** False: as of `renew`; its file is for nobody then. */
  async finish(runner: string, { id, spec }: ClaimedReport, made: FinishedReport): Promise<boolean> {
    const now = this.#clock()
    return this.#change(runner, id, {
      status: 'SUCCESS',
      progress: 100,
      lease_until: null,
      file_name: made.fileName,
      file_size: made.fileSize,
      data_hash: made.dataHash,
      rows_capped_from: made.rowsCappedFrom,
      parts: JSON.stringify(made.parts),
      finished_at: now,
      expires_at: now + spec.retention * dayMicros,
    })
  }

  async fail(
    runner: string,
    { id, spec }: ClaimedReport,
    failure: ReportFailure,
    parts: readonly ReportPartRecord[],
  ): Promise<boolean> {
    const now = this.#clock()
    return this.#change(runner, id, {
      status: 'FAILURE',
      lease_until: null,
      error_code: failure.code,
      error_detail: failure.detail,
      parts: JSON.stringify(parts),
      finished_at: now,
      expires_at: now + spec.retention * dayMicros,
    })
  }

  /** Gives back what a runner that ends has not finished, as if it had never taken it on. */
  async release(runner: string): Promise<void> {
    await this.#db
      .updateTable('reports')
      .set(eb => ({ status: 'PENDING', progress: 0, runner: null, attempts: eb('attempts', '-', 1) }))
      .where('status', '=', 'IN_PROGRESS')
      .where('runner', '=', runner)
      .execute()
  }

  /**
   * Takes reports from runners that are gone: they wait again once; the second time they are a FAILURE. `alone`: no other
   * process works on this metadata, so that no lease has to run out.
   */
  async reclaim(options: { alone: boolean }): Promise<void> {
    const now = this.#clock()
    const left = this.#db.updateTable('reports').where('status', '=', 'IN_PROGRESS')
    const lost = options.alone ? left : left.where('lease_until', '<', now)
    await lost
      .set(eb => ({
        status: 'FAILURE',
        lease_until: null,
        error_code: 'interrupted',
        error_detail: 'The service was ended twice while it made this report.',
        finished_at: now,
        expires_at: eb(eb('retention', '*', dayMicros), '+', now),
      }))
      .where('attempts', '>=', maxAttempts)
      .execute()
    await lost.set({ status: 'PENDING', progress: 0, runner: null, lease_until: null }).execute()
  }

  /** Removes what is past its time. The files of these ids go too. */
  async expire(): Promise<number[]> {
    const expired = await this.#db
      .deleteFrom('reports')
      .where('id', 'in', eb =>
        eb.selectFrom('reports').select('id').where('expires_at', '<=', this.#clock()).limit(maxExpired),
      )
      .returning('id')
      .execute()
    return expired.map(row => row.id)
  }

  /** Removes of each schedule and owner what is too much. The files of these ids go too. */
  async trim(bytes: ReportQuota): Promise<number[]> {
    return await trimReports(this.#db, bytes)
  }

  /** Those of these reports that there are, and whether somebody makes them at the moment. */
  async findExisting(ids: readonly number[]): Promise<Map<number, { making: boolean }>> {
    const found = new Map<number, { making: boolean }>()
    for (let start = 0; start < ids.length; start += maxIdsPerStatement) {
      const rows = await this.#db
        .selectFrom('reports')
        .select(['id', 'status'])
        .where('id', 'in', ids.slice(start, start + maxIdsPerStatement))
        .execute()
      for (const { id, status } of rows) found.set(id, { making: status === 'IN_PROGRESS' })
    }
    return found
  }

  async #change(runner: string, id: number, columns: Updateable<Tables['reports']>): Promise<boolean> {
    const row = await this.#db
      .updateTable('reports')
      .set(columns)
      .where('id', '=', id)
      .where('status', '=', 'IN_PROGRESS')
      .where('runner', '=', runner)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
}
