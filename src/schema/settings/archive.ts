import { Type } from 'typebox'
import { optionalPath } from './setting-types.ts'

/** Settings of the archive of old days. */
export const archiveSettings = {
  archive: optionalPath(
    'Folder of the archive',
    'Old days of events go there as Parquet files instead of being dropped: [archive.md](archive.md). Relative to the working directory; best on another disk. Only for events in the data folder. Default: no archive.',
  ),
  archiveAfter: Type.Integer({
    title: 'Days until events are archived',
    description:
      'Moves whole days (UTC) that are older to the archive. Must be less than MILLRACE_RETENTION_DAYS. No effect without MILLRACE_ARCHIVE.',
    default: 7,
    minimum: 1,
    maximum: 36_500,
  }),
  archiveRetentionDays: Type.Integer({
    title: 'Retention of the archive, days',
    description: 'Deletes archived days that are older, slowly and with notice.',
    default: 365,
    minimum: 1,
    maximum: 36_500,
  }),
}
