import { type FormEvent, useId, useState } from 'react'
import { fieldText, nameText } from '../../../charts/name-text.ts'
import { shortNumber } from '../../../charts/number-text.ts'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { codeNames, eventFields } from '../../../filter/typed/event-fields.ts'
import { type ConditionPill, isGroupPill, type Pill } from '../../../filter/typed/pill.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { tagField } from '../../fields/field-catalog.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { useRangeTags } from '../completion/use-range-tags.ts'
import { type FilteredSearch, topValuesRequest } from '../state/top-values-request.ts'
import { hasValueList, listedValues, offeredOperators, savedValues, typedValue } from './edited-condition.ts'
import { type AsText, GroupEditor } from './GroupEditor.tsx'
import { writePill } from './write-pill.ts'
import './pill-editor.css'

const texts = searchBoxTexts.editor

/** For filters outside of a search, such as filters of widgets: the values of the last week are offered. */
const allOfWeek: FilteredSearch = { text: '', pills: [], range: { preset: 'last_7_days' } }

interface Props {
  /** The filter to edit; absent for a new one. */
  pill?: Pill
  /** The search that contains the filter. Its range and its other filters determine the offered values. */
  state?: FilteredSearch
  onSave: (pill: Pill) => void
  onRemove?: () => void
  asText?: AsText
}

/** Adds or edits one filter. */
export function PillEditor({ pill, ...props }: Props) {
  if (pill !== undefined && isGroupPill(pill)) return <GroupEditor pill={pill} {...props} />
  return <ConditionEditor {...(pill && { pill })} {...props} />
}

