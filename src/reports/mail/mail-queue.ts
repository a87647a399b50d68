import { setTimeout } from 'node:timers/promises'
import { Repeater } from '../../async/repeater.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { ClaimedMail, ReportMail } from '../../metadata/reports/report-mail.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ReportFolder } from '../files/folder.ts'
import { messageOf } from './message.ts'

export interface MailQueueDeps {
  mail: ReportMail
  /** undefined: this service sends no mail. */
  mailer: Mailer | undefined
  /** Returns the addresses to which reports may not be mailed. */
  findRefused(emails: readonly string[]): Promise<string[]>
  folder: ReportFolder
  maxAttachmentBytes: number
  publicUrl?: string | undefined
  host: string
  /** Milliseconds that `close` waits for the running delivery. */
  closeTimeoutMs: number
  /** Time between renewals of the claim of a mail that is being sent. */
  renewIntervalMs?: number
  log: Log
}

/** Delays after each failed attempt; after the last one the mail is dropped. */
const retryDelaysSeconds = [60, 300, 1_800] as const

/** A server may be slow for each recipient. */
const defaultRenewIntervalMs = 30_000

/** Mails finished reports one after the other. */
export class ReportMailQueue {
  readonly #deps: MailQueueDeps
  readonly #sends: Repeater

  constructor(deps: MailQueueDeps) {
    this.#deps = deps
    this.#sends = new Repeater(
      () => this.#sendDue(),
      error => deps.log.error({ err: error }, 'could not send the mail of reports'),
    )
  }

  /** Sends due mails. */
  trigger(): void {
    void this.#sends.run()
  }

  /** Resolves when nothing is being sent. */
  idle(): Promise<void> {
    return this.#sends.idle()
  }

  /**
   * Waits up to `closeTimeoutMs` for the running delivery. A mail that takes longer is sent again after the
   * next start.
   */
  async close(): Promise<void> {
    const late = new AbortController()
    const timeout = setTimeout(this.#deps.closeTimeoutMs, undefined, { signal: late.signal }).catch(() => {})
    await Promise.race([this.#sends.close(), timeout])
    late.abort()
    this.#deps.mailer?.close()
  }

  async #sendDue(): Promise<void> {
    while (!this.#sends.isClosed) {
      const claimed = await this.#deps.mail.claim()
      if (claimed === undefined) return
      await this.#try(claimed)
    }
  }

  async #try(claimed: ClaimedMail): Promise<void> {
    const { report, spec, tries } = claimed
    const { mail, mailer, findRefused, folder, maxAttachmentBytes, publicUrl, host, log } = this.#deps
    const { id } = report
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
      const { refused } = await this.#renewed(claimed, () => mailer.send(message, emails))
      const notes = [
        ...(notAllowed.length === 0 ? [] : [notAllowedText]),
        ...(refused.length === 0 ? [] : [`Refused by the server: ${refused.join(', ')}`]),
      ]
      await mail.sent(claimed, notes.length === 0 ? null : notes.join('. '))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const pause = retryDelaysSeconds[tries - 1]
      log.warn({ report: id, tries, reason }, 'the mail of a report could not be sent')
      await mail.failed(claimed, reason, pause)
    }
  }

  /** Renews the claim of a mail until `send` has ended. */
  async #renewed<Sent>(claimed: ClaimedMail, send: () => Promise<Sent>): Promise<Sent> {
    const { mail, log, renewIntervalMs = defaultRenewIntervalMs } = this.#deps
    const renew = () =>
      mail
        .renew(claimed)
        .catch(error =>
          log.warn({ err: error, report: claimed.report.id }, 'could not renew the claim of a mail'),
        )
    const alive = setInterval(() => void renew(), renewIntervalMs).unref()
    try {
      return await send()
    } finally {
      clearInterval(alive)
    }
  }
}
