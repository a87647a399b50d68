import { Type } from 'typebox'
import { bytes, secret } from './setting-types.ts'

/** Settings of reports and of the mail server. */
export const reportSettings = {
  smtpUrl: Type.Optional(
    Type.String({
      title: 'Mail server',
      description:
        'smtp://name:password@host:587 (STARTTLS if the server offers it), or smtps:// for TLS from the start. Without it Millrace mails no reports.',
      format: 'smtp-address',
      maxLength: 2_000,
      ...secret,
    }),
  ),
  mailFrom: Type.String({
    title: 'Sender of mails',
    description: 'An address, also with a name: Logs <logs@example.com>.',
    format: 'mail-sender',
    default: 'millrace@localhost',
    maxLength: 500,
  }),
  mailAttachmentMax: bytes({
    title: 'Maximum size of an attachment',
    description: 'Mails a larger report as a link.',
    default: 10 * 1024 ** 2,
    minimum: 1_024,
  }),
  mailDomains: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'domains',
    title: 'Domains that reports may be mailed to, besides the addresses of users',
    description:
      'Subdomains need entries of their own. If set, only holders of `manage_users` may give a user an address of another domain. Empty: all domains.',
    default: '',
  }),
  reportDisk: bytes({
    title: 'Disk space for the files of all reports',
    description:
      'Removes the oldest files first, starting with the owners who use most. Also leaves twice MILLRACE_DISK_FLOOR free.',
    default: 4 * 1024 ** 3,
    minimum: 1024 ** 2,
  }),
  reportDiskOwner: bytes({
    title: 'Disk space for the files of one owner',
    description: 'Removes the oldest files first. A report with a larger file is a FAILURE.',
    default: 1024 ** 3,
    minimum: 1024 ** 2,
  }),
  reportTimeout: Type.Integer({
    title: 'Maximum duration of a report, seconds',
    description: 'A report that takes longer is a FAILURE.',
    default: 1_800,
    minimum: 1,
    maximum: 86_400,
  }),
  reportRetention: Type.Integer({
    title: 'Retention of reports, days',
    description: 'A schedule may set its own.',
    default: 30,
    minimum: 1,
    maximum: 3_650,
  }),
}
