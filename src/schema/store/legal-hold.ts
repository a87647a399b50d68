import { type Static, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import { lineText, maxUnixSeconds, nullable, UnixSeconds } from '../shapes.ts'

const time = Type.Integer({ minimum: 0, maximum: maxUnixSeconds })

const settable = {
  name: lineText({ title: 'Name', minLength: 1, maxLength: 255 }),
  reason: Type.String({ title: 'Reason', maxLength: 10_000 }),
  filter: givenFilter('Filter', 'Events that are kept; an empty list: all'),
  ts_from: nullable(time, { title: 'From', description: 'Unix seconds; null: from the first event on' }),
  ts_to: nullable(time, { title: 'To', description: 'Unix seconds, exclusive; null: without an end' }),
}

const Settable = Type.Object(settable)

/** The members of a hold that a client sets. */
export type LegalHoldContent = Static<typeof Settable>

/** Events that are kept regardless of the retention. */
export const LegalHold = Type.Object(
  {
    id: Type.Integer(),
    ...settable,
    placed_at: UnixSeconds,
    placed_by: Type.String({ description: 'Username at that time' }),
    lifted_at: nullable(UnixSeconds, { description: 'null: it is in force' }),
    lifted_by: nullable(Type.String()),
  },
  { $id: 'LegalHold', additionalProperties: false },
)
export type LegalHold = Static<typeof LegalHold>

/** Body that places a hold. */
export const LegalHoldDraft = Type.Object(
  { ...Type.Partial(Settable).properties, name: settable.name },
  { $id: 'LegalHoldDraft', additionalProperties: false },
)
export type LegalHoldDraft = Static<typeof LegalHoldDraft>

export const legalHoldOrderFields = ['id', 'name', 'placed_at'] as const
export type LegalHoldOrderField = (typeof legalHoldOrderFields)[number]
