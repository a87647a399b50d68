import { type Static, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import { lineText, maxUnixSeconds, nullable, UnixSeconds, UserReference } from '../shapes.ts'

const settable = {
  name: lineText({ title: 'Name', minLength: 1, maxLength: 255 }),
  comment: Type.String({ title: 'Reason', maxLength: 10_000 }),
  filter: givenFilter('Filter', 'Events whose actions are held back; an empty list: all'),
  trigger_ids: Type.Array(Type.Integer(), {
    title: 'Triggers',
    description: 'Ids of triggers; an empty list: all triggers that the owner may change',
    maxItems: 1_000,
  }),
  starts_at: Type.Number({ title: 'From', description: 'Unix seconds', minimum: 0, maximum: maxUnixSeconds }),
  ends_at: Type.Number({
    title: 'To',
    description: 'Unix seconds, exclusive',
    minimum: 0,
    maximum: maxUnixSeconds,
  }),
}

const Settable = Type.Object(settable)

/** The members of a silence that a client sets, all of them. */
export type SilenceContent = Static<typeof Settable>

/** A time in which triggers match and count, but do nothing. */
export const Silence = Type.Object(
  {
    id: Type.Integer(),
    owner: UserReference,
    ...settable,
    is_active: Type.Boolean({ description: 'Whether it is active now' }),
    read_only: Type.Boolean({ description: 'Whether the caller may not change it' }),
    suppressed_count: nullable(Type.Integer(), {
      description:
        'Number of actions that it suppressed; null for readers who see only some hosts and do not own it',
    }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'Silence', additionalProperties: false },
)
export type Silence = Static<typeof Silence>

/** Body that creates a silence, or replaces one. Default of `starts_at`: now. */
export const SilenceDraft = Type.Object(
  { ...Type.Partial(Settable).properties, name: settable.name, ends_at: settable.ends_at },
  { $id: 'SilenceDraft', additionalProperties: false },
)
export type SilenceDraft = Static<typeof SilenceDraft>

/** Body that changes a silence; absent members stay. */
export const SilencePatch = Type.Partial(SilenceDraft, { $id: 'SilencePatch', additionalProperties: false })
export type SilencePatch = Static<typeof SilencePatch>

export const silenceOrderFields = ['id', 'name', 'starts_at', 'ends_at', 'created_at', 'updated_at'] as const
export type SilenceOrderField = (typeof silenceOrderFields)[number]

/** active: in force now. pending: not yet begun. ended: over. */
export const silenceStates = ['active', 'pending', 'ended'] as const
export type SilenceState = (typeof silenceStates)[number]
