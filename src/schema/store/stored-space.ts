import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** How full a disk is; telemetry/disk-watch.ts has the bounds. */
export const diskLevels = ['ok', 'warning', 'critical'] as const
export type DiskLevel = (typeof diskLevels)[number]

const bytes = (description: string) => Type.Integer({ minimum: 0, description })

const WatchedDiskRecord = Type.Object({
  name: Type.String({
    description: '`data_folder`, and `events` where these are on servers: the fullest disk there',
  }),
  total: bytes('Size without the space that is reserved for the system'),
  free: bytes('Free space, measured within the last minute'),
  level: Type.Enum([...diskLevels], { description: 'At least `warning` while the disk cannot be measured' }),
  unknown_since: nullable(UnixSeconds, {
    description:
      'Unix seconds since when a disk has not been measurable; the other members are then older values. null: all can be measured',
  }),
})
export type WatchedDisk = Static<typeof WatchedDiskRecord>

const StoredDayRecord = Type.Object({
  day: Type.String({ description: 'UTC date, such as 2026-01-31' }),
  rows: Type.Integer({
    minimum: 0,
    description: 'Rows of the table: one for each event, and one for each second in which it repeated',
  }),
  bytes: bytes('Space on disk with indexes, of one replica'),
  holds: Type.Integer({
    minimum: 0,
    description: 'Number of legal holds that keep the day although the retention would drop it',
  }),
  held_by: Type.Array(Type.String(), {
    description: 'Names of these legal holds; empty for readers without `manage_retention`',
  }),
  is_announced: Type.Boolean({
    description: 'The log has announced that the retention will soon drop the day',
  }),
})
export type StoredDay = Static<typeof StoredDayRecord>

/** Space that the store takes on disk. */
export const StoredSpace = Type.Object(
  {
    rows: Type.Integer({ minimum: 0 }),
    bytes: bytes('Space on disk of all days'),
    retention: Type.Object({
      days: Type.Integer({ description: 'Older days are dropped' }),
      bytes: bytes('The oldest days are dropped while all days take more space; 0: no limit'),
      classes: Type.Optional(
        Type.Record(Type.String(), Type.Integer(), {
          description: 'Days by the name of a retention class; absent if there are none',
        }),
      ),
    }),
    disks: Type.Array(WatchedDiskRecord, { description: 'Disks that could never be measured are absent' }),
    days: Type.Array(StoredDayRecord, { description: 'Oldest first; days without events are absent' }),
  },
  { $id: 'StoredSpace', description: 'Rows and bytes of events by day, what is kept, and the disks' },
)
export type StoredSpace = Static<typeof StoredSpace>
