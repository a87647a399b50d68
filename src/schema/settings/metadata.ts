import { Type } from 'typebox'
import { bytes, optionalPath, secret } from './setting-types.ts'

/** Settings of metadata: what users keep, and PostgreSQL. */
export const metadataSettings = {
  userQuota: bytes({
    title: 'Maximum size of what a user keeps, of each kind',
    description:
      'Bytes of dashboards, of widgets, triggers, silences, schedules of reports, tasks, notes and saved searches of one user. All files of rules together may take four times as much. The oldest reports of a user are removed when their queries take more.',
    default: 64 * 1024 ** 2,
    minimum: 1024 ** 2,
  }),
  totalQuota: bytes({
    title: 'Maximum size of what all users keep, of each kind',
    description:
      'Bytes of dashboards, of widgets, triggers, silences, schedules of reports, tasks, notes and saved searches of all users together. From 80 % on, `GET /api/monitor/health` and the page *System* warn. The oldest reports are removed when their queries take more.',
    default: 1024 ** 3,
    minimum: 1024 ** 2,
  }),
  postgresUrl: Type.Optional(
    Type.String({
      title: 'PostgreSQL database for metadata',
      description:
        'postgres://user:password@host:5432/database?sslmode=verify-full. sslmode is disable (the default on this machine), require, verify-ca or verify-full (the default elsewhere). Default: the metadata is in the data folder. See [postgresql.md](postgresql.md).',
      minLength: 1,
      maxLength: 4_096,
      ...secret,
    }),
  ),
  postgresCa: optionalPath(
    'CA certificates that verify the certificate of PostgreSQL',
    "A PEM file. Default: Node's own list.",
  ),
  postgresConnections: Type.Integer({
    title: 'Maximum connections to PostgreSQL',
    description: 'For each Millrace process. Commands such as `millrace user` open their own.',
    default: 10,
    minimum: 2,
    maximum: 500,
  }),
  postgresTimeout: Type.Integer({
    title: 'Maximum duration of a statement in PostgreSQL, seconds',
    description:
      'Also the maximum wait for other writers. Longer requests get `metadata_unavailable` and may be retried.',
    default: 15,
    minimum: 1,
    maximum: 600,
  }),
}
