import { exactNumber } from '../../charts/number-text.ts'
import { momentText } from '../../charts/time-text.ts'
import type { MailMessage } from '../../mail/mailer.ts'
import type { Delivery, ShortReport } from '../../schema/reports/report.ts'
import { mediaTypeOf } from '../files/file-name.ts'

export interface MessageOptions {
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
export function messageOf(report: ShortReport, options: MessageOptions): MailMessage {
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

function facts(report: ShortReport): string[] {
  const { parts = [], timezone, error, file_name, file_size, rows_capped_from, data_hash } = report
  const moment = (seconds: number) => momentText(seconds, timezone)
  const [first] = parts
  const sameWindow = parts.every(one => one.ts_from === first?.ts_from && one.ts_to === first?.ts_to)
  const failed = parts.filter(part => part.error !== undefined)
  return [
    sameWindow && first?.ts_from != null && first.ts_to != null
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
