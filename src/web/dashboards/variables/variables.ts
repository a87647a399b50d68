import {
  type DashboardVariable,
  readVariables,
  type VariableValue,
} from '../../../schema/dashboards/dashboard-variable.ts'

/**
 * Chosen values of variables, by name; an empty list means all values. An absent variable has its default.
 */
export type ChosenValues = Readonly<Record<string, readonly string[]>>

/** The values of a variable as a list; an empty list means all values. */
export function valuesOf({ value = null }: DashboardVariable): string[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

/**
 * The variables of a dashboard with the chosen values in place of their defaults. Ignores a choice of all
 * values where that is not offered, and further values of a variable with only one.
 */
export function chosenVariables(
  config: Readonly<Record<string, unknown>>,
  chosen: ChosenValues,
): DashboardVariable[] {
  return readVariables(config.variables).map(variable => {
    const values = Object.hasOwn(chosen, variable.name) ? chosen[variable.name] : undefined
    if (values === undefined || (values.length === 0 && variable.include_all === false)) return variable
    return { ...variable, value: variableValue(variable.multi === true ? values : values.slice(0, 1)) }
  })
}

/** The chosen values that differ from the default: the address has only these. */
export function changedValues(
  config: Readonly<Record<string, unknown>>,
  chosen: ChosenValues,
): Record<string, readonly string[]> {
  const defaults = readVariables(config.variables)
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, values]) => {
      const variable = defaults.find(one => one.name === name)
      return variable !== undefined && !sameValues(valuesOf(variable), values)
    }),
  )
}

/** The chosen values after a click on one of them. */
export function toggledValue(
  { multi }: DashboardVariable,
  values: readonly string[],
  value: string,
): string[] {
  if (multi !== true) return [value]
  return values.includes(value) ? values.filter(one => one !== value) : [...values, value]
}

/** The label of a variable for users, or its name. */
export function variableLabel({ label, name }: DashboardVariable): string {
  return label === undefined || label === '' ? name : label
}

/** Values in the form of the API: null means all. */
export function variableValue(values: readonly string[]): VariableValue {
  const [first] = values
  if (first === undefined) return null
  return values.length === 1 ? first : [...values]
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(value => other.includes(value))
}
