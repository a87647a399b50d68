import { type Static, type TSchemaOptions, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import { isGroup } from './groups.ts'
import { operators } from './operator.ts'

const Scalar = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean()])
/** Maximum conditions of one filter, including its groups. */
export const maxConditions = 1_000

/** One condition. A list of values means any of them (for ne, !~ and !>: none of them). */
export const Condition = Type.Object(
  {
    field: Type.String({
      title: 'Field',
      minLength: 1,
      maxLength: maxNameLength,
      'x-control': 'field-picker',
    }),
    op: Type.Optional(Type.Enum([...operators], { title: 'Operator', default: 'eq' })),
    value: Type.Union([Scalar, Type.Array(Scalar, { maxItems: 10_000 })], { title: 'Value' }),
    ignore_case: Type.Optional(Type.Boolean({ title: 'Ignore case', default: true })),
  },
  { $id: 'Condition', additionalProperties: false },
)
export type Condition = Static<typeof Condition>

/** A condition that stays as it was given: defaults are not written in, since its readers know them. */
const GivenCondition = Type.Unsafe<Condition>(
  Type.Object(
    {
      ...Condition.properties,
      op: Type.Optional(Type.Enum([...operators], { title: 'Operator', description: 'Default: eq' })),
      ignore_case: Type.Optional(Type.Boolean({ title: 'Ignore case', description: 'Default: true' })),
    },
    { $id: 'GivenCondition', additionalProperties: false },
  ),
)

/** Conditions that are combined by OR, AND or NOT (decisions/0042). It has exactly one member. */
export interface ConditionGroup {
  /** At least one must hold. */
  any?: FilterPart[]
  /** All must hold. */
  all?: FilterPart[]
  /** Must not hold. */
  not?: FilterPart
}

/** A condition, or a group of conditions, at most `maxGroupDepth` groups within each other. */
export type FilterPart = Condition | ConditionGroup

const groupMembers = ['any', 'all', 'not'] as const satisfies readonly (keyof ConditionGroup)[]

export const ConditionGroup = groupOf('ConditionGroup', 'Condition')
/** A group of conditions that stay as they were given. */
const GivenConditionGroup = groupOf('GivenConditionGroup', 'GivenCondition')

/** Schemas to which schemas with filters refer, by their $id. */
export const filterSchemas = { Condition, ConditionGroup, GivenCondition, GivenConditionGroup }

/** A filter that stays as it was given. */
export function givenFilter(title: string, description: string) {
  return listOf(partOf('GivenConditionGroup', 'GivenCondition'), { title, description })
}

/** All conditions and groups of a query; all of them must hold. */
export const Filter = listOf(partOf('ConditionGroup', 'Condition'), { title: 'Filter' })
export type Filter = Static<typeof Filter>

/** All conditions of a filter in their order, including its groups. */
export function conditionsIn(filter: readonly FilterPart[]): Condition[] {
  return placedConditions(filter, '').map(({ condition }) => condition)
}

/** The conditions of `conditionsIn` with their paths, such as `filter[0].any[1]`. `path`: the filter's. */
export function placedConditions(
  filter: readonly FilterPart[],
  path: string,
): { condition: Condition; path: string }[] {
  return filter.flatMap((part, index) => placedIn(part, `${path}[${index}]`))
}

function placedIn(part: FilterPart, path: string): { condition: Condition; path: string }[] {
  if (!isGroup(part)) return [{ condition: part, path }]
  const { any = [], all = [], not } = part
  return [
    ...placedConditions(any, `${path}.any`),
    ...placedConditions(all, `${path}.all`),
    ...(not === undefined ? [] : placedIn(not, `${path}.not`)),
  ]
}

/** A copy of a filter in which `change` has replaced each condition. */
export function mapConditions(
  filter: readonly FilterPart[],
  change: (condition: Condition) => Condition,
): FilterPart[] {
  const changed = (part: FilterPart): FilterPart => {
    if (!isGroup(part)) return change(part)
    const { any, all, not } = part
    if (any !== undefined) return { any: any.map(changed) }
    if (all !== undefined) return { all: all.map(changed) }
    return not === undefined ? part : { not: changed(not) }
  }
  return filter.map(changed)
}

function listOf(part: ReturnType<typeof partOf>, options: TSchemaOptions) {
  return Type.Array(part, { ...options, maxItems: maxConditions })
}

/**
 * The schema of a part: a choice by members, so that the errors of a condition are not mixed with errors of a
 * group. TypeBox reports errors of `else` only. The API description has the schemas of `else` as `anyOf`.
 */
function partOf(group: string, condition: string) {
  const hasGroupMember = { type: 'object', anyOf: groupMembers.map(name => ({ required: [name] })) }
  return Type.Unsafe<FilterPart>({
    allOf: [
      { if: hasGroupMember, else: { $ref: condition } },
      { if: { not: hasGroupMember }, else: { $ref: group } },
    ],
  })
}

function groupOf(id: string, condition: string) {
  const part = partOf(id, condition)
  return Type.Unsafe<ConditionGroup>(
    Type.Object(
      {
        any: Type.Optional(listOf(part, { description: 'At least one of these holds', minItems: 1 })),
        all: Type.Optional(listOf(part, { description: 'All of these hold', minItems: 1 })),
        not: Type.Optional(part),
      },
      {
        $id: id,
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        description: 'Conditions that are combined by OR, AND or NOT. Exactly one member',
      },
    ),
  )
}
