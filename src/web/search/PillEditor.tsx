import { type FormEvent, useId, useState } from 'react'
import { fieldText, nameText } from '../../charts/name-text.ts'
import { ApiError } from '../api/api-error.ts'
import { readDictionary } from '../api/dictionaries.ts'
import { Button } from '../components/Button.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { TextField } from '../components/TextField.tsx'
import { useFetch } from '../state/use-fetch.ts'
import { codeNames, eventFields, isNumeric } from './event-fields.ts'
import type { Pill } from './pill.ts'

/** Fields that the editor suggests. */
const fields = [...eventFields.keys()].filter(field => !field.endsWith('_occurrence'))

const textOperators: [op: Pill['op'], text: string][] = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['=~', 'matches expression'],
  ['!~', 'does not match'],
]
const numberOperators: [op: Pill['op'], text: string][] = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['le', 'at most'],
  ['ge', 'at least'],
  ['lt', 'below'],
  ['gt', 'above'],
]

/** Adds or edits one filter. A name that is no event field is that of a user tag. */
export function PillEditor({ pill, onSave }: { pill?: Pill; onSave: (pill: Pill) => void }) {
  const id = useId()
  const [field, setField] = useState(pill?.field ?? 'host')
  const [op, setOp] = useState<Pill['op']>(pill?.op ?? 'eq')
  const [value, setValue] = useState(pill?.values.join(', ') ?? '')
  const known = codeNames[field]
  const ops = isNumeric(field) ? numberOperators : textOperators
  const allowed = ops.some(([name]) => name === op) ? op : 'eq'
  // Values are fetched once the name is complete, not for each letter.
  const [named, setNamed] = useState(field)
  const name = field.trim()
  const isListed = field === named && name !== '' && name !== 'message' && !known && !isNumeric(name)
  const suggested = useFetch(isListed ? name : undefined, readSuggestions)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A regular expression may contain commas; any other value is a list.
    const list =
      allowed === '=~' || allowed === '!~' ? [value.trim()] : value.split(',').map(item => item.trim())
    const values = [...new Set(list.filter(item => item !== ''))]
    if (field.trim() !== '' && values.length > 0)
      onSave({ field: field.trim(), op: allowed, values, off: false })
  }

  return (
    <form className="pill-editor" onSubmit={submit}>
      <TextField
        label="Field or tag"
        list={`${id}-fields`}
        value={field}
        onChange={name => {
          setField(name)
          setValue('')
        }}
        onBlur={() => setNamed(field)}
      />
      <datalist id={`${id}-fields`}>
        {fields.map(name => (
          <option key={name} value={name}>
            {fieldText(name)}
          </option>
        ))}
      </datalist>
      <SelectField
        label="Condition"
        value={allowed}
        options={ops.map(([value, text]) => ({ value, text }))}
        // The options are exactly these operators.
        onChange={chosen => setOp(chosen as Pill['op'])}
      />
      {known && (pill?.values.length ?? 1) === 1 ? (
        <SelectField
          className="pill-editor-value"
          label="Value"
          value={value}
          options={[
            { value: '', text: 'Select…', disabled: true },
            ...known.map((_, code) => ({ value: String(code), text: nameText(field, code) })),
          ]}
          onChange={setValue}
        />
      ) : (
        <TextField
          className="pill-editor-value"
          label={known ? 'Value' : 'Value, or several separated by commas; * and ? are wildcards'}
          list={`${id}-values`}
          value={value}
          autoFocus
          onChange={setValue}
        />
      )}
      <datalist id={`${id}-values`}>
        {suggested.value?.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="pill-editor-actions">
        {pill && (
          <Button className="small" onClick={() => onSave({ ...pill, off: !pill.off })}>
            {pill.off ? 'Enable' : 'Disable'}
          </Button>
        )}
        {pill && (pill.op === 'eq' || pill.op === 'ne') && (
          <Button className="small" onClick={() => onSave({ ...pill, op: pill.op === 'eq' ? 'ne' : 'eq' })}>
            {pill.op === 'eq' ? 'Exclude results' : 'Include results'}
          </Button>
        )}
        <Button type="submit" className="primary small">
          {pill ? 'Apply' : 'Add filter'}
        </Button>
      </div>
    </form>
  )
}

/** Values of a field or tag; none for an unknown name, which may be that of a tag to come. */
async function readSuggestions(field: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await readDictionary(field, 200, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}
