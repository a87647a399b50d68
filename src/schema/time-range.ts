import { type Static, Type } from 'typebox'

/**
 * A time range: absolute (ts_from, ts_to in Unix seconds; 0 = now, negative = relative to now) or relative
 * (preset: last_<n>_<unit>, last_<unit>, today, yesterday).
 */
export const TimeRange = Type.Object(
  {
    ts_from: Type.Optional(
      Type.Integer({ title: 'From', description: 'Unix seconds; 0: now; negative: relative to now' }),
    ),
    ts_to: Type.Optional(Type.Integer({ title: 'To' })),
    step: Type.Optional(Type.Integer({ title: 'Step', description: 'Seconds a period', minimum: 1 })),
    preset: Type.Optional(Type.String({ title: 'Preset', maxLength: 60 })),
    timezone: Type.Optional(Type.String({ title: 'Time zone', maxLength: 60 })),
    round_to_step: Type.Optional(Type.Unknown({ description: 'No longer used; accepted and ignored' })),
    periods: Type.Optional(Type.Unknown({ description: 'No longer used; accepted and ignored' })),
  },
  { $id: 'TimeRange', additionalProperties: false },
)
export type TimeRange = Static<typeof TimeRange>
