import { type DashboardVariable, readVariables } from '../../../schema/dashboards/dashboard-variable.ts'
import { type Range, timeRangeOf } from '../../../time/range.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { rangeOfConfig } from '../../widgets/data/config-range.ts'
import { type Draft, titleOf } from '../draft/draft.ts'
import { valuesOf, variableValue } from '../variables/variables.ts'

const { settings: texts } = dashboardTexts

/** A variable in the form. */
export interface VariableRow {
  /** Identifies the row while its form is open. */
  key: number
  name: string
  label: string
  field: string
  /** Default values, separated by commas. */
  values: string
  /** Users may choose several values. */
  multi: boolean
  /** Users may choose all values. */
  includeAll: boolean
  /** Filters all widgets, not only widgets that name it. */
  forAll: boolean
}

/** The values of the form of a dashboard's settings. */
export interface SettingsForm {
  title: string
  /** Undefined: the dashboard has no range. */
  range: Range | undefined
  /** Name of the style; '' for the default. */
  style: string
  isPublic: boolean
  isDefault: boolean
  variables: readonly VariableRow[]
}

/** The values with which the form opens. */
export function settingsForm(draft: Draft): SettingsForm {
  const { config, isPublic, isDefault } = draft
  return {
    title: titleOf(draft),
    range: config.time_range === undefined || config.time_range === null ? undefined : rangeOfConfig(config),
    style: typeof config.style_class === 'string' ? config.style_class : '',
    isPublic,
    isDefault,
    variables: readVariables(config.variables).map((variable, key) => rowOf(variable, key)),
  }
}

/** An empty variable, to add to these. */
export function newVariable(variables: readonly VariableRow[]): VariableRow {
  const key = Math.max(-1, ...variables.map(variable => variable.key)) + 1
  return { key, name: '', label: '', field: '', values: '', multi: false, includeAll: true, forAll: true }
}

function rowOf(variable: DashboardVariable, key: number): VariableRow {
  return {
    key,
    name: variable.name,
    label: variable.label ?? '',
    field: variable.field,
    values: valuesOf(variable).join(', '),
    multi: variable.multi === true,
    includeAll: variable.include_all !== false,
    forAll: variable.applies_to !== 'named',
  }
}

/** Messages by field: `title`, `variables[0].name`, `variables[0].field`. */
export function settingsFaults({ title, variables }: SettingsForm): Record<string, string> {
  const faults: Record<string, string> = {}
  if (title.trim() === '') faults.title = texts.nameMissing
  for (const [index, { name, field }] of variables.entries()) {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,49}$/.test(name)) faults[`variables[${index}].name`] = texts.badName
    else if (variables.findIndex(other => other.name === name) < index)
      faults[`variables[${index}].name`] = texts.sameName
    if (field.trim() === '') faults[`variables[${index}].field`] = texts.fieldMissing
  }
  return faults
}

/**
 * The draft's settings from the form. Members that the form does not show stay, including a time zone of the
 * range.
 */
export function settingsOf(
  form: SettingsForm,
  draft: Draft,
  zone: string,
): Pick<Draft, 'config' | 'isPublic' | 'isDefault'> {
  const saved = settingsForm(draft)
  const { time_range, style_class, variables: _, ...rest } = draft.config
  const isSameRange = JSON.stringify(saved.range) === JSON.stringify(form.range)
  const range = isSameRange ? time_range : form.range && timeRangeOf(form.range, zone)
  const newStyle = form.style === '' ? undefined : form.style
  const style = form.style === saved.style ? style_class : newStyle
  const isSameVariables = JSON.stringify(saved.variables) === JSON.stringify(form.variables)
  const formVariables = form.variables.length > 0 ? form.variables.map(variableOf) : undefined
  const variables = isSameVariables ? draft.config.variables : formVariables
  return {
    config: {
      ...rest,
      title: form.title.trim(),
      ...(range !== undefined && { time_range: range }),
      ...(style !== undefined && { style_class: style }),
      ...(variables !== undefined && { variables }),
    },
    isPublic: form.isPublic || form.isDefault,
    isDefault: form.isDefault,
  }
}

function variableOf({
  name,
  label,
  field,
  values,
  multi,
  includeAll,
  forAll,
}: VariableRow): DashboardVariable {
  const list = values
    .split(',')
    .map(value => value.trim())
    .filter(value => value !== '')
  return {
    name,
    ...(label.trim() !== '' && { label: label.trim() }),
    field: field.trim(),
    value: variableValue(multi ? list : list.slice(0, 1)),
    multi,
    include_all: includeAll,
    ...(!forAll && { applies_to: 'named' as const }),
  }
}
