import { type Static, Type } from 'typebox'
import type { EventRecord } from '../event/event-record.ts'
import type { TimeRange } from '../time-range.ts'
import { actionKinds, TriggerDraft } from './trigger.ts'

/** Maximum days of a dry run. */
export const maxDryRunDays = 90

/** Body of a dry run, which computes what a trigger would have done in a past range. */
export const TriggerDryRunRequest = Type.Object(
  {
    trigger: Type.Optional(
      Type.Unsafe<Omit<TriggerDraft, 'name'> & { name?: string }>(
        Type.Partial(TriggerDraft, { description: 'A trigger, which need not be stored and needs no name' }),
      ),
    ),
    trigger_id: Type.Optional(Type.Integer({ description: 'A stored trigger' })),
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxDryRunDays, description: 'The last days; default: 7' }),
    ),
    time_range: Type.Optional(
      Type.Unsafe<TimeRange>({ $ref: 'TimeRange#', description: 'Instead of `days`, at most 90 days' }),
    ),
  },
  { $id: 'TriggerDryRunRequest', additionalProperties: false },
)
export type TriggerDryRunRequest = Static<typeof TriggerDryRunRequest>

/** What a trigger would have done in a range. */
export const TriggerDryRun = Type.Object(
  {
    from: Type.Integer({ description: 'Unix seconds' }),
    to: Type.Integer({ description: 'Unix seconds, exclusive' }),
    matches: Type.Integer({
      description: 'Matching events within the active hours, and their repeats if `on_repeats` is `each`',
    }),
    fires: Type.Integer({
      description: 'How often the trigger would have fired; equals `matches` without a condition',
    }),
    actions: Type.Array(Type.Object({ kind: Type.Enum([...actionKinds]), count: Type.Integer() }), {
      description: 'How often each enabled action would have run, considering its period',
    }),
    step: Type.Integer({ description: 'Seconds that each point of the series covers' }),
    series: Type.Array(Type.Object({ at: Type.Integer(), matches: Type.Integer(), fires: Type.Integer() })),
    firings: Type.Array(
      Type.Object({
        at: Type.Integer({
          description: 'Unix second at which the condition became true, in the time of events',
        }),
        key: Type.String({
          description: 'Value of the field that the condition groups by; empty without one',
        }),
        value: Type.String({
          description: 'The new value, or the value that completed the count; otherwise empty',
        }),
        count: Type.Integer({ description: 'Number of matches or of different values; 0 for an absence' }),
      }),
      { description: 'Firings of the condition, newest first, at most 100' },
    ),
    samples: Type.Array(Type.Unsafe<EventRecord>({ $ref: 'EventRecord#' }), {
      description: 'The newest matching events, at most 10',
    }),
    top_hosts: Type.Array(Type.Object({ host: Type.String(), count: Type.Integer() }), {
      description: 'Hosts with most matches, at most 10',
    }),
    complete: Type.Boolean({ description: 'false if there were too many values to count all of them' }),
    notes: Type.Array(Type.String(), { description: 'What this dry run could not take into account' }),
    took_ms: Type.Integer(),
  },
  { $id: 'TriggerDryRun', additionalProperties: false },
)
export type TriggerDryRun = Static<typeof TriggerDryRun>
