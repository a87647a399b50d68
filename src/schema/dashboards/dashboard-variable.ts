import { type Static, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import { lineText } from '../shapes.ts'
import { isObject, type JsonObject } from '../text/json-object.ts'

/** Maximum variables of one dashboard. */
export const maxVariables = 20

/**
 * Once this many values are substituted in one filter, its other conditions keep `$name`: thousands of names
 * times a thousand values would fill the memory.
 */
const maxSubstituted = 100_000

/** Pattern of the name of a variable, without the `$`. */
const namePattern = '^[A-Za-z_][A-Za-z0-9_]{0,49}$'

/** The value of a variable: one text or several; null means all values. */
export const VariableValue = Type.Union([
  Type.Null(),
  Type.String({ maxLength: 10_000 }),
  Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 1_000 }),
])

/** Widgets that a variable filters: all of them, or only widgets whose filters name it. */
const AppliesTo = Type.Enum(['all', 'named'])

/** A variable of a dashboard: values of a field, which filter its widgets. */
export const DashboardVariable = Type.Object(
  {
    name: Type.String({ title: 'Name', pattern: namePattern, description: 'Filters refer to it as `$name`' }),
    label: Type.Optional(lineText({ title: 'Label', maxLength: 100 })),
    field: Type.String({
      title: 'Field',
      minLength: 1,
      maxLength: maxNameLength,
      'x-control': 'field-picker',
    }),
    value: Type.Optional(
      Type.Unsafe<VariableValue>({
        ...VariableValue,
        title: 'Default value',
        description: 'null and an empty list mean all values: conditions that name the variable are dropped',
      }),
    ),
    multi: Type.Optional(Type.Boolean({ title: 'Several values', description: 'false when absent' })),
    include_all: Type.Optional(
      Type.Boolean({ title: 'All values can be chosen', description: 'true when absent' }),
    ),
    applies_to: Type.Optional(
      Type.Unsafe<Static<typeof AppliesTo>>({
        ...AppliesTo,
        title: 'Filters',
        description:
          'all (default): filters every widget over events, except widgets that list it in `ignore_variables`; named: only widgets whose filters name it',
      }),
    ),
  },
  { additionalProperties: false },
)
export type DashboardVariable = Static<typeof DashboardVariable>
export type VariableValue = Static<typeof VariableValue>

/** Values of variables, by their names. */
export const ChosenValues = Type.Record(Type.String({ pattern: namePattern }), VariableValue, {
  maxProperties: maxVariables,
  additionalProperties: false,
})
export type ChosenValues = Static<typeof ChosenValues>

/** The config of a dashboard with chosen values in place of the defaults of its variables. */
export function withChosenValues<C extends Readonly<Record<string, unknown>>>(
  config: C,
  chosen: ChosenValues,
): C {
  const variables = readVariables(config.variables).map(variable => {
    const value = Object.hasOwn(chosen, variable.name) ? chosen[variable.name] : undefined
    return value === undefined ? variable : { ...variable, value }
  })
  return { ...config, variables }
}

/**
 * Reads `config.variables` of a dashboard. Leaves out invalid variables: the config may be older than its
 * validation.
 */
export function readVariables(value: unknown): DashboardVariable[] {
  if (!Array.isArray(value)) return []
  const variables: DashboardVariable[] = []
  for (const one of value.slice(0, maxVariables)) {
    if (!isObject(one) || typeof one.name !== 'string' || typeof one.field !== 'string') continue
    variables.push({
      name: one.name,
      field: one.field,
      ...(typeof one.label === 'string' && { label: one.label }),
      value: readValue(one.value),
      multi: one.multi === true,
      include_all: one.include_all !== false,
      applies_to: one.applies_to === 'named' ? 'named' : 'all',
    })
  }
  return variables
}

function readValue(value: unknown): VariableValue {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : null
}

/** Whether a filter names a variable as `$name`. */
export function namesVariable(filter: unknown, { name }: DashboardVariable): boolean {
  return Array.isArray(filter) && filter.some(part => partMentions(part, `$${name}`))
}

