import { nameText } from '../../../charts/name-text.ts'
import { shortNumber } from '../../../charts/number-text.ts'
import { codeNames } from '../../../filter/typed/event-fields.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useZone } from '../../state/preferences.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { type FilteredSearch, topValuesRequest } from '../state/top-values-request.ts'

const texts = searchBoxTexts.editor
const maxListed = 50
const debounceMs = 200

interface Props {
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
export function ValuePicker({ field, values, typed, state, isFocused, onType, onChange }: Props) {
  const zone = useZone()
  const codes = codeNames.get(field)
  // Debounces the field and the text together, as one string.
  const debounced = useDebounced(`${field}\n${codes ? '' : typed.trim()}`, debounceMs)
  const [debouncedField = '', debouncedTyped = ''] = debounced.split('\n')
  const request = topValuesRequest(debouncedField, debouncedTyped, state, zone, maxListed)
  const found = useLiveQuery(request, false)
  const totals = request === undefined || found.stale ? undefined : found.answer?.results.totals
  const counts = new Map(totals?.values.map(({ name, count }) => [String(name), count]))
  const lower = typed.trim().toLowerCase()
  const offered = codes ? codes.map((_, code) => String(code)) : [...counts.keys()]
  const listed = offered.filter(
    value => !values.includes(value) && nameText(field, value).toLowerCase().startsWith(lower),
  )
  const isOffered = [...values, ...offered].some(value => value.toLowerCase() === lower)
  const add = (value: string) => {
    onType('')
    if (!values.includes(value)) onChange([...values, value])
  }
  const renderOption = (value: string, checked: boolean) => (
    <label key={value} className="value-option" title={nameText(field, value)}>
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
        value={typed}
        autoFocus={isFocused}
        autoComplete="off"
        spellCheck={false}
        onChange={onType}
        onKeyDown={event => {
          const [first] = listed
          const value = codes ? first : typed.trim()
          // Enter in an empty field submits the form.
          if (event.key !== 'Enter' || typed.trim() === '' || value === undefined) return
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
