import { type Expression, type SqlBool, sql } from 'kysely'
import { leaseEnd } from '../database/leases.ts'
import { type RowUpdate, updateRowIf } from '../database/row.ts'
import { isOneOf } from '../database/sql-forms.ts'
import { Repository } from '../repository/repository.ts'

/** Delays after each failed attempt except the last. */
export const retryDelaysSeconds = [60, 300, 1_800] as const

/** Claims that a runner works on: ids of rows of one table. */
export interface HeldClaims {
  runner: string
  ids: readonly number[]
}

type JobTable = 'action_runs' | 'reports'

const unclaimed = { runner: null, lease_until: null }

/**
 * The queue of jobs of one table. Several runners of several processes may work on it: one of them claims an
 * attempt, and may lose it when its lease ends.
 */
export abstract class JobQueue extends Repository {
  protected abstract readonly table: JobTable
  /** Status of claimed jobs. */
  protected abstract readonly claimedStatus: string
  protected abstract readonly leaseMicros: number
  /** Number of attempts of a row that count towards `maxAttempts`. */
  protected abstract readonly attempts: Expression<number>
  protected abstract readonly maxAttempts: number
  /** New values of a job whose runner died. `isLast`: in its last attempt. */
  protected abstract interrupted(isLast: boolean): RowUpdate<JobTable>

  /** Columns of a claim that begins now or is renewed. */
  protected lease(runner: string) {
    return { status: this.claimedStatus, runner, lease_until: leaseEnd(this.leaseNow(), this.leaseMicros) }
  }

  /** Changes a claimed job. False, here and below: another runner has the job, or it was removed. */
  protected change(runner: string, id: number, columns: RowUpdate<JobTable>): Promise<boolean> {
    return updateRowIf(this.beside, this.table, id, { status: this.claimedStatus, runner }, columns)
  }

  /** Ends an attempt. */
  protected end(runner: string, id: number, columns: RowUpdate<JobTable>): Promise<boolean> {
    return this.change(runner, id, { ...unclaimed, ...columns })
  }

  /**
   * Takes jobs from runners that died. `isOnlyProcess`: no other process uses this metadata, so claims need
   * not expire first. `held`: the caller's own claims, which are not lost even if their leases have ended:
   * the caller's process may have been stopped for a while.
   */
  async reclaim({ isOnlyProcess, held }: { isOnlyProcess: boolean; held?: HeldClaims }): Promise<void> {
    const isLost = isOnlyProcess ? sql<SqlBool>`1 = 1` : isAbandoned(this.leaseNow(), held)
    const isClaimed = sql<SqlBool>`status = ${this.claimedStatus} and ${isLost}`
    // Reads first, so that an idle process does not wait for writers, or make them wait.
    const lost = await this.db.selectFrom(this.table).select('id').where(isClaimed).limit(1).execute()
    if (lost.length === 0) return
    const release = (isLast: boolean) =>
      this.db
        .updateTable(this.table)
        .set({ ...unclaimed, ...this.interrupted(isLast) })
        .where(isClaimed)
        .where(this.attempts, isLast ? '>=' : '<', this.maxAttempts)
        .execute()
    await release(true)
    // Compares the attempts too: the lease of a job in its last attempt may have ended in between.
    await release(false)
  }
}

/** Whether the lease of a claim has ended, and the claim is not in `held`. */
function isAbandoned(now: Expression<number>, held: HeldClaims | undefined): Expression<SqlBool> {
  const hasEnded = sql<SqlBool>`lease_until < ${now}`
  if (held === undefined) return hasEnded
  return sql<SqlBool>`${hasEnded} and not (runner = ${held.runner} and ${isOneOf(sql.ref('id'), held.ids)})`
}
