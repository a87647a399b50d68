import { type Static, Type } from 'typebox'
import type { EventRecord } from '../event/event-record.ts'
import type { TimeRange } from '../time-range.ts'
import { actionKinds, TriggerDraft } from './trigger.ts'

/** Maximum days of a dry run. */
export const maxDryRunDays = 90

/** Body of a dry run: what a trigger would have done. */
export const TriggerDryRunRequest = Type.Object(
  {
    trigger: Type.Optional(
      Type.Unsafe<Omit<TriggerDraft, 'name'> & { name?: string }>(
        Type.Partial(TriggerDraft, { description: 'A trigger that need not be stored nor have a name' }),
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
      description: 'Events that match within the active hours; with `on_repeats` each: their repeats too',
    }),
    fires: Type.Integer({
      description: 'How often it would have been set off; without a condition: `matches`',
    }),
    actions: Type.Array(Type.Object({ kind: Type.Enum([...actionKinds]), count: Type.Integer() }), {
      description: 'Actions that are switched on, after their periods',
    }),
    step: Type.Integer({ description: 'Seconds of a point of the series' }),
    series: Type.Array(Type.Object({ at: Type.Integer(), matches: Type.Integer(), fires: Type.Integer() })),
    firings: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'Unix second of events at which the condition came true' }),
        key: Type.String({ description: 'Value of the field that is counted apart; empty without one' }),
        value: Type.String({ description: 'Value that is new or completed the count; empty without one' }),
        count: Type.Integer({ description: 'Matches, or different values; 0 for an absence' }),
      }),
      { description: 'Of a condition, newest first, at most 100' },
    ),
    samples: Type.Array(Type.Unsafe<EventRecord>({ $ref: 'EventRecord#' }), {
      description: 'The newest matching events, at most 10',
    }),
    top_hosts: Type.Array(Type.Object({ host: Type.String(), count: Type.Integer() }), {
      description: 'Hosts with most matches, at most 10',
    }),
    complete: Type.Boolean({ description: 'false: there were too many values to follow all of them' }),
    notes: Type.Array(Type.String(), { description: 'What a dry run cannot know of this trigger' }),
    took_ms: Type.Integer(),
  },
  { $id: 'TriggerDryRun', additionalProperties: false },
)
export type TriggerDryRun = Static<typeof TriggerDryRun>
