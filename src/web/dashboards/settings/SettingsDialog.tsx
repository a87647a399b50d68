import { type FormEvent, useId, useState } from 'react'
import { maxNameLength } from '../../../schema/name-length.ts'
import { defaultRange } from '../../../time/range.ts'
import { readTagNames } from '../../api/tags.ts'
import { Button } from '../../components/Button.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { Icon } from '../../components/Icon.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useZone } from '../../state/preferences.ts'
import { useHasPermission } from '../../state/session.ts'
import { useRead } from '../../state/use-read.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { TimePicker } from '../../time/TimePicker.tsx'
import type { Draft } from '../draft/draft.ts'
import {
  newVariable,
  type SettingsForm,
  settingsFaults,
  settingsForm,
  settingsOf,
  type VariableRow,
} from './settings-form.ts'

const { settings: texts } = dashboardTexts

interface Props {
  draft: Draft
  onApply: (settings: Pick<Draft, 'config' | 'isPublic' | 'isDefault'>) => void
  onClose: () => void
}

/** Title, range, style, sharing and variables of a dashboard. */
export function SettingsDialog({ draft, onApply, onClose }: Props) {
  const zone = useZone()
  const managesDashboards = useHasPermission('manage_dashboards')
  const [form, setForm] = useState(() => settingsForm(draft))
  const [showsFaults, setShowsFaults] = useState(false)
  const faults = showsFaults ? settingsFaults(form) : {}
  const change = (next: Partial<SettingsForm>) => setForm(before => ({ ...before, ...next }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsFaults(true)
    if (Object.keys(settingsFaults(form)).length === 0) onApply(settingsOf(form, draft, zone))
  }
  const styles = Object.entries<string>(texts.styles)
  const hasOtherStyle = !styles.some(([value]) => value === form.style)
  return (
    <FormDialog
      title={texts.title}
      form={{ isSending: false, generalFault: undefined, submit }}
      action={texts.apply}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        value={form.title}
        maxLength={500}
        fault={faults.title}
        onChange={title => change({ title })}
      />
      <div className="form-field">
        <span className="label">{texts.range}</span>
        {form.range ? (
          <div className="wrap-row gap-8">
            <TimePicker range={form.range} onChange={range => change({ range })} />
            <Button className="quiet small" onClick={() => change({ range: undefined })}>
              {texts.rangeRemove}
            </Button>
          </div>
        ) : (
          <div className="wrap-row gap-8">
            <span className="soft">{texts.rangeNone}</span>
            <Button className="quiet small" onClick={() => change({ range: defaultRange })}>
              {texts.rangeSet}
            </Button>
          </div>
        )}
      </div>
      <SelectField
        label={texts.style}
        value={form.style}
        options={[
          ...styles.map(([value, text]) => ({ value, text })),
          ...(hasOtherStyle ? [{ value: form.style, text: form.style }] : []),
        ]}
        onChange={style => change({ style })}
      />
      <Check
        isOn={form.isPublic || form.isDefault}
        disabled={form.isDefault}
        onChange={isOn => change({ isPublic: isOn })}
      >
        {texts.isPublic}
      </Check>
      {managesDashboards && (
        <Check isOn={form.isDefault} onChange={isOn => change({ isDefault: isOn })}>
          {texts.isDefault}
        </Check>
      )}
      <fieldset className="dash-variable-list">
        <legend className="label">{texts.variables}</legend>
        <p className="field-hint">{texts.variablesHint}</p>
        {form.variables.map((row, index) => (
          <VariableFields
            key={row.key}
            row={row}
            nameFault={faults[`variables[${index}].name`]}
            fieldFault={faults[`variables[${index}].field`]}
            onChange={next => change({ variables: form.variables.with(index, { ...row, ...next }) })}
            onRemove={() => change({ variables: form.variables.toSpliced(index, 1) })}
          />
        ))}
        <Button
          className="small"
          onClick={() =>
            change({
              variables: [...form.variables, newVariable(form.variables)],
            })
          }
        >
          <Icon name="plus" size={14} /> {texts.addVariable}
        </Button>
      </fieldset>
    </FormDialog>
  )
}

/** Fields of events that are suggested for variables. */
const suggestedFields = ['host', 'program', 'severity', 'facility', 'cisco_mnemonic', 'status']
/** Maximum tags that are suggested. */
const maxNames = 100

interface VariableFieldsProps {
  row: VariableRow
  nameFault: string | undefined
  fieldFault: string | undefined
  onChange: (change: Partial<VariableRow>) => void
  onRemove: () => void
}

/** The fields of one variable in the form. */
function VariableFields({ row, nameFault, fieldFault, onChange, onRemove }: VariableFieldsProps) {
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
        maxLength={maxNameLength}
        list={id}
        autoComplete="off"
        onChange={field => onChange({ field, ...(row.name === '' && { name: defaultName(field) }) })}
      />
      <datalist id={id}>
        {[...new Set([...suggestedFields, ...tags])].map(name => (
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

/** The default name of a variable: its field, if that is a suggested field of events. */
function defaultName(field: string): string {
  return suggestedFields.includes(field) ? field : ''
}
