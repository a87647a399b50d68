import { useId } from 'react'
import { readTagNames } from '../../api/tags.ts'
import { Check } from '../../components/forms/Check.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { VariableRow } from './settings-form.ts'

const { settings: texts } = dashboardTexts
const eventFields = ['host', 'program', 'severity', 'facility', 'cisco_mnemonic', 'status']
const maxNames = 100

interface Props {
  row: VariableRow
  nameFault: string | undefined
  fieldFault: string | undefined
  onChange: (change: Partial<VariableRow>) => void
  onRemove: () => void
}

/** One variable in the settings of a dashboard. */
export function VariableFields({ row, nameFault, fieldFault, onChange, onRemove }: Props) {
  const id = useId()
  const { data: tags = [] } = useRead(['tags', 'names'], signal => readTagNames('', maxNames, signal), {
    staleTime: 60_000,
  })
  return (
    <div className="dash-variable-fields">
      <TextField
        label={texts.variableName}
        value={row.name}
        fault={nameFault}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        onChange={name => onChange({ name })}
      />
      <TextField
        label={texts.variableField}
        value={row.field}
        fault={fieldFault}
        maxLength={200}
        list={id}
        autoComplete="off"
        onChange={field => onChange({ field, ...(row.name === '' && { name: nameFrom(field) }) })}
      />
      <datalist id={id}>
        {[...new Set([...eventFields, ...tags])].map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={texts.variableLabel}
        value={row.label}
        maxLength={100}
        onChange={label => onChange({ label })}
      />
      <TextField
        label={texts.variableValue}
        value={row.values}
        hint={texts.variableValueHint}
        onChange={values => onChange({ values })}
      />
      <Check isOn={row.multi} onChange={isOn => onChange({ multi: isOn })}>
        {texts.variableMulti}
      </Check>
      <Check isOn={row.includeAll} onChange={isOn => onChange({ includeAll: isOn })}>
        {texts.variableAll}
      </Check>
      <Check isOn={row.forAll} onChange={isOn => onChange({ forAll: isOn })}>
        {texts.variableForAll}
      </Check>
      <IconButton icon="bin" label={texts.removeVariable(row.name)} onClick={onRemove} />
    </div>
  )
}

/** The field as a name, once a complete field was chosen. */
function nameFrom(field: string): string {
  return eventFields.includes(field) ? field : ''
}
