import { type RawBuilder, sql } from 'kysely'
import type { ReportPartRecord } from '../../schema/reports/report.ts'
import type { RowUpdate } from '../database/row.ts'
import { forClaim } from '../database/sql-forms.ts'
import { JobQueue } from '../jobs/job-queue.ts'
import type { ReportFailure } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'

/** A report that a runner has claimed. */
export interface ClaimedReport {
  id: number
  ownerId: number
  /** 1 for the first. */
  attempt: number
  spec: ReportSpec
  /** Unix seconds that relative time ranges refer to: the time of the schedule, or of the request. */
  moment: number
}

/** Result of a rendered report. */
export interface FinishedReport {
  fileName: string
  fileSize: number
  dataHash: string
  rowsCappedFrom: number | null
  parts: readonly ReportPartRecord[]
}

/** Maximum bytes of reports: of one owner, and of all owners together. */
export interface ReportQuota {
  owner: number
  all: number
}

/** Maximum finished reports that are kept: of one schedule, and of one owner. */
const maxOfSchedule = 100
const maxOfOwner = 1_000
const dayMicros = 86_400_000_000
/** Maximum reports that one call of `expire` deletes. */
const maxExpired = 500
const maxIdsPerStatement = 500

/** The queue of reports to render. A runner keeps its claim by renewing it. */
export class ReportQueue extends JobQueue {
  protected readonly table = 'reports'
  protected readonly claimedStatus = 'IN_PROGRESS'
  protected readonly leaseMicros = 30_000_000
  protected readonly attempts = sql<number>`attempts`
  /** A report whose runner was interrupted is tried once more. */
  protected readonly maxAttempts = 2

  /** Claims the oldest waiting report, if any, of the owners with the fewest reports in progress. */
  async claim(runner: string): Promise<ClaimedReport | undefined> {
    const inProgress = sql`(select count(*) from reports as other
      where other.owner_id = next.owner_id and other.status = ${this.claimedStatus})`
    const next = sql<number>`(select id from reports as next where status = 'PENDING'
      order by ${inProgress}, id limit 1 ${forClaim})`
    const claimed = await this.beside
      .updateTable('reports')
      .set({ ...this.lease(runner), progress: 0, attempts: sql<number>`attempts + 1` })
      .where('id', '=', next)
      .returningAll()
      .executeTakeFirst()
    if (claimed === undefined) return undefined
    const { id, owner_id: ownerId, attempts: attempt, planned_at, created_at } = claimed
    return { id, ownerId, attempt, spec: parseSpec(claimed), moment: (planned_at ?? created_at) / 1_000_000 }
  }

  /** Extends the lease. False: the claim is lost. */
  renew(runner: string, id: number, progress: number): Promise<boolean> {
    return this.change(runner, id, { ...this.lease(runner), progress })
  }

  /** Records the hosts whose events the report may contain. Called before the first event is read. */
  recordHosts(runner: string, id: number, hosts: readonly string[]): Promise<boolean> {
    return this.change(runner, id, { hosts: JSON.stringify(hosts) })
  }