function partMentions(part: unknown, named: string): boolean {
  if (!isObject(part)) return false
  const inner = innerParts(part)
  if (inner !== undefined) return inner.some(one => partMentions(one, named))
  return part.value === named || (Array.isArray(part.value) && part.value.includes(named))
}

/** The parts of a group; undefined for a condition. Filters of widgets may be invalid. */
function innerParts({ any, all, not }: JsonObject): readonly unknown[] | undefined {
  if (not !== undefined) return [not]
  const parts = any ?? all
  return Array.isArray(parts) ? parts : undefined
}

/** Whether any value fits a variable. */
export function meansAll({ value = null }: DashboardVariable): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** The condition of a variable in widgets whose filters do not name it; undefined when any value fits. */
export function conditionOf(variable: DashboardVariable) {
  const { field, value } = variable
  return meansAll(variable) ? undefined : { field, op: 'eq', value }
}

/**
 * A filter with the values of variables in place of `$name`, which stands for a whole value. A condition on a
 * variable that means all values holds for every event: it is dropped, with the `any` or `not` that it is in.
 * Names without a variable stay as they are. A filter that names no variable stays the same object.
 */
export function substituteVariables(filter: unknown, variables: readonly DashboardVariable[]): unknown {
  if (variables.length === 0 || !Array.isArray(filter)) return filter
  const values = new Map(variables.map(({ name, value = null }) => [`$${name}`, value]))
  return new Substitution(values).substituteAll(filter)
}

/** Replaces variables by their values in one filter. */
class Substitution {
  /** By `$name`. */
  readonly #values: ReadonlyMap<string, VariableValue>
  #remainingValues = maxSubstituted

  constructor(values: ReadonlyMap<string, VariableValue>) {
    this.#values = values
  }

  /** Leaves out parts that hold for every event. Unchanged lists and parts stay the same objects. */
  substituteAll(parts: readonly unknown[]): readonly unknown[] {
    const substituted = parts.map(part => this.#part(part))
    if (substituted.every((part, index) => part === parts[index])) return parts
    return substituted.filter(part => part !== undefined)
  }

  /** The part with values; undefined: it holds for every event. */
  #part(part: unknown): unknown {
    if (!isObject(part) || this.#remainingValues <= 0) return part
    const inner = innerParts(part)
    return inner === undefined ? this.#condition(part) : this.#group(part, inner)
  }

  #group(group: JsonObject, inner: readonly unknown[]): unknown {
    const parts = this.substituteAll(inner)
    if (parts === inner) return group
    // An `any` or `not` with a part that holds for every event is decided; an `all` needs its other parts.
    const isDropped = 'all' in group ? parts.length === 0 : parts.length < inner.length
    if (isDropped) return undefined
    if ('not' in group) return { ...group, not: parts[0] }
    return 'any' in group ? { ...group, any: parts } : { ...group, all: parts }
  }

  #condition(condition: JsonObject): unknown {
    const value = substituteValue(condition.value, this.#values)
    if (value === condition.value) return condition
    if (value === undefined) return undefined
    if (Array.isArray(value)) this.#remainingValues -= value.length
    return { ...condition, value }
  }
}

/** A condition's value with variables replaced; undefined if it names a variable that means all values. */
function substituteValue(value: unknown, values: ReadonlyMap<string, VariableValue>): unknown {
  const given = Array.isArray(value) ? value : [value]
  if (!given.some(one => values.has(one))) return value
  const substituted: unknown[] = []
  for (const one of new Set(given)) {
    const chosen = values.has(one) ? values.get(one) : one
    if (chosen === null || (Array.isArray(chosen) && chosen.length === 0)) return undefined
    substituted.push(...(Array.isArray(chosen) ? chosen : [chosen]))
  }
  return Array.isArray(value) || substituted.length > 1 ? substituted : substituted[0]
}
