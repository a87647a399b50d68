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
  total: bytes('Without what is reserved for the system'),
  free: bytes('As of the last minute'),
  level: Type.Enum([...diskLevels], { description: 'At least `warning` while it is not known' }),
  unknown_since: nullable(UnixSeconds, {
    description:
      'Since then it cannot be measured, or not all of the disks there; the other members are older',
  }),
})
export type WatchedDisk = Static<typeof WatchedDiskRecord>

const StoredDayRecord = Type.Object({
  day: Type.String({ description: 'UTC, as 2026-01-31' }),
  rows: Type.Integer({
    minimum: 0,
    description: 'One for each event, and for each second in which it was repeated',
  }),
  bytes: bytes('On disk, with indexes; of one replica'),
  holds: Type.Integer({ minimum: 0, description: 'How many legal holds keep it, although it is due' }),
  held_by: Type.Array(Type.String(), {
    description: 'Names of these holds, for holders of `manage_retention`; empty for others',
  }),
  is_announced: Type.Boolean({ description: 'It is about to be dropped, as the log says' }),
})
export type StoredDay = Static<typeof StoredDayRecord>

/** Space that the store takes on disk. */
export const StoredSpace = Type.Object(
  {
    rows: Type.Integer({ minimum: 0 }),
    bytes: bytes('Of all days'),
    retention: Type.Object({
      days: Type.Integer({ description: 'Older days are dropped' }),
      bytes: bytes('The oldest days are dropped while all take more; 0: no limit'),
      classes: Type.Optional(
        Type.Record(Type.String(), Type.Integer(), {
          description: 'Days by the name of a retention class; absent without any',
        }),
      ),
    }),
    disks: Type.Array(WatchedDiskRecord, { description: 'Without days that could never be measured' }),
    days: Type.Array(StoredDayRecord, { description: 'Oldest first; days without events are absent' }),
  },
  { $id: 'StoredSpace', description: 'Rows and bytes of events by day, what is kept, and the disks' },
)
export type StoredSpace = Static<typeof StoredSpace>