  /** Marks the report as successful. False as for `renew`: its file is then unused. */
  finish(runner: string, report: ClaimedReport, result: FinishedReport): Promise<boolean> {
    return this.#endFinished(runner, report, result.parts, {
      status: 'SUCCESS',
      progress: 100,
      file_name: result.fileName,
      file_size: result.fileSize,
      data_hash: result.dataHash,
      rows_capped_from: result.rowsCappedFrom,
    })
  }

  /** Marks the report as failed. False as for `renew`. */
  fail(
    runner: string,
    report: ClaimedReport,
    { code, detail }: ReportFailure,
    parts: readonly ReportPartRecord[],
  ): Promise<boolean> {
    return this.#endFinished(runner, report, parts, {
      status: 'FAILURE',
      error_code: code,
      error_detail: detail,
    })
  }

  /** Ends a claim without a result. The attempt does not count, and any runner may claim the report again. */
  release(runner: string, { id }: ClaimedReport): Promise<boolean> {
    return this.end(runner, id, { status: 'PENDING', progress: 0, attempts: sql<number>`attempts - 1` })
  }

  /** Deletes expired reports, up to `maxExpired`. The caller deletes the files of the returned ids. */
  async expire(): Promise<number[]> {
    const old = this.db.selectFrom('reports').select('id').where('expires_at', '<=', this.clock())
    // Here and below: reads first, so that an idle process does not wait for writers.
    if ((await old.limit(1).execute()).length === 0) return []
    const expired = await this.db
      .deleteFrom('reports')
      .where('id', 'in', old.limit(maxExpired))
      .returning('id')
      .execute()
    return expired.map(row => row.id)
  }

  /**
   * Deletes the oldest finished reports beyond the limits: in number, in bytes of files, and in bytes of the
   * metadata. If the reports of all owners together are too large, deletes first from owners with many bytes.
   * The caller deletes the files of the returned ids.
   */
  async trim(files: ReportQuota): Promise<number[]> {
    const numbered = (group: 'schedule_id' | 'owner_id') => sql<{ id: number; place: number }>`(
      select id, row_number() over (partition by ${sql.ref(group)} order by id desc) as place
      from reports where ${isFinished} and ${sql.ref(group)} is not null)`
    const { user, total } = this.quota.max
    const sizeLimits = { owner: Math.min(user, maxInteger), all: Math.min(total, maxInteger) }
    const surplus = sql<{ id: number }>`
      select id from ${numbered('schedule_id')} as of_schedule where place > ${sql.lit(maxOfSchedule)}
      union select id from ${numbered('owner_id')} as of_owner where place > ${sql.lit(maxOfOwner)}
      union ${idsBeyond(files, sql`file_size`, sql`status = 'SUCCESS' and file_size is not null`)}
      union ${idsBeyond(sizeLimits, keptBytes, isFinished)}`
    if ((await sql`${surplus} limit 1`.execute(this.db)).rows.length === 0) return []
    const { rows } = await sql<{
      id: number
    }>`delete from reports where id in (${surplus}) returning id`.execute(this.db)
    return rows.map(row => row.id)
  }

  /** Which of these reports exist, and whether they are in progress. */
  async findExisting(ids: readonly number[]): Promise<Map<number, { isInProgress: boolean }>> {
    const found = new Map<number, { isInProgress: boolean }>()
    for (let start = 0; start < ids.length; start += maxIdsPerStatement) {
      const rows = await this.db
        .selectFrom('reports')
        .select(['id', 'status'])
        .where('id', 'in', ids.slice(start, start + maxIdsPerStatement))
        .execute()
      for (const { id, status } of rows) found.set(id, { isInProgress: status === 'IN_PROGRESS' })
    }
    return found
  }

  /** Ends an attempt whose report succeeded or failed. The report expires after its retention. */
  #endFinished(
    runner: string,
    { id, spec }: ClaimedReport,
    parts: readonly ReportPartRecord[],
    columns: RowUpdate<'reports'>,
  ): Promise<boolean> {
    const now = this.clock()
    return this.end(runner, id, {
      ...columns,
      parts: JSON.stringify(parts),
      finished_at: now,
      expires_at: now + spec.retention * dayMicros,
    })
  }

  protected interrupted(isLast: boolean): RowUpdate<'reports'> {
    if (!isLast) return { status: 'PENDING', progress: 0 }
    const now = this.clock()
    return {
      status: 'FAILURE',
      error_code: 'interrupted',
      error_detail: 'The service stopped twice while it was making this report.',
      finished_at: now,
      expires_at: sql<number>`${now} + retention * ${sql.lit(dayMicros)}`,
    }
  }
}

const maxInteger = Number.MAX_SAFE_INTEGER
const isFinished = sql`status in ('SUCCESS', 'FAILURE')`
/** Bytes of the columns of a report that may be long. */
const keptBytes = sql`coalesce(octet_length(query), 0) + coalesce(octet_length(parts), 0)`

/** Selects the reports beyond a quota. Only reports that meet the condition count. */
function idsBeyond({ owner, all }: ReportQuota, bytes: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
  // `newer`: bytes of the newer reports of the same owner. Reports with the fewest such bytes stay longest.
  // `of_owner`, `of_all`: bytes of a report and of all reports that stay longer, of its owner or of all
  // owners.
  const ofOwner = sql`(
    select id, ${bytes} as bytes, sum(${bytes}) over (partition by owner_id order by id desc) - (${bytes}) as newer
    from reports where ${condition})`
  const sized = sql`(
    select id, newer + bytes as of_owner, sum(bytes) over (order by newer, id desc) as of_all
    from ${ofOwner} as by_owner)`
  return sql`select id from ${sized} as by_size where of_owner > ${owner} or of_all > ${all}`
}
