import { type Static, Type } from 'typebox'
import { EventNote } from './event-note.ts'
import { Geoip } from './geoip.ts'
import { HintsByField } from './hint.ts'

/** A trigger that fired for an event, and the results of its actions. */
export const FiredTrigger = Type.Object(
  {
    trigger: Type.Object({ id: Type.Integer(), name: Type.String() }),
    fired_at: Type.Number({ description: 'Unix seconds' }),
    actions: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'Same value as in the history of actions' }),
        status: Type.String({ description: 'Same value as in the history of actions' }),
        detail: Type.String({
          description: 'Result of the action; empty for users without the permission `triggers`',
        }),
      }),
    ),
  },
  { $id: 'FiredTrigger', additionalProperties: false },
)
export type FiredTrigger = Static<typeof FiredTrigger>

/** The triggers that fired for events, by id of the event. */
export type FiredByEvent = ReadonlyMap<number, readonly FiredTrigger[]>

/** By id of an event, the ids of the triggers with a condition (trigger-condition.ts) that fired for it. */
export type TriggersByEvent = ReadonlyMap<number, readonly number[]>

/** An event as the API shows it (results.events.objects of a Search, GET /api/events/{ev_id}). */
export const EventRecord = Type.Object(
  {
    id: Type.Integer(),
    _id: Type.String({ description: '`id` as a text' }),
    first_occurrence: Type.Number({ description: 'Unix seconds with microseconds' }),
    last_occurrence: Type.Number({ description: 'Unix seconds with microseconds' }),
    first_occurrence_date: Type.String({ description: 'YYYY/MM/DD HH:MM:SS in the zone of the query' }),
    last_occurrence_date: Type.String({ description: 'In the same form' }),
    counter: Type.Integer({ minimum: 1, description: 'Occurrences' }),
    host: Type.String(),
    program: Type.String(),
    cisco_mnemonic: Type.String({ description: 'Such as `ASA-6-302013`; empty without one' }),
    message: Type.String(),
    severity: Type.Integer({ minimum: 0, maximum: 7 }),
    severity_name: Type.String(),
    facility: Type.Integer({ minimum: 0, maximum: 23 }),
    facility_name: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 2 }),
    status_name: Type.String(),
    type: Type.String(),
    user_tags: Type.Record(Type.String(), Type.String(), {
      description: '`truncated_from`: original size in bytes of a truncated message',
    }),
    extra_fields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Always empty: extra fields are in `user_tags`, or in the message',
    }),
    trigger_ids: Type.Array(Type.Integer(), { description: 'Ids of the triggers that fired for it' }),
    triggers_fired_count: Type.Integer({ description: 'Number of `trigger_ids`' }),
    triggers_fired_data: Type.Array(Type.Object(FiredTrigger.properties, { additionalProperties: false }), {
      description: 'With `add_trigger_data`',
    }),
    notes_count: Type.Integer(),
    notes: Type.Array(Type.Object(EventNote.properties, { additionalProperties: false }), {
      description: 'Oldest first. On a page with very long notes, later events have only `notes_count`',
    }),
    actions_hint: Type.Optional(HintsByField),
    geoip: Type.Optional(
      Type.Record(Type.String(), Geoip, { description: 'Locations of addresses by field' }),
    ),
  },
  { $id: 'EventRecord' },
)
export type EventRecord = Static<typeof EventRecord>
