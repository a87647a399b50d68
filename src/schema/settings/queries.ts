import { Type } from 'typebox'
import { bytes } from './setting-types.ts'

/** Settings of queries, of the embedded store and of the retention of events. */
export const querySettings = {
  retentionDays: Type.Integer({
    title: 'Retention of events, days',
    description:
      'Drops whole days (UTC) of event time that are older, slowly and with notice: [retention.md](retention.md).',
    default: 30,
    minimum: 1,
    maximum: 36_500,
  }),
  retentionBytes: bytes({
    title: 'Maximum size of events on disk',
    description:
      'Drops the oldest days while events take more, with notice: [retention.md](retention.md). 0 = no limit.',
    default: 0,
    minimum: 0,
  }),
  retentionClasses: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'retention-classes',
    title: 'Days of retention classes',
    description:
      'How long events of each class are kept, as `debug=7, audit=400`; rules set the class: [retention.md](retention.md#by-class). Other events are kept as MILLRACE_RETENTION_DAYS says.',
    default: '',
  }),
  engineMemory: bytes({
    title: 'Memory of the embedded event store',
    description: 'A query that needs more ends with `query_memory`.',
    default: 900_000_000,
    minimum: 256_000_000,
  }),
  queryTimeout: Type.Integer({
    title: 'Maximum duration of a query, seconds',
    description: 'A statement of a query that takes longer ends with `query_timeout`.',
    default: 120,
    minimum: 1,
    maximum: 3_600,
  }),
  slowQuery: Type.Integer({
    title: 'Duration from which queries are logged as slow, milliseconds',
    description:
      'Each takes one line of the log, and the newest 200 are listed at GET /api/monitor/slow-queries and on the page *System*. 0 = none.',
    default: 5_000,
    minimum: 0,
    maximum: 3_600_000,
  }),
  queryTtl: Type.Integer({
    title: 'Lifetime of a query without readers, seconds',
    description: 'Afterwards the id of the query is unknown. Queries of widgets have no such limit.',
    default: 900,
    minimum: 60,
    maximum: 86_400,
  }),
  sql: Type.Boolean({
    title: 'POST /api/sql',
    description:
      'Answers SELECTs of holders of the permission `sql`, over events of their hosts: [sql.md](sql.md).',
    default: false,
  }),
  sqlTimeout: Type.Integer({
    title: 'Maximum duration of an SQL statement, seconds',
    description: 'A longer statement ends with `query_timeout`.',
    default: 30,
    minimum: 1,
    maximum: 600,
  }),
  exportMax: Type.Optional(
    Type.Integer({
      title: 'Maximum rows of a csv or json export',
      description: 'Default: no limit, in reports too. Excel, Word and PDF files have limits of their own.',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
}
