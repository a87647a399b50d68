import { type Expression, type SqlBool, sql } from 'kysely'
import type { ShortReport } from '../../schema/reports/report.ts'
import { leaseEnd } from '../database/leases.ts'
import { type RowUpdate, updateRow, updateRowIf } from '../database/row.ts'
import { forClaim } from '../database/sql-forms.ts'
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
  async claim(): Promise<ClaimedMail | undefined> {
    const now = this.leaseNow()
    const isDue = sql<SqlBool>`(mail_at is null or mail_at <= ${now} or ${isFromLaterClock(now)})`
    const due = sql<number>`(select id from reports
      where mail_status = 'waiting' and status in ('SUCCESS', 'FAILURE') and ${isDue}
      order by id limit 1 ${forClaim})`
    const claimed = await this.beside
      .updateTable('reports')
      .set({ mail_tries: sql<number>`mail_tries + 1`, mail_at: leaseEnd(now, leaseMicros) })
      .where('id', '=', due)
      .returning(['id', 'mail_tries as tries'])
      .executeTakeFirst()
    if (claimed === undefined) return undefined
    const row = await reportRows(this.db).where('reports.id', '=', claimed.id).executeTakeFirst()
    // The report may have been removed since.
    return row && { ...claimed, report: presentReport(row), spec: parseSpec(row) }
  }

  /** Renews the claim of a mail that is being sent. False: another process has claimed or sent it since. */
  renew(attempt: MailAttempt): Promise<boolean> {
    return this.#change(attempt, { mail_at: leaseEnd(this.leaseNow(), leaseMicros) })
  }

  /** Records that the mail was sent. `note`: a remark to show with the report. */
  async sent({ id }: MailAttempt, note: string | null): Promise<void> {
    // Even if another process has claimed it since: the mail needs no further attempt.
    await updateRow(this.beside, 'reports', id, { mail_status: 'sent', mail_at: null, mail_error: note })
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
    return updateRowIf(this.beside, 'reports', id, { mail_status: 'waiting', mail_tries: tries }, columns)
  }
}

/** Whether the clock was set back after `mail_at` was stored. */
function isFromLaterClock(now: Expression<number>): Expression<SqlBool> {
  return sql<SqlBool>`mail_at > ${leaseEnd(now, maxWaitMicros)}`
}
