import { type Static, Type } from 'typebox'
import { Failure, nullable, UnixSeconds } from '../shapes.ts'
import { actionKinds } from './action-kinds.ts'

/**
 * Kinds of actions in the history: the actions of triggers, and the mail about a notification that stays
 * unread.
 */
export const runKinds = [...actionKinds, 'escalation'] as const
export type RunKind = (typeof runKinds)[number]
/**
 * Kinds that are done later, one after the other: status and notification are settled when a match is
 * recorded.
 */
export type QueuedKind = Exclude<RunKind, 'status' | 'notification'>

/**
 * pending: waits for its turn, a period or the next try. running: now. done: it worked. failed: it cannot
 * work, as without a URL. dead: all tries failed. suppressed: a silence held it back. The last three can be
 * sent again, and so can an action that waits for another try.
 */
export const runStatuses = ['pending', 'running', 'done', 'failed', 'dead', 'suppressed'] as const
export type RunStatus = (typeof runStatuses)[number]

/** One action of a trigger with its result, as the history shows it. */
export const ActionRun = Type.Object(
  {
    id: Type.Integer(),
    trigger: nullable(Type.Object({ id: Type.Integer(), name: Type.String() }), {
      description: 'null: deleted',
    }),
    trigger_name: Type.String({ description: 'Name of the trigger when it fired' }),
    kind: Type.Enum([...runKinds]),
    status: Type.Enum([...runStatuses]),
    key: Type.String({ description: 'Value of the field that the trigger groups by; empty without one' }),
    idempotency_key: Type.String({ description: 'Equal for all attempts of one action' }),
    event_id: nullable(Type.String(), {
      description: '`_id` of the event; null if no single event fired the trigger',
    }),
    host: Type.String({ description: 'Host of the event; empty without an event' }),
    message: Type.String({ description: 'First 500 characters of the message of the event' }),
    matches: nullable(Type.Integer(), {
      description: 'Number of matches that it reports; null if some are of hosts that the caller may not see',
    }),
    tries: Type.Integer(),
    created_at: UnixSeconds,
    next_at: nullable(Type.Number(), {
      description: 'Unix seconds of the next attempt; null: none is planned',
    }),
    finished_at: nullable(Type.Number(), { description: 'Unix seconds; null: not yet' }),
    result: nullable(Type.String(), {
      description: 'Result of the last attempt, as a sentence; null: no attempt yet',
    }),
    output: Type.Optional(
      nullable(Type.String(), {
        description:
          'Only for a single action: answer of the receiver or output of the script, truncated. For webhooks only for users who may change the trigger. null if `matches` is null',
      }),
    ),
    silence_id: nullable(Type.Integer(), { description: 'The silence that suppressed it' }),
    error: nullable(Failure, { description: 'Why the last attempt failed; null: it did not fail' }),
    can_retry: Type.Boolean({ description: 'Whether the caller may send it again now' }),
  },
  { $id: 'ActionRun', additionalProperties: false },
)
export type ActionRun = Static<typeof ActionRun>

export const runOrderFields = ['id', 'created_at', 'finished_at', 'next_at', 'kind', 'status'] as const
export type RunOrderField = (typeof runOrderFields)[number]

/** Body that sends several actions again. */
export const ActionRetries = Type.Object(
  { ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1_000, description: 'Ids of actions' }) },
  { $id: 'ActionRetries', additionalProperties: false },
)
