import { type Static, Type } from 'typebox'

/**
 * A time range: two timestamps, or a preset. Without both it is the last hour.
 */
export const TimeRange = Type.Object(
  {
    ts_from: Type.Optional(
      Type.Integer({ title: 'From', description: 'Unix seconds; 0: now; negative: relative to now' }),
    ),
    ts_to: Type.Optional(Type.Integer({ title: 'To', description: 'As `ts_from`, exclusive; default: now' })),
    step: Type.Optional(Type.Integer({ title: 'Step', description: 'Seconds a period', minimum: 1 })),
    preset: Type.Optional(
      Type.String({
        title: 'Preset',
        description: 'last_<n>_<unit>, last_<unit>, today or yesterday, instead of timestamps',
        maxLength: 60,
      }),
    ),
    timezone: Type.Optional(Type.String({ title: 'Time zone', description: 'IANA name', maxLength: 60 })),
    round_to_step: Type.Optional(Type.Unknown({ description: 'No longer used; accepted and ignored' })),
    periods: Type.Optional(Type.Unknown({ description: 'No longer used; accepted and ignored' })),
  },
  { $id: 'TimeRange', additionalProperties: false },
)
export type TimeRange = Static<typeof TimeRange>
