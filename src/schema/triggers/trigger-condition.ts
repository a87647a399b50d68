import { type Static, type TSchema, Type } from 'typebox'
import { givenFilter } from '../filter/condition.ts'
import { maxNameLength } from '../name-length.ts'
import { nullable } from '../shapes.ts'

/**
 * Kinds of conditions, which decide when matching events fire a trigger. Without a condition each event does.
 * count: at least n within the time. distinct: n values of a field within the time. first_seen: a value that
 * the field had on none of these days. absence: no event for the time. pair: after an event, an event of
 * another filter follows, or none follows. rate: this many times more than at this time of the previous days.
 * new_template: a message of a template that was not seen before.
 */
const conditionKinds = ['count', 'distinct', 'first_seen', 'absence', 'pair', 'rate', 'new_template'] as const
export type ConditionKind = (typeof conditionKinds)[number]

/** Maximum time of a window: a week. */
const maxWindowSeconds = 7 * 86_400
/** Maximum days that a condition looks back. */
const maxConditionDays = 90

const fieldName = { minLength: 1, maxLength: maxNameLength, 'x-control': 'field-picker' }

/** The members of all kinds. */
const members = {
  count: Type.Integer({ title: 'Count', minimum: 1, maximum: 1_000_000 }),
  seconds: Type.Integer({ title: 'Within', description: 'Seconds', minimum: 1, maximum: maxWindowSeconds }),
  days: Type.Integer({ title: 'Days before', minimum: 1, maximum: maxConditionDays }),
  factor: Type.Number({
    title: 'Factor',
    description: 'Above 1: more than usual; below 1: less',
    minimum: 0.001,
    maximum: 1_000_000,
  }),
  field: Type.String({ title: 'Field', ...fieldName }),
  by: nullable(Type.String(fieldName), {
    title: 'For each',
    description:
      'A field or user tag, such as host: each of its values is counted separately; null: all events together',
  }),
  followed_by: givenFilter('Followed by', 'Conditions of the second event'),
  expect: Type.Enum(['follows', 'missing'], {
    title: 'Expected',
    description: 'Whether the condition is met when the second event follows, or when it is missing',
  }),
}
type ConditionMember = keyof typeof members

/** Which members a condition of each kind needs, and which it may have. */
export const membersOfKind = {
  count: { needs: ['count', 'seconds'], takes: ['by'] },
  distinct: { needs: ['field', 'count', 'seconds'], takes: ['by'] },
  first_seen: { needs: ['field', 'days'], takes: [] },
  absence: { needs: ['seconds'], takes: ['by'] },
  pair: { needs: ['followed_by', 'seconds', 'expect'], takes: ['by'] },
  rate: { needs: ['factor', 'seconds', 'days'], takes: [] },
  new_template: { needs: [], takes: [] },
} as const satisfies Record<
  ConditionKind,
  { needs: readonly ConditionMember[]; takes: readonly ConditionMember[] }
>

type MemberTypes = { [Name in ConditionMember]: Static<(typeof members)[Name] & TSchema> }

/** A condition of one kind: the members that it needs, and perhaps members that it may have. */
export type TriggerCondition = {
  [Kind in ConditionKind]: { kind: Kind } & Pick<MemberTypes, (typeof membersOfKind)[Kind]['needs'][number]> &
    Partial<Pick<MemberTypes, (typeof membersOfKind)[Kind]['takes'][number]>>
}[ConditionKind]

/** The members of a kind are checked separately (`membersOfKind`), so that a fault names the member. */
export const TriggerCondition = Type.Unsafe<TriggerCondition>(
  Type.Object(
    {
      kind: Type.Enum([...conditionKinds], { title: 'Kind' }),
      ...Type.Partial(Type.Object(members)).properties,
    },
    {
      $id: 'TriggerCondition',
      title: 'Condition',
      description: Object.entries(membersOfKind)
        .map(([kind, { needs, takes }]) => {
          const names = [...needs, ...takes.map(name => `${name} (optional)`)]
          return `${kind}: ${names.join(', ') || 'nothing else'}`
        })
        .join('; '),
      additionalProperties: false,
    },
  ),
)
