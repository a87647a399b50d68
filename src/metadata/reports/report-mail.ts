import type { ShortReport } from '../../schema/report.ts'
import { Repository } from '../repository.ts'
import { updateRow } from '../row.ts'
import { presentReport, reportRows } from './rows.ts'
import { parseSpec, type ReportSpec } from './spec.ts'

/** The mail of a finished report, claimed by the process that sends it. */
export interface ClaimedMail {
  report: ShortReport
  spec: ReportSpec
  /** Attempts, this one included. */
  tries: number
}

/** After this time another process may claim the mail. */
const leaseMicros = 180_000_000
/** No mail waits longer: the longest delay of a retry, and by how much less clocks of nodes differ. */
const maxWaitMicros = (1_800 + 120) * 1_000_000

/** The queue of mails of reports. Each attempt is claimed by one process. */
export class ReportMail extends Repository {
  /** Claims the oldest mail that is due; undefined when there is none. */
  claim(): Promise<ClaimedMail | undefined> {
    const now = this.clock()
    return this.db.transaction().execute(async transaction => {
      const row = await reportRows(transaction)
        .where('reports.mail_status', '=', 'waiting')
        .where('reports.status', 'in', ['SUCCESS', 'FAILURE'])
        .where(eb =>
          eb.or([
            eb('reports.mail_at', 'is', null),
            eb('reports.mail_at', '<=', now),
            // Of a clock that was set back since.
            eb('reports.mail_at', '>', now + maxWaitMicros),
          ]),
        )
        .orderBy('reports.id')
        .limit(1)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const tries = row.mail_tries + 1
      await updateRow(transaction, 'reports', row.id, { mail_tries: tries, mail_at: now + leaseMicros })
      return { report: presentReport(row, true), spec: parseSpec(row), tries }
    })
  }

  /** `note`: a remark to show with the report. */
  async sent(id: number, note: string | null): Promise<void> {
    await updateRow(this.db, 'reports', id, { mail_status: 'sent', mail_at: null, mail_error: note })
  }

  /** Without `retryAfterSeconds` the mail is given up. */
  async failed(id: number, error: string, retryAfterSeconds?: number): Promise<void> {
    const next =
      retryAfterSeconds === undefined
        ? { mail_status: 'failed', mail_at: null }
        : { mail_at: this.clock() + retryAfterSeconds * 1_000_000 }
    await updateRow(this.db, 'reports', id, { ...next, mail_error: error })
  }
}
