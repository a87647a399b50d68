import { nameText } from '../../../charts/name-text.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { valuesOf } from './variables.ts'

const { variables: texts } = dashboardTexts

/** The state of a variable as text: its value, the number of values, or all. */
export function variableText(variable: DashboardVariable): string {
  const values = valuesOf(variable)
  const [first] = values
  if (first === undefined) return texts.all
  return values.length === 1 ? nameText(variable.field, first) : texts.several(values.length)
}
