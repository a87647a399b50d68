import { type Static, Type } from 'typebox'
import { Geoip } from './geoip.ts'

/** What can be recognised in a text. Among matches of equal length, the first type of this list wins. */
export const hintTypes = ['url', 'email', 'mac', 'ipv6', 'ipv4', 'host'] as const
export type HintType = (typeof hintTypes)[number]

/**
 * What the action of a hint does. search: searches all messages for the value. filter and exclude: add the
 * condition to the current filter. trigger: opens `url`.
 */
const hintActionKinds = ['search', 'filter', 'exclude', 'trigger'] as const

export const HintAction = Type.Object({
  kind: Type.Enum([...hintActionKinds]),
  condition: Type.Object(
    { field: Type.String(), op: Type.String(), value: Type.String() },
    { description: 'A condition in the form of filters of queries' },
  ),
  url: Type.Optional(
    Type.String({
      description: 'Path of the page with the form for a new trigger; only for the kind `trigger`',
    }),
  ),
})
export type HintAction = Static<typeof HintAction>

/** A recognised part of a text, and the actions on it. */
export const Hint = Type.Object({
  type: Type.Enum([...hintTypes]),
  value: Type.String({ description: 'The text of the hint: text.slice(start, end)' }),
  start: Type.Integer({ minimum: 0, description: 'UTF-16 units' }),
  end: Type.Integer({ minimum: 1, description: 'UTF-16 units, exclusive' }),
  actions: Type.Array(HintAction),
  geoip: Type.Optional(Geoip),
})
export type Hint = Static<typeof Hint>

/** Hints by field, as filters name it, in the order of the text; omits fields without hints. */
export const HintsByField = Type.Record(Type.String(), Type.Array(Hint))
export type HintsByField = Static<typeof HintsByField>