/** Adds or edits a condition. A name that is not a field of events is the name of a tag. */
function ConditionEditor({
  pill,
  state = allOfWeek,
  onSave,
  onRemove,
  asText,
}: Omit<Props, 'pill'> & { pill?: ConditionPill }) {
  const id = useId()
  const zone = useZone()
  const [field, setField] = useState(pill?.field ?? '')
  const [op, setOp] = useState<Operator>(pill?.op ?? 'eq')
  const [values, setValues] = useState(pill?.values ?? [])
  /** Text in the field of the list of values that is not a value yet. Saving adds it. */
  const [typed, setTyped] = useState('')
  const [isOff, setIsOff] = useState(pill?.off ?? false)
  const tags = useRangeTags(state.range, zone, '', true)
  const name = fieldNamed(field.trim()) ?? field.trim()
  const offered = offeredOperators(name, pill)
  // Another field may not have the operator chosen before.
  const chosenOp = offered.find(each => each === op) ?? 'eq'
  const conditionTexts =
    name === 'message' ? { ...texts.conditions, ...texts.messageConditions } : texts.conditions
  const isList = hasValueList(name, chosenOp, pill)
  const codes = codeNames.get(name)
  const firstValueHint = values.length > 1 ? texts.onlyFirst(values.length - 1) : undefined
  const fieldNames = [...eventFields.keys()].filter(each => !each.endsWith('_occurrence'))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Does not send a form around this one.
    event.stopPropagation()
    const saved = savedValues(name, isList, values, typed)
    if (name !== '' && saved !== undefined) onSave({ field: name, op: chosenOp, values: saved, off: isOff })
  }
  const writable = pill !== undefined && writePill(pill) !== undefined ? asText : undefined

  return (
    <form className="pill-editor" onSubmit={submit}>
      <TextField
        label={texts.field}
        list={`${id}-fields`}
        value={field}
        autoFocus={pill === undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={next => {
          setField(next)
          if ((fieldNamed(next.trim()) ?? next.trim()) === name) return
          setValues([])
          setTyped('')
        }}
      />
      <datalist id={`${id}-fields`}>
        {fieldNames.map(each => (
          <option key={each} value={each}>
            {fieldText(each)}
          </option>
        ))}
        {tags?.list.map(tag => (
          <option key={tag.name} value={tagField(tag.name)} />
        ))}
      </datalist>
      <SelectField
        label={texts.condition}
        value={chosenOp}
        options={offered.map(value => ({ value, text: conditionTexts[value] }))}
        onChange={next => {
          const nextOp = offered.find(each => each === next) ?? 'eq'
          setOp(nextOp)
          if (!isList || hasValueList(name, nextOp, pill)) return
          // The typed text becomes a value, since a condition without a list has no field for it.
          const value = typedValue(name, typed, values)
          if (value !== undefined && !values.includes(value)) setValues([...values, value])
          setTyped('')
        }}
      />
      {isList ? (
        <ValuePicker
          field={name}
          values={values}
          typed={typed}
          state={state}
          isFocused={pill !== undefined}
          onType={setTyped}
          onChange={setValues}
        />
      ) : codes ? (
        <SelectField
          className="pill-editor-value"
          label={texts.value}
          hint={firstValueHint}
          value={values[0] ?? ''}
          options={[
            { value: '', text: texts.choose, disabled: true },
            ...codes.map((_, code) => ({ value: String(code), text: nameText(name, code) })),
          ]}
          onChange={value => setValues([value])}
        />
      ) : (
        <TextField
          className="pill-editor-value"
          label={valueLabel(chosenOp)}
          hint={firstValueHint}
          value={values[0] ?? ''}
          autoComplete="off"
          spellCheck={false}
          inputClass="mono"
          onChange={value => setValues(value === '' ? [] : [value])}
        />
      )}
      <div className="pill-editor-actions wrap-row gap-6">
        {pill && (
          <label className="check" title={texts.offHint}>
            <input type="checkbox" checked={isOff} onChange={event => setIsOff(event.target.checked)} />
            {texts.off}
          </label>
        )}
        {writable && (
          <>
            <Button className="quiet small" onClick={writable.onEdit}>
              {texts.editAsText}
            </Button>
            <Button className="quiet small" onClick={writable.onSearch}>
              {texts.searchAsText}
            </Button>
          </>
        )}
        {pill && onRemove && (
          <Button className="quiet small" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
        <Button type="submit" className="primary small">
          {pill ? texts.apply : texts.addFilter}
        </Button>
      </div>
    </form>
  )
}

/** The label of the field for the value of a condition that has no list of values. */
function valueLabel(op: Operator): string {
  if (op === 'qp') return texts.search
  if (op === '=~' || op === '!~') return texts.expression
  return op === '|>' || op === '!>' ? texts.pattern : texts.number
}

/** Maximum values that are offered; typing finds others. */
const maxListed = 50
/** The query for values waits until the user has not typed for this long. */
const debounceMs = 200

interface ValuePickerProps {
  field: string
  values: readonly string[]
  typed: string
  state: FilteredSearch
  isFocused: boolean
  onType: (typed: string) => void
  onChange: (values: readonly string[]) => void
}

/**
 * Picks several values of a field: check boxes for values in the time range, with their counts, and a text
 * field for any other value.
 */
function ValuePicker({ field, values, typed, state, isFocused, onType, onChange }: ValuePickerProps) {
  const zone = useZone()
  const codes = codeNames.get(field)
  // Debounces the field and the text together, as one string.
  const debounced = useDebounced(`${field}\n${codes ? '' : typed.trim()}`, debounceMs)
  const [debouncedField = '', debouncedTyped = ''] = debounced.split('\n')
  const request = topValuesRequest(debouncedField, debouncedTyped, state, zone, maxListed)
  const found = useLiveQuery(request, false)
  // Until the debounce ends, the answer is about the previous field.
  const isCurrent = request !== undefined && !found.stale && debouncedField === field
  const totals = isCurrent ? found.answer?.results.totals : undefined
  const counts = new Map(totals?.values.map(({ name, count }) => [String(name), count]))
  const lower = typed.trim().toLowerCase()
  const offered = codes ? codes.map((_, code) => String(code)) : [...counts.keys()]
  const listed = listedValues(field, offered, values, typed)
  const isOffered = [...values, ...offered].some(value => value.toLowerCase() === lower)
  const isUnknownCode = codes !== undefined && lower !== '' && typedValue(field, typed, values) === undefined
  const add = (value: string) => {
    onType('')
    if (!values.includes(value)) onChange([...values, value])
  }
  const renderOption = (value: string, checked: boolean) => (
    <label key={value} className="option" title={nameText(field, value)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={() => (checked ? onChange(values.filter(other => other !== value)) : add(value))}
      />
      <span className="grow one-line">{nameText(field, value)}</span>
      {counts.has(value) && <span className="faint number">{shortNumber(counts.get(value) ?? 0)}</span>}
    </label>
  )

  return (
    <div className="pill-editor-value">
      <TextField
        label={texts.findValue}
        hint={codes ? undefined : texts.findHint}
        fault={isUnknownCode ? texts.noSuchName : undefined}
        value={typed}
        autoFocus={isFocused}
        autoComplete="off"
        spellCheck={false}
        onChange={onType}
        onKeyDown={event => {
          const value = typedValue(field, typed, values)
          // Enter in an empty field submits the form.
          if (event.key !== 'Enter' || value === undefined) return
          event.preventDefault()
          add(value)
        }}
      />
      <fieldset className="value-options">
        <legend className="unseen">{texts.values}</legend>
        {values.map(value => renderOption(value, true))}
        {lower !== '' && !isOffered && !codes && (
          <Button className="quiet small" onClick={() => add(typed.trim())}>
            {texts.add(typed.trim())}
          </Button>
        )}
        {listed.map(value => renderOption(value, false))}
        {totals && listed.length === 0 && values.length === 0 && (
          <p className="faint">{lower === '' ? texts.noValuesInRange : texts.noMatchingValues}</p>
        )}
      </fieldset>
    </div>
  )
}
