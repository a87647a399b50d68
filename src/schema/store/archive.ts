import { type Static, Type } from 'typebox'

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
 * as its next generation. Members may be added; `format` changes when an older Millrace would read it wrongly.
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
