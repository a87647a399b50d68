import { type Static, Type } from 'typebox'
import type { QueryRequest } from '../query/query.ts'
import { Failure, lineText, nullable, UnixSeconds, UserReference } from '../shapes.ts'
import { TimeRange } from '../time-range.ts'
import { type ExportFormat, exportFormats } from './export-format.ts'

/** PENDING: queued. IN_PROGRESS: being generated. SUCCESS and FAILURE: finished. */
export const reportStatuses = ['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** How a report is mailed. */
export const deliveries = ['attachment', 'link'] as const
export type Delivery = (typeof deliveries)[number]

/** c: by a cron expression; a: once, now; t: once, at a time. */
export const scheduleTypes = ['c', 'a', 't'] as const
export type ScheduleType = (typeof scheduleTypes)[number]

/** Maximum recipients of one report. */
const maxEmails = 50
/** Maximum retention of reports, days. */
const maxRetentionDays = 3_650

const laterMoment = nullable(Type.Number(), { description: 'Unix seconds; null: not yet' })
const nullableInteger = (description: string) => nullable(Type.Integer(), { description })

/** Members of reports and of their schedules. Exactly one of `query` and `dashboard_id` is set. */
const members = {
  title: lineText({ title: 'Title', minLength: 1, maxLength: 255 }),
  format: Type.Unsafe<ExportFormat>({
    type: 'string',
    enum: Object.keys(exportFormats),
    title: 'Format',
    description: 'xslx is another name of xlsx; a dashboard as csv or json is a zip of one file a widget',
  }),
  query: nullable(Type.Unsafe<QueryRequest>({ $ref: 'QueryRequest#' }), {
    title: 'Query',
    description: 'The query of the report; null: it is of a dashboard',
  }),
  dashboard_id: nullable(Type.Integer({ minimum: 1 }), {
    title: 'Dashboard',
    description: 'The dashboard of the report, with all its widgets; null: it is of a query',
  }),
  time_range: nullable(TimeRange, {
    title: 'Time range',
    description: 'Replaces the range of the query, or of every widget; null: not replaced',
  }),
  timezone: Type.String({
    title: 'Time zone',
    description: 'IANA name; applies to ranges without a zone, times in the document and the schedule',
    maxLength: 60,
  }),
  emails: Type.Array(
    Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@<>,;:"()]+@[^\\s@<>,;:"()]+$' }),
    { title: 'Mailed to', description: 'Addresses', maxItems: maxEmails },
  ),
  deliver: Type.Enum([...deliveries], {
    title: 'Mailed as',
    description: 'A link replaces a file that is too large for an attachment',
  }),
}

const Mail = Type.Object(
  {
    status: Type.Enum(['waiting', 'sent', 'failed'], {
      description: 'waiting: for the report, or for the next attempt',
    }),
    emails: Type.Array(Type.String()),
    tries: Type.Integer(),
    error: nullable(Type.String(), { description: 'Error of the last attempt' }),
  },
  { additionalProperties: false },
)

/** One query of a report, and the range that it covers. */
export const ReportPartRecord = Type.Object(
  {
    title: Type.String(),
    type: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'With the resolved range' }),
    ts_from: nullable(Type.Integer(), { description: 'Unix seconds, inclusive' }),
    ts_to: nullable(Type.Integer(), { description: 'Unix seconds, exclusive' }),
    error: Type.Optional(Failure),
  },
  { additionalProperties: false },
)
export type ReportPartRecord = Static<typeof ReportPartRecord>

/** A generated report, as the API shows it. */
export const ShortReport = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    status: Type.Enum([...reportStatuses]),
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Percent' }),
    format: members.format,
    file_name: nullable(Type.String(), { description: 'null: no file' }),
    file_size: nullableInteger('Bytes'),
    query_type: nullable(Type.String(), { description: 'null: the report of a dashboard' }),
    dashboard_id: nullableInteger('null: the report of a query'),
    schedule_id: nullableInteger('null: not made by a schedule'),
    planned_at: nullable(Type.Number(), {
      description: 'Unix seconds: the planned time of its schedule',
    }),
    time_range: nullable(TimeRange, { description: 'The time range as requested' }),
    timezone: Type.String(),
    owner: UserReference,
    created_at: UnixSeconds,
    finished_at: laterMoment,
    expires_at: nullable(Type.Number(), { description: 'Unix seconds: when it is removed' }),
    error: nullable(Failure, {
      description: 'The reason of a FAILURE',
    }),
    rows_capped_from: nullableInteger('All rows, if the document holds fewer'),
    data_hash: nullable(Type.String(), {
      description: 'SHA-256 of its data',
    }),
    mail: nullable(Mail, { description: 'null: not mailed' }),
    parts: Type.Optional(
      Type.Array(ReportPartRecord, {
        description: 'The queries of the report; only if it is finished, and not in lists',
      }),
    ),
  },
  { $id: 'ShortReport', additionalProperties: false },
)
export type ShortReport = Static<typeof ShortReport>

