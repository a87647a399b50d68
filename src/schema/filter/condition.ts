import { type Static, Type } from 'typebox'
import { operators } from './operator.ts'

const Scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()])

/**
 * One condition; all conditions of a filter must hold. A list of values means any of them (for ne, !~ and !>:
 * none of them).
 */
export const Condition = Type.Object(
  {
    field: Type.String({ title: 'Field', minLength: 1, maxLength: 200, 'x-control': 'field-picker' }),
    op: Type.Optional(Type.Enum([...operators], { title: 'Operator', default: 'eq' })),
    value: Type.Union([Scalar, Type.Array(Scalar, { maxItems: 10_000 })], { title: 'Value' }),
    ignore_case: Type.Optional(Type.Boolean({ title: 'Ignore case', default: true })),
  },
  { $id: 'Condition', additionalProperties: false },
)
export type Condition = Static<typeof Condition>

/** A condition that stays as it was given: defaults are not written in, since its readers know them. */
export const GivenCondition = Type.Unsafe<Condition>(
  Type.Object(
    {
      ...Condition.properties,
      op: Type.Optional(Type.Enum([...operators], { title: 'Operator', description: 'Default: eq' })),
      ignore_case: Type.Optional(Type.Boolean({ title: 'Ignore case', description: 'Default: true' })),
    },
    { $id: 'GivenCondition', additionalProperties: false },
  ),
)

/** A filter that stays as it was given. */
export function givenFilter(title: string, description: string) {
  const item = Type.Unsafe<Condition>({ $ref: 'GivenCondition#' })
  return Type.Array(item, { title, description, maxItems: 1_000 })
}

/** All conditions of a query. */
export const Filter = Type.Array(Condition, { title: 'Filter', maxItems: 1_000 })
export type Filter = Static<typeof Filter>
