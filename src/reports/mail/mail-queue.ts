import { exactNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import type { Mailer, MailMessage } from '../../mail/mailer.ts'
import { retryDelaysSeconds } from '../../metadata/jobs/job-queue.ts'
import { JobRunner, type JobRunnerOptions } from '../../metadata/jobs/job-runner.ts'
import type { ClaimedMail, ReportMail } from '../../metadata/reports/report-mail.ts'
import type { Delivery, ShortReport } from '../../schema/reports/report.ts'
import { thrownText } from '../../schema/thrown-text.ts'
import { mediaTypeOf } from '../files/file-name.ts'
import type { ReportFolder } from '../files/folder.ts'

export interface MailQueueDeps extends JobRunnerOptions {
  mail: ReportMail
  /** undefined: this service sends no mail. */
  mailer: Mailer | undefined
  /** Returns the addresses to which reports may not be mailed. */
  findRefused(emails: readonly string[]): Promise<string[]>
  folder: ReportFolder
  maxAttachmentBytes: number
  publicUrl?: string | undefined
  /** Name of this machine. */
  host: string
  /** Time between renewals of the claim of a mail that is being sent. */
  renewIntervalMs?: number
}

/** A claim is renewed while its mail is sent, because a server may be slow for each recipient. */
const defaultRenewIntervalMs = 30_000

/**
 * Mails finished reports one after the other. A delivery that takes longer than `close` waits is repeated
 * after the next start.
 */
export class ReportMailQueue extends JobRunner<ClaimedMail> {
  readonly #deps: MailQueueDeps

  constructor(deps: MailQueueDeps) {
    super('send the mail of a report', deps)
    this.#deps = deps
  }

  protected async claimDue(): Promise<void> {
    if (this.running.length > 0) return
    const claimed = await this.#deps.mail.claim()
    if (claimed !== undefined) this.begin(claimed)
  }

  protected async work(claimed: ClaimedMail): Promise<void> {
    const { id, report, spec, tries } = claimed
    const { mail, mailer, findRefused, folder, maxAttachmentBytes, publicUrl, host, log } = this.#deps
    const { renewIntervalMs: everyMs = defaultRenewIntervalMs } = this.#deps
    if (mailer === undefined) {
      await mail.failed(claimed, 'This service sends no mail: MILLRACE_SMTP_URL is not set.')
      return
    }
    const notAllowed = await findRefused(spec.emails)
    const emails = spec.emails.filter(email => !notAllowed.includes(email))
    const notAllowedText = `Not allowed by MILLRACE_MAIL_DOMAINS: ${notAllowed.join(', ')}`
    if (emails.length === 0) {
      await mail.failed(claimed, notAllowedText)
      return
    }
    try {
      const path = await folder.locate({ id, name: report.file_name ?? '', size: report.file_size })
      const message = messageOf(report, { deliver: spec.deliver, maxAttachmentBytes, publicUrl, host, path })
      const renewals = { renew: () => mail.renew(claimed), everyMs }
      const { refused } = await this.renewDuring(claimed, renewals, () => mailer.send(message, emails))
      const notes = [
        ...(notAllowed.length === 0 ? [] : [notAllowedText]),
        ...(refused.length === 0 ? [] : [`Refused by the server: ${refused.join(', ')}`]),
      ]
      await mail.sent(claimed, notes.length === 0 ? null : notes.join('. '))
    } catch (error) {
      const reason = thrownText(error)
      // Undefined after the last attempt.
      const retryAfterSeconds = retryDelaysSeconds[tries - 1]
      log.warn({ report: id, tries, reason }, 'the mail of a report could not be sent')
      await mail.failed(claimed, reason, retryAfterSeconds)
    }
  }
}

interface MessageOptions {
  deliver: Delivery
  /** Larger files are sent as a link. */
  maxAttachmentBytes: number
  /** URL of this service; undefined: not configured. */
  publicUrl?: string | undefined
  /** Name of this machine. */
  host: string
  /** The report's file. */
  path: string
}

/** The mail about a finished report: its file or a link to it, or why it failed. */
function messageOf(report: ShortReport, options: MessageOptions): MailMessage {
  const { id, title, created_at } = report
  const head = { id: `report-${id}-${Math.round(created_at * 1e6)}@${options.host}` }
  if (report.status !== 'SUCCESS') {
    const failed = `The report "${title}" could not be made.`
    const text = lines([failed, '', ...facts(report), '', accessText(report, options)])
    return { ...head, subject: `Failed: ${title}`, text }
  }
  const { file_name, file_size } = report
  const isAttached = options.deliver === 'attachment' && (file_size ?? 0) <= options.maxAttachmentBytes
  const name = file_name ?? 'report'
  const where = isAttached ? 'The file is attached.' : accessText(report, options)
  const text = lines([title, '', ...facts(report), '', where])
  const attachment = { name, path: options.path, mediaType: mediaTypeOf(name) }
  return { ...head, subject: title, text, ...(isAttached ? { attachment } : {}) }
}

/** What a mail says about a report, one line each. */
function facts(report: ShortReport): string[] {
  const { parts = [], timezone, error, file_name, file_size, rows_capped_from, data_hash } = report
  const moment = (seconds: number) => momentText(seconds, timezone)
  const [first] = parts
  const isSameRange = parts.every(one => one.ts_from === first?.ts_from && one.ts_to === first?.ts_to)
  const failed = parts.filter(part => part.error !== undefined)
  return [
    isSameRange && first?.ts_from != null && first.ts_to != null
      ? `Time range:  ${moment(first.ts_from)} to ${moment(first.ts_to)} (${timezone})`
      : '',
    error === null ? '' : `Reason:      ${error.detail}`,
    file_name === null ? '' : `File:        ${file_name}, ${exactNumber(file_size ?? 0)} bytes`,
    rows_capped_from === null ? '' : `Cut short:   there would be ${exactNumber(rows_capped_from)} rows`,
    error === null && failed.length > 0
      ? `Incomplete:  ${failed.length} of ${parts.length} widgets could not be answered`
      : '',
    report.finished_at === null ? '' : `Made:        ${moment(report.finished_at)} (${timezone})`,
    data_hash === null ? '' : `Data:        sha256 ${data_hash}`,
  ].filter(line => line !== '')
}

/** Where to find the report. */
function accessText(
  { id, status, file_size }: ShortReport,
  { publicUrl, deliver, maxAttachmentBytes }: MessageOptions,
) {
  const tooLarge = status === 'SUCCESS' && deliver === 'attachment' && (file_size ?? 0) > maxAttachmentBytes
  const why = tooLarge ? 'The file is too large for an attachment. ' : ''
  if (publicUrl === undefined) return `${why}Sign in to Millrace to see report ${id}.`
  const address = status === 'SUCCESS' ? `${publicUrl}/api/reports/${id}/file` : `${publicUrl}/reports`
  return `${why}Sign in to see it: ${address}`
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
