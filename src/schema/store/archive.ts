import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** The format of archived days that this version writes. */
export const archiveFormat = 1

/** One Parquet file of an archived day: the rows of [from, to), Unix seconds. */
const ArchivedFile = Type.Object({
  name: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d\\.\\d+\\.\\d\\d\\.parquet$' }),
  from: Type.Integer(),
  to: Type.Integer(),
  rows: Type.Integer({ minimum: 1 }),
  /** Number of events that began in it, and of all occurrences. */
  events: Type.Integer(),
  occurrences: Type.Integer(),
  bytes: Type.Integer(),
  /** Sum of the hashes of all rows over all columns, modulo 2^64, as the engine computes it. */
  checksum: Type.String({ pattern: '^\\d+$' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  min_id: Type.Integer(),
  max_id: Type.Integer(),
})
export type ArchivedFile = Static<typeof ArchivedFile>

/**
 * Describes what was archived of a day at one time. Rows that arrive for an archived day are archived later,
 * as its next generation. Members may be added; `format` changes when an older Millrace would misread it.
 */
export const ArchiveManifest = Type.Object({
  format: Type.Integer(),
  /** UTC, as 2026-01-31. */
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  /** From 1. */
  generation: Type.Integer({ minimum: 1 }),
  /** Unix seconds. */
  created_at: Type.Integer(),
  /** All rows of the day of batches up to this one are in this generation or an earlier one. */
  last_batch: Type.Integer(),
  /** Retention classes of the rows; '' is the default. */
  classes: Type.Array(Type.String()),
  files: Type.Array(ArchivedFile, { minItems: 1, maxItems: 24 }),
})
export type ArchiveManifest = Static<typeof ArchiveManifest>

const restoreStates = ['running', 'done', 'failed'] as const

/** An entry of the log of restores: GET /api/archive-restore-logs. */
export const ArchiveRestore = Type.Object(
  {
    id: Type.Integer(),
    day: Type.String({ description: 'UTC, as 2026-01-31' }),
    status: Type.Enum([...restoreStates]),
    rows: Type.Integer({ description: 'Rows of its archived files' }),
    requested_by: Type.String({ description: 'Username' }),
    created_at: UnixSeconds,
    finished_at: nullable(UnixSeconds),
    keep_until: UnixSeconds,
    error: nullable(Type.String(), { description: 'Why it failed; null if it did not' }),
  },
  { $id: 'ArchiveRestore', description: 'The restore of an archived day' },
)
export type ArchiveRestore = Static<typeof ArchiveRestore>

/** Body of POST /api/archive-restore-logs. */
export const ArchiveRestoreRequest = Type.Object(
  {
    day: Type.String({ maxLength: 20, description: 'UTC, as 2026-01-31' }),
    keep_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 7,
        description: 'The day stays restored for this time, regardless of MILLRACE_ARCHIVE_AFTER',
      }),
    ),
  },
  { $id: 'ArchiveRestoreRequest', additionalProperties: false },
)
export type ArchiveRestoreRequest = Static<typeof ArchiveRestoreRequest>

/** One archived day, for lists. */
export const ArchivedDayRecord = Type.Object(
  {
    day: Type.String({ description: 'UTC, as 2026-01-31' }),
    events: Type.Integer({ description: 'Events that began on it' }),
    occurrences: Type.Integer(),
    bytes: Type.Integer({ description: 'Bytes of its files' }),
    files: Type.Integer(),
    archived_at: UnixSeconds,
    is_hot: Type.Boolean({
      description: 'The store has the day too: it is not dropped yet, or was restored',
    }),
  },
  { $id: 'ArchivedDay' },
)
export type ArchivedDayRecord = Static<typeof ArchivedDayRecord>

/** The archive as a whole: GET /api/archive. */
export const ArchiveState = Type.Object(
  {
    is_configured: Type.Boolean({ description: 'Whether MILLRACE_ARCHIVE is set' }),
    days: Type.Integer({ description: 'Archived days that only `with_archive` reads' }),
    bytes: Type.Integer({ description: 'Bytes of their files' }),
    first_day: nullable(Type.String()),
    last_day: nullable(Type.String()),
    after_days: nullable(Type.Integer(), { description: 'MILLRACE_ARCHIVE_AFTER' }),
    retention_days: nullable(Type.Integer(), { description: 'MILLRACE_ARCHIVE_RETENTION_DAYS' }),
  },
  { $id: 'ArchiveState', description: 'The archive of old days' },
)
export type ArchiveState = Static<typeof ArchiveState>

/** Body of POST /api/archive/verify. */
export const ArchiveCheckRequest = Type.Object(
  { day: Type.String({ maxLength: 20, description: 'UTC, as 2026-01-31' }) },
  { $id: 'ArchiveCheckRequest', additionalProperties: false },
)

/** The result of a check of an archived day. */
export const ArchiveCheck = Type.Object({
  day: Type.String(),
  problems: Type.Array(Type.String(), { description: 'Empty: all files are as they were written' }),
})
export type ArchiveCheck = Static<typeof ArchiveCheck>