/** Body that creates a report. Default title: the title of the dashboard, or the type of the query. */
export const NewReport = Type.Object(
  { ...Type.Partial(Type.Object(members)).properties, format: members.format },
  { $id: 'NewReport', additionalProperties: false },
)
export type NewReport = Static<typeof NewReport>

const cronField = (title: string, description: string) =>
  Type.Optional(Type.String({ title, description, minLength: 1, maxLength: 200, default: '*' }))

/**
 * A cron expression, for example minute `*\/15` and hour `8-18/2`: lists (1,2), ranges (1-5), steps (every
 * 15th: *\/15), * for all. All five fields must match.
 */
export const Cron = Type.Object(
  {
    minute: cronField('Minute', '0 to 59'),
    hour: cronField('Hour', '0 to 23'),
    day_of_week: cronField('Day of the week', '0 to 6 from Sunday, or names (mon, friday)'),
    day_of_month: cronField('Day of the month', '1 to 31'),
    month_of_year: cronField('Month', '1 to 12'),
  },
  { $id: 'Cron', additionalProperties: false },
)
export type Cron = Static<typeof Cron>

const settable = {
  ...members,
  schedule_type: Type.Enum([...scheduleTypes], {
    title: 'Kind',
    description: 'c: by `cron`, a: `adhoc` (once, now), t: at a `timestamp`',
  }),
  schedule: Type.Object(
    {
      cron: Type.Optional(Cron),
      adhoc: Type.Optional(Type.Literal(true)),
      timestamp: Type.Optional(
        Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
          description: 'ISO 8601 (of the time zone of the schedule, when it has no offset), or Unix seconds',
        }),
      ),
    },
    {
      title: 'When',
      description: 'Only the member that `schedule_type` names',
      additionalProperties: false,
    },
  ),
  is_active: Type.Boolean({ title: 'Active', description: 'Whether the schedule is enabled' }),
  retention: Type.Integer({
    title: 'Kept for',
    description: 'Days that its reports are kept',
    minimum: 1,
    maximum: maxRetentionDays,
  }),
}

const readOnlyMembers = {
  last_run_at: laterMoment,
  next_run_at: nullable(Type.Number(), { description: 'Unix seconds; null: never' }),
  last_report: Type.Union(
    [
      Type.Object({
        id: Type.Integer(),
        status: Type.Enum([...reportStatuses]),
        created_at: UnixSeconds,
        finished_at: laterMoment,
        error: nullable(Failure),
      }),
      Type.Null(),
    ],
    { description: 'The newest report that still exists' },
  ),
  owner: UserReference,
  created_at: UnixSeconds,
  updated_at: UnixSeconds,
}

/** A report that is generated repeatedly, or once: now or later. */
export const ReportSchedule = Type.Object(
  { id: Type.Integer(), ...settable, ...readOnlyMembers },
  { $id: 'ReportSchedule', additionalProperties: false },
)
export type ReportSchedule = Static<typeof ReportSchedule>

/** Body that creates a schedule, or replaces one: absent members take their defaults. */
export const ReportScheduleDraft = Type.Object(
  {
    ...Type.Partial(Type.Object(settable)).properties,
    title: settable.title,
    format: settable.format,
    schedule_type: settable.schedule_type,
    schedule: settable.schedule,
  },
  { $id: 'ReportScheduleDraft', additionalProperties: false },
)
export type ReportScheduleDraft = Static<typeof ReportScheduleDraft>

/** Body that changes a schedule; absent members stay. */
export const ReportSchedulePatch = Type.Partial(ReportScheduleDraft, {
  $id: 'ReportSchedulePatch',
  additionalProperties: false,
})
export type ReportSchedulePatch = Static<typeof ReportSchedulePatch>

/** Fields that lists can be ordered by. Titles ignore case; statuses are in the order of reportStatuses. */
export const reportOrderFields = ['id', 'title', 'created_at', 'finished_at', 'status'] as const
export type ReportOrderField = (typeof reportOrderFields)[number]
export const scheduleOrderFields = ['id', 'title', 'created_at', 'updated_at', 'next_run_at'] as const
export type ScheduleOrderField = (typeof scheduleOrderFields)[number]
