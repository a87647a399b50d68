import { type Static, Type } from 'typebox'
import type { EventRecord } from '../event/event-record.ts'
import type { TimeRange } from '../time-range.ts'
import { actionKinds } from './action-kinds.ts'
import { UnsavedTrigger } from './trigger.ts'

/** Maximum length of the range of a dry run, days. */
export const maxDryRunDays = 90

/** Body of a dry run, which reports what a trigger would have done with past events. */
export const TriggerDryRunRequest = Type.Object(
  {
    trigger: Type.Optional(UnsavedTrigger),
    trigger_id: Type.Optional(Type.Integer({ description: 'Id of a stored trigger, instead of `trigger`' })),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxDryRunDays,
        description: 'Number of days until now. Default: 7',
      }),
    ),
    time_range: Type.Optional(
      Type.Unsafe<TimeRange>({
        $ref: 'TimeRange#',
        description: `Instead of \`days\`; at most ${maxDryRunDays} days long`,
      }),
    ),
  },
  { $id: 'TriggerDryRunRequest', additionalProperties: false },
)
export type TriggerDryRunRequest = Static<typeof TriggerDryRunRequest>

/** Result of a dry run: what the trigger would have done in the range. */
export const TriggerDryRun = Type.Object(
  {
    from: Type.Integer({ description: 'Unix seconds' }),
    to: Type.Integer({ description: 'Unix seconds, exclusive' }),
    matches: Type.Integer({
      description:
        'Number of matching events within the active hours. With `on_repeats` set to `each`, repeats count too',
    }),
    fires: Type.Integer({
      description: 'How often the trigger would have fired. Without a condition: the same as `matches`',
    }),
    actions: Type.Array(Type.Object({ kind: Type.Enum([...actionKinds]), count: Type.Integer() }), {
      description: 'How often each enabled action would have run, given its minimum period',
    }),
    step: Type.Integer({ description: 'Seconds between two points of the series' }),
    series: Type.Array(Type.Object({ at: Type.Integer(), matches: Type.Integer(), fires: Type.Integer() }), {
      description: 'Matches and firings over time; `at`: Unix seconds of the start of a step',
    }),
    firings: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'Unix seconds, by event time: when the condition came true' }),
        key: Type.String({
          description: 'Value of the field that the condition groups by; empty if it has no such field',
        }),
        value: Type.String({
          description:
            'For a change: the new value. For a number of different values: the value that reached it. Otherwise empty',
        }),
        count: Type.Integer({ description: 'Number of matches, or of different values; 0 for an absence' }),
      }),
      { description: 'The newest 100 firings of the condition, newest first; empty without a condition' },
    ),
    samples: Type.Array(Type.Unsafe<EventRecord>({ $ref: 'EventRecord#' }), {
      description: 'The newest 10 matching events',
    }),
    top_hosts: Type.Array(Type.Object({ host: Type.String(), count: Type.Integer() }), {
      description: 'The 10 hosts with the most matches',
    }),
    complete: Type.Boolean({
      description: 'false: more values than a dry run can track, so counts are inexact',
    }),
    notes: Type.Array(Type.String(), {
      description: 'How the live trigger may differ from this dry run, as sentences',
    }),
    took_ms: Type.Integer(),
  },
  { $id: 'TriggerDryRun', additionalProperties: false },
)
export type TriggerDryRun = Static<typeof TriggerDryRun>
