import { type SqlBool, sql, type UpdateObject } from 'kysely'
import type { ShortReport } from '../../schema/reports/report.ts'
import { leaseEnd } from '../database/leases.ts'
import type { Tables } from '../database/tables.ts'
import { Repository } from '../repository/repository.ts'
import { presentReport, reportRows } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'

/** The mail of a finished report, claimed by the process that sends it. */
export interface ClaimedMail {
  report: ShortReport
  spec: ReportSpec
  /** Attempts, including this one. */
  tries: number
}

/** After this time without a renewal another process may claim the mail. */
const leaseMicros = 180_000_000
/** No mail waits longer: the longest delay of a retry, and two minutes that the clock may be set back. */
const maxWaitMicros = (1_800 + 120) * 1_000_000

/** One attempt to send the mail of a report. */
type MailAttempt = Pick<ClaimedMail, 'tries'> & { report: Pick<ShortReport, 'id'> }

/**
 * The queue of mails of reports. Each attempt is claimed by one process. `mail_at` is read from the clock of
 * leases.
 */
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
            // From a clock that was set back since.
            sql<SqlBool>`reports.mail_at > ${leaseEnd(now, maxWaitMicros)}`,
          ]),
        )
        .orderBy('reports.id')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const tries = row.mail_tries + 1
      await transaction
        .updateTable('reports')
        .set({ mail_tries: tries, mail_at: leaseEnd(now, leaseMicros) })
        .where('id', '=', row.id)
        .execute()
      return { report: presentReport(row, { withParts: true }), spec: parseSpec(row), tries }
    })
  }

  /** Keeps the claim of a mail that is still being sent. */
  async renew({ report, tries }: MailAttempt): Promise<void> {
    await this.db
      .updateTable('reports')
      .set({ mail_at: leaseEnd(this.leaseNow(), leaseMicros) })
      .where('id', '=', report.id)
      .where('mail_status', '=', 'waiting')
      .where('mail_tries', '=', tries)
      .execute()
  }

  /** `note`: a remark to show with the report. */
  async sent({ report }: MailAttempt, note: string | null): Promise<void> {
    // Also when another process has claimed it since: the mail needs no further attempt.
    await this.db
      .updateTable('reports')
      .set({ mail_status: 'sent', mail_at: null, mail_error: note })
      .where('id', '=', report.id)
      .execute()
  }

  /**
   * Without `retryAfterSeconds` the mail is given up. Does nothing when another process has claimed it since,
   * or has sent it.
   */
  async failed({ report, tries }: MailAttempt, error: string, retryAfterSeconds?: number): Promise<void> {
    const next: UpdateObject<Tables, 'reports'> =
      retryAfterSeconds === undefined
        ? { mail_status: 'failed', mail_at: null }
        : { mail_at: leaseEnd(this.leaseNow(), retryAfterSeconds * 1_000_000) }
    await this.db
      .updateTable('reports')
      .set({ ...next, mail_error: error })
      .where('id', '=', report.id)
      .where('mail_status', '=', 'waiting')
      .where('mail_tries', '=', tries)
      .execute()
  }
}
