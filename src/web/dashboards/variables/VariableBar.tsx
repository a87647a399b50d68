import { printable } from '../../../charts/printable.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import type { Range } from '../../../time/range.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { VariableValues } from './VariableValues.tsx'
import { variableText } from './variable-text.ts'
import { variableLabel } from './variables.ts'

const { variables: texts } = dashboardTexts

interface Props {
  variables: readonly DashboardVariable[]
  range: Range
  /** A value is not the default. */
  isChanged: boolean
  onChange: (name: string, values: string[]) => void
  onReset: () => void
}

/** The variables of a dashboard, each as a drop-down of the values of its field. */
export function VariableBar({ variables, range, isChanged, onChange, onReset }: Props) {
  return (
    <fieldset className="dash-variables" aria-label={texts.bar}>
      {variables.map(variable => {
        const label = printable(variableLabel(variable))
        const text = variableText(variable)
        return (
          <MenuButton
            key={variable.name}
            className="button dash-variable"
            label={texts.choose(label, text)}
            content={
              <>
                <span className="faint">{label}</span>
                <b>{text}</b>
                <Icon name="down" size={12} />
              </>
            }
          >
            {close => (
              <VariableValues
                variable={variable}
                range={range}
                onChoose={chosen => {
                  if (variable.multi !== true) close()
                  onChange(variable.name, chosen)
                }}
              />
            )}
          </MenuButton>
        )
      })}
      {isChanged && (
        <Button className="quiet small" onClick={onReset}>
          {texts.reset}
        </Button>
      )}
    </fieldset>
  )
}
