import { printable } from '../../../charts/printable.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { canIgnore, ignoredVariables } from '../../../schema/dashboards/widget-query.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import type { Config } from './draft.ts'

interface Props {
  type: string
  config: Config
  variables: readonly DashboardVariable[]
  /** Gets the names of the variables that the widget ignores. */
  onChange: (ignored: string[]) => void
}

/** The dashboard variables that filter the widget, limited to variables that it can ignore. */
export function VariableChecks({ type, config, variables, onChange }: Props) {
  const ignored = ignoredVariables(config)
  return variables
    .filter(variable => canIgnore(type, config, variable))
    .map(({ name, label }) => (
      <label key={name} className="check widget-check">
        <input
          type="checkbox"
          checked={!ignored.includes(name)}
          onChange={event =>
            onChange(event.target.checked ? ignored.filter(one => one !== name) : [...ignored, name])
          }
        />
        {texts.filteredBy(printable(label || name))}
      </label>
    ))
}
