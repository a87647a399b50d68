import { type SqlBool, sql } from 'kysely'
import type { ShortReport } from '../../schema/reports/report.ts'
import { leaseEnd } from '../database/leases.ts'
import { type RowUpdate, updateRow, updateRowIf } from '../database/row.ts'
import { retryDelaysSeconds } from '../jobs/job-queue.ts'
import { Repository } from '../repository/repository.ts'
import { presentReport, reportRows } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'

/** The mail of a finished report, claimed by the process that sends it. */
export interface ClaimedMail {
  /** Id of the report. */
  id: number
  report: ShortReport
  spec: ReportSpec
  /** Attempts, including this one. */
  tries: number
}

/** After this time without a renewal another process may claim the mail. */
const leaseMicros = 180_000_000
/** Maximum wait of a mail: the longest delay of a retry, plus two minutes for a clock that is set back. */
const maxWaitMicros = (Math.max(...retryDelaysSeconds) + 120) * 1_000_000

/** One attempt to send the mail of a report. */
type MailAttempt = Pick<ClaimedMail, 'id' | 'tries'>

/** The queue of mails of reports, each claimed by one process. `mail_at` uses the clock of leases. */
export class ReportMail extends Repository {
  /** Claims the oldest mail that is due; undefined when there is none. */
  claim(): Promise<ClaimedMail | undefined> {
    return this.db.transaction().execute(async transaction => {
      const now = this.leaseNow()
      const row = await reportRows(transaction)
        .where('reports.mail_status', '=', 'waiting')
        .where('reports.status', 'in', ['SUCCESS', 'FAILURE'])
        .where(eb =>
          eb.or([
            eb('reports.mail_at', 'is', null),
            eb('reports.mail_at', '<=', now),
            // The clock was set back after this time was stored.
            sql<SqlBool>`reports.mail_at > ${leaseEnd(now, maxWaitMicros)}`,
          ]),
        )
        .orderBy('reports.id')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const tries = row.mail_tries + 1
      await updateRow(transaction, 'reports', row.id, {
        mail_tries: tries,
        mail_at: leaseEnd(now, leaseMicros),
      })
      return { id: row.id, report: presentReport(row), spec: parseSpec(row), tries }
    })
  }

  /** Renews the claim of a mail that is being sent. False: another process has claimed or sent it since. */
  renew(attempt: MailAttempt): Promise<boolean> {
    return this.#change(attempt, { mail_at: leaseEnd(this.leaseNow(), leaseMicros) })
  }

  /** Records that the mail was sent. `note`: a remark to show with the report. */
  async sent({ id }: MailAttempt, note: string | null): Promise<void> {
    // Even if another process has claimed it since: the mail needs no further attempt.
    await updateRow(this.db, 'reports', id, { mail_status: 'sent', mail_at: null, mail_error: note })
  }

  /**
   * Records a failed attempt. Without `retryAfterSeconds`, there is no further attempt. Does nothing if
   * another process has claimed or sent the mail since.
   */
  async failed(attempt: MailAttempt, error: string, retryAfterSeconds?: number): Promise<void> {
    const next =
      retryAfterSeconds === undefined
        ? { mail_status: 'failed', mail_at: null }
        : { mail_at: leaseEnd(this.leaseNow(), retryAfterSeconds * 1_000_000) }
    await this.#change(attempt, { ...next, mail_error: error })
  }

  /** A claim holds while the mail has the number of its attempt. */
  #change({ id, tries }: MailAttempt, columns: RowUpdate<'reports'>): Promise<boolean> {
    return updateRowIf(this.db, 'reports', id, { mail_status: 'waiting', mail_tries: tries }, columns)
  }
}
