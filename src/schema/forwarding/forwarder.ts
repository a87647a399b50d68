import { type Static, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import { lineText, nullable, UnixSeconds } from '../shapes.ts'
import { targets } from './targets.ts'

/** Members that decide what a forwarder sends. */
const settable = {
  name: lineText({ title: 'Name', minLength: 1, maxLength: 255 }),
  is_active: Type.Boolean({ title: 'Active', description: 'false: events wait. Default: true' }),
  filter: givenFilter('Filter', 'Events to forward; an empty list: all'),
  window_size: Type.Integer({
    title: 'Deduplication window',
    description:
      'Seconds, from the first occurrence. Equal events within the window are forwarded once, and their number when it ends; 0: every occurrence is forwarded. Default: 60',
    minimum: 0,
    maximum: 3_600,
  }),
  fast_forward_first: Type.Boolean({
    title: 'Forward the first at once',
    description:
      'true (default): the first event of a window at once, and the number of the others when the window ends. false: one event with the number of all when it ends',
  }),
  rules: Type.Array(Type.Object({}, { additionalProperties: true }), {
    title: 'Rules',
    description:
      'Rules as in a rule file (docs/rules.md), applied to forwarded events only; $COUNTER is the number of occurrences that the event stands for',
    maxItems: 1_000,
  }),
  rate_limit: nullable(Type.Integer({ title: 'Rate limit', minimum: 1, maximum: 10_000_000 }), {
    description: 'Events per second; further events wait. Default: null, no limit',
  }),
  max_age: nullable(Type.Integer({ minimum: 60, maximum: 316_224_000 }), {
    title: 'Oldest event',
    description: 'Seconds. Events that have waited for longer are skipped. Default: null, never',
  }),
  max_waiting_mb: nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 }), {
    title: 'Most that may wait',
    description: 'Megabytes of messages. The oldest beyond are skipped. Default: null, no limit',
  }),
}

const targetMembers = Type.Partial(Type.Object(targets)).properties
const Settable = Type.Object({ ...settable, ...targetMembers })

/** The members of a forwarder that a client sets. It has exactly one destination. */
export type ForwarderContent = Static<typeof Settable>

/**
 * - `sending`: events are sent as they arrive.
 * - `behind`: events are sent, and older ones still wait.
 * - `retrying`: the destination failed; the next attempt follows.
 * - `paused`: `is_active` is false.
 * - `starting`: no process runs the forwarder yet.
 */
const forwarderStates = ['sending', 'behind', 'retrying', 'paused', 'starting'] as const
export type ForwarderState = (typeof forwarderStates)[number]

/** What a forwarder does. Counts are since its creation. */
export const ForwarderStatus = Type.Object({
  state: Type.Enum([...forwarderStates]),
  error: nullable(Type.String(), { description: 'Why the last attempt failed; null: it did not' }),
  error_at: nullable(UnixSeconds, { description: 'Unix seconds of that attempt; null as `error`' }),
  retry_at: nullable(UnixSeconds, { description: 'Unix seconds of the next attempt; null: none is due' }),
  sent_at: nullable(UnixSeconds, {
    description: 'Unix seconds: when the destination last took events; null: never',
  }),
  sent: Type.Integer({ description: 'Events that the destination has' }),
  occurrences: Type.Integer({
    description: 'Occurrences of these events, and of events that the destination refused',
  }),
  rate: Type.Number({ description: 'Events sent per second, over the last ten seconds' }),
  dropped: Type.Integer({ description: 'Events that its rules dropped' }),
  refused: Type.Integer({ description: 'Events that the destination refused for good' }),
  skipped: Type.Integer({ description: 'Rows of events skipped by max_age, max_waiting_mb or `skip`' }),
  expired: Type.Integer({
    description: 'Rows of events that the retention deleted before they were sent',
  }),
  held_back: Type.Integer({ description: 'Events that waited for the rate limit' }),
  waiting: Type.Integer({ description: 'Rows of events that wait, as of the last look at the store' }),
  oldest_waiting: nullable(UnixSeconds, {
    description: 'Unix seconds of the oldest event that waits; null: none waits',
  }),
})
export type ForwarderStatus = Static<typeof ForwarderStatus>

/** A destination to which events are passed on, and which events. */
export const Forwarder = Type.Object(
  {
    id: Type.Integer(),
    ...settable,
    ...targetMembers,
    secrets: Type.Array(Type.String(), { description: 'Names of secret members that are set' }),
    status: ForwarderStatus,
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'Forwarder', additionalProperties: false },
)
export type Forwarder = Static<typeof Forwarder>

/** Body that creates a forwarder, or replaces one. It has exactly one destination. */
export const ForwarderDraft = Type.Object(
  { ...Type.Partial(Settable).properties, name: settable.name },
  { $id: 'ForwarderDraft', additionalProperties: false },
)
export type ForwarderDraft = Static<typeof ForwarderDraft>

/** Body that changes a forwarder; absent members stay. A destination replaces the previous one. */
export const ForwarderPatch = Type.Partial(ForwarderDraft, {
  $id: 'ForwarderPatch',
  additionalProperties: false,
})
export type ForwarderPatch = Static<typeof ForwarderPatch>

export const forwarderOrderFields = ['id', 'name', 'created_at', 'updated_at'] as const
export type ForwarderOrderField = (typeof forwarderOrderFields)[number]

/** The outcome of a test event. */
export const ForwarderTest = Type.Object(
  {
    ok: Type.Boolean(),
    detail: Type.String({ description: 'What the destination answered, or why the event could not be sent' }),
  },
  { $id: 'ForwarderTest', additionalProperties: false },
)
export type ForwarderTest = Static<typeof ForwarderTest>
