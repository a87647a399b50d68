import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from './shapes.ts'

/** How much of the events is kept. */
export interface RetentionLimits {
  days: number
  /** On disk; 0: no limit. */
  bytes: number
}

const days = Type.Integer({ minimum: 1, maximum: 36_500 })
const bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What is kept, and where that comes from. */
export const Retention = Type.Object(
  {
    days: Type.Integer({ description: 'Days that ended longer ago are dropped' }),
    bytes: Type.Integer({
      description: 'On disk: the oldest days are dropped while events take more; 0: no limit',
    }),
    default_days: Type.Integer({ description: 'MILLRACE_RETENTION_DAYS' }),
    default_bytes: Type.Integer({ description: 'MILLRACE_RETENTION_BYTES' }),
    due_days: nullable(Type.Array(Type.String()), {
      description:
        'Days (UTC, as 2026-01-31) that exceed this and that no legal hold keeps: the first ones go in an hour, two an hour; null: the store cannot tell at the moment',
    }),
    changed_at: nullable(UnixSeconds, { description: 'null: the defaults were never changed' }),
    changed_by: nullable(Type.String(), { description: 'Username at that time' }),
  },
  { $id: 'Retention', description: 'How much of the events is kept' },
)
export type Retention = Static<typeof Retention>

/** Body that changes the retention; absent members stay. */
export const RetentionPatch = Type.Object(
  {
    days: Type.Optional(
      nullable(days, { title: 'Days', description: 'null: as MILLRACE_RETENTION_DAYS says' }),
    ),
    bytes: Type.Optional(
      nullable(bytes, {
        title: 'Size on disk',
        description: '0: no limit; null: as MILLRACE_RETENTION_BYTES says',
      }),
    ),
  },
  { $id: 'RetentionPatch', additionalProperties: false },
)
export type RetentionPatch = Static<typeof RetentionPatch>
