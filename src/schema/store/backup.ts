import { type Static, Type } from 'typebox'

/** The format of backups that this version makes. */
export const backupFormat = 1

/** Rows of events of one day (YYYYMMDD, UTC), and their size on disk. */
const DayCount = Type.Object({
  day: Type.String({ pattern: '^\\d{8}$' }),
  rows: Type.Integer(),
  bytes: Type.Integer(),
})
export type DayCount = Static<typeof DayCount>

const BackupFile = Type.Object({
  /** Below the folder `data`, with slashes; never with `..`. */
  path: Type.String({ pattern: '^[^/\\0]+(/[^/\\0]+)*$' }),
  bytes: Type.Integer({ minimum: 0 }),
  /** When the original was changed, Unix nanoseconds. */
  changed: Type.String({ pattern: '^-?\\d+$' }),
  /** Absent: it is not executable. */
  executable: Type.Optional(Type.Boolean()),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackupFile = Static<typeof BackupFile>

/**
 * manifest.json of a backup. Members may be added; `format` changes when an older Millrace would restore it
 * wrongly.
 */
export const BackupManifest = Type.Object({
  format: Type.Integer(),
  /** Version of the Millrace that made it. */
  version: Type.String(),
  /** ISO 8601. Everything that was acknowledged before is in the backup. */
  at: Type.String(),
  /** Versions of the tables of events, and the newest migration of the metadata. */
  tables: Type.Object({ events: Type.Integer(), metadata: Type.String() }),
  hasInstanceKey: Type.Boolean(),
  /** Original locations of folders outside the data folder: rules, templates, scripts. */
  elsewhere: Type.Record(Type.String(), Type.String()),
  /** Milliseconds during which events waited in the spool; 0 for a service that did not run. */
  pausedMs: Type.Number(),
  days: Type.Array(DayCount),
  /** Files of events that the tables do not have yet: the next start delivers them. */
  spoolFiles: Type.Integer(),
  files: Type.Array(BackupFile),
})
export type BackupManifest = Static<typeof BackupManifest>
