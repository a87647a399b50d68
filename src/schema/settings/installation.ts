import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

/** Settings of folders, the first user, passwords and the audit log. */
export const installationSettings = {
  dataDir: Type.String({
    title: 'Data folder',
    description:
      'Holds everything that Millrace stores. Relative to the working directory. Only one process may use it. Only the user of the service can read it (modes 0600 and 0700).',
    default: './data',
    minLength: 1,
  }),
  templatesDir: optionalPath(
    'Folder of dashboard templates',
    'Relative to the working directory. Default: `templates` in the data folder.',
  ),
  rulesDir: optionalPath(
    'Folder of rules',
    'Millrace reads its .yaml, .yml and .json files at startup and on `millrace rules reload`. Relative to the working directory. Default: `rules` in the data folder.',
  ),
  adminPassword: Type.Optional(
    Type.String({
      title: 'Password of the user `admin`',
      description: 'Used at the first start only. Default: a random password, printed once.',
      minLength: 1,
      maxLength: 1_000,
      ...secret,
    }),
  ),
  passwordMinLength: Type.Integer({
    title: 'Minimum length of a password, characters',
    description:
      'Applies to new passwords and to MILLRACE_ADMIN_PASSWORD; existing passwords stay valid. The most common passwords are refused at any length.',
    default: 8,
    minimum: 1,
    maximum: 100,
  }),
  passwordWords: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'names',
    title: 'Words that new passwords may not be made of, separated by commas',
    description:
      'Names of the organisation, its products and places. A password that is one of them with a few digits and signs around it, or with digits for letters, is refused like the most common ones.',
    default: '',
  }),
  auditDays: Type.Integer({
    title: 'Days that entries of the audit log are kept',
    description: 'See [audit.md](audit.md).',
    default: 400,
    minimum: 1,
    maximum: 36_500,
  }),
  auditToLog: Type.Boolean({
    title: 'Copies the audit log to the log of the service',
    description:
      'Each entry is a line of standard error too, with room audit, whatever MILLRACE_LOG_LEVEL says: for journald, syslog or a collector, which can store it where users of this service cannot change it. See [audit.md](audit.md#elsewhere).',
    default: false,
  }),
  auditEntries: Type.Integer({
    title: 'Maximum entries of the audit log',
    description:
      'Beyond it, the oldest are deleted. Refusals, such as wrong passwords, have at most a tenth of it.',
    default: 200_000,
    minimum: 1_000,
    maximum: 10_000_000,
  }),
  adminToken: Type.Optional(
    Type.String({
      title: 'A USER token of `admin`, for automation',
      description: 'Used at the first start only. Default: a random token, printed once.',
      format: 'user-token',
      ...secret,
    }),
  ),
}
