import { type FormEvent, useId, useState } from 'react'
import { fieldText, nameText } from '../../charts/name-text.ts'
import { facilities, severities, statuses } from '../../schema/event.ts'
import { ApiError } from '../api/api-error.ts'
import { readDictionary } from '../api/dictionaries.ts'
import { useFetch } from '../state/use-fetch.ts'
import type { Pill } from './pill.ts'

const fields = [
  'host',
  'program',
  'severity',
  'facility',
  'cisco_mnemonic',
  'message',
  'status',
  'type',
  'counter',
]
const codes: Record<string, readonly string[]> = {
  severity: severities,
  facility: facilities,
  status: statuses,
}
const numericFields = new Set([...Object.keys(codes), 'counter', 'first_occurrence', 'last_occurrence'])
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

/** Makes or changes one condition. Any name can be given as field: user tags have names of their own. */
export function PillEditor({ pill, onSave }: { pill?: Pill; onSave: (pill: Pill) => void }) {
  const id = useId()
  const [field, setField] = useState(pill?.field ?? 'host')
  const [op, setOp] = useState<Pill['op']>(pill?.op ?? 'eq')
  const [value, setValue] = useState(pill?.values.join(', ') ?? '')
  const known = codes[field]
  const ops = numericFields.has(field) ? numberOperators : textOperators
  const allowed = ops.some(([name]) => name === op) ? op : 'eq'
  // Asked for once a name is whole: with each letter, most would be names of nothing.
  const [named, setNamed] = useState(field)
  const name = field.trim()
  const isListed = field === named && name !== '' && name !== 'message' && !known && !numericFields.has(name)
  const suggested = useFetch(isListed ? name : undefined, readSuggestions)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An expression may hold commas of its own; everything else is a list.
    const list =
      allowed === '=~' || allowed === '!~' ? [value.trim()] : value.split(',').map(item => item.trim())
    const values = [...new Set(list.filter(item => item !== ''))]
    if (field.trim() !== '' && values.length > 0)
      onSave({ field: field.trim(), op: allowed, values, off: false })
  }

  return (
    <form className="pill-editor" onSubmit={submit}>
      <div>
        <label className="label" htmlFor={`${id}-field`}>
          Field or tag
        </label>
        <input
          id={`${id}-field`}
          className="field"
          list={`${id}-fields`}
          value={field}
          onChange={event => {
            setField(event.target.value)
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
      </div>
      <div>
        <label className="label" htmlFor={`${id}-op`}>
          Condition
        </label>
        <select
          id={`${id}-op`}
          className="field"
          value={allowed}
          // The options are exactly these operators.
          onChange={event => setOp(event.target.value as Pill['op'])}
        >
          {ops.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="pill-editor-value">
        <label className="label" htmlFor={`${id}-value`}>
          {known ? 'Value' : 'Value, or several with commas; * and ? stand for anything'}
        </label>
        {known && (pill?.values.length ?? 1) === 1 ? (
          <select
            id={`${id}-value`}
            className="field"
            value={value}
            onChange={event => setValue(event.target.value)}
          >
            <option value="" disabled>
              Choose…
            </option>
            {known.map((name, code) => (
              <option key={name} value={code}>
                {nameText(field, code)}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={`${id}-value`}
            className="field"
            list={`${id}-values`}
            value={value}
            // biome-ignore lint/a11y/noAutofocus: the panel was opened to type here
            autoFocus
            onChange={event => setValue(event.target.value)}
          />
        )}
        <datalist id={`${id}-values`}>
          {suggested.value?.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className="pill-editor-actions">
        {pill && (
          <button type="button" className="button small" onClick={() => onSave({ ...pill, off: !pill.off })}>
            {pill.off ? 'Switch on' : 'Switch off'}
          </button>
        )}
        {pill && (pill.op === 'eq' || pill.op === 'ne') && (
          <button
            type="button"
            className="button small"
            onClick={() => onSave({ ...pill, op: pill.op === 'eq' ? 'ne' : 'eq' })}
          >
            {pill.op === 'eq' ? 'Exclude instead' : 'Include instead'}
          </button>
        )}
        <button type="submit" className="button primary small">
          {pill ? 'Apply' : 'Add filter'}
        </button>
      </div>
    </form>
  )
}

/** None of a name that no event has: it may be the name of a tag that is yet to come. */
async function readSuggestions(field: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await readDictionary(field, 200, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}
