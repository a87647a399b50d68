import { useDeferredValue, useState } from 'react'
import { nameText } from '../../../charts/name-text.ts'
import { exactNumber, shortNumber } from '../../../charts/number-text.ts'
import { printable } from '../../../charts/printable.ts'
import type { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { type Range, timeRangeOf } from '../../../time/range.ts'
import { errorText } from '../../api/http/api-error.ts'
import { isRunning, type QueryRequest } from '../../api/queries.ts'
import { Button } from '../../components/Button.tsx'
import { SearchInput } from '../../components/forms/SearchInput.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import { useZone } from '../../state/preferences.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { variableText } from './variable-text.ts'
import { toggledValue, valuesOf, variableLabel } from './variables.ts'

const { variables: texts } = dashboardTexts

interface Props {
  variables: readonly DashboardVariable[]
  range: Range
  /** The user has chosen a value that is not the default. */
  isChanged: boolean
  onChange: (name: string, values: string[]) => void
  onReset: () => void
}

/** The variables of a dashboard, each as a drop-down of the values of its field. */
export function VariableBar({ variables, range, isChanged, onChange, onReset }: Props) {
  return (
    <fieldset className="dash-variables wrap-row gap-6" aria-label={texts.bar}>
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
                <b className="one-line">{text}</b>
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

/** Maximum values of a drop-down; a search finds others. */
const maxShown = 100
/** The time after the last key press before values are searched. */
const searchDelayMs = 250

interface VariableValuesProps {
  variable: DashboardVariable
  range: Range
  onChoose: (values: string[]) => void
}

/** The values of a field in a range, most frequent first, to choose one or several of. */
function VariableValues({ variable, range, onChoose }: VariableValuesProps) {
  const { field, multi } = variable
  const zone = useZone()
  const [typed, setTyped] = useState('')
  const search = useDebounced(useDeferredValue(typed.trim()), searchDelayMs)
  const { answer, error, stale } = useLiveQuery(requestOf(field, range, zone, search), false)
  const totals = answer?.results.totals
  const chosen = valuesOf(variable)
  const found = (totals?.values ?? []).map(({ name, count }) => ({ name: String(name), count }))
  // Chosen values can always be deselected.
  const missing = chosen.filter(name => name.includes(search) && !found.some(value => value.name === name))
  const rows = [...missing.map(name => ({ name, count: undefined })), ...found]
  /** Whether a row offers the typed text, so that it needs no row of its own. */
  const isKnown = search === '' || rows.some(({ name }) => name === search)
  const inputType = multi === true ? 'checkbox' : 'radio'
  /** Why there are no values, or not all. */
  const note = () => {
    const failure = error ?? answer?.error
    if (failure !== undefined) return `${texts.failed}. ${errorText(failure)}`
    if (totals === undefined || stale || (answer && isRunning(answer))) return texts.loading
    const { values, cardinality } = totals
    if (values.length === 0) return texts.none
    return cardinality > values.length ? texts.more(values.length, exactNumber(cardinality)) : ''
  }
  const row = (name: string, text: string, isChosen: boolean, count: number | undefined, act: () => void) => (
    <li key={`value ${name}`}>
      <label className="option">
        <input type={inputType} name={variable.name} checked={isChosen} onChange={act} />
        <span className="grow one-line" title={text}>
          {text}
        </span>
        {count !== undefined && <span className="number faint">{shortNumber(count)}</span>}
      </label>
    </li>
  )
  return (
    <div className="dash-values">
      <SearchInput ref={focusUnlessTouch} label={texts.search(field)} value={typed} onChange={setTyped} />
      <ul>
        {variable.include_all !== false &&
          search === '' &&
          row('', texts.all, chosen.length === 0, undefined, () => onChoose([]))}
        {!isKnown &&
          row(search, texts.asTyped(search), false, undefined, () =>
            onChoose(toggledValue(variable, chosen, search)),
          )}
        {rows.map(({ name, count }) =>
          row(name, nameText(field, name), chosen.includes(name), count, () =>
            onChoose(toggledValue(variable, chosen, name)),
          ),
        )}
      </ul>
      <p className="small-text faint dash-values-note" role="status">
        {note()}
      </p>
    </div>
  )
}

/** On a touch screen the focus would open the on-screen keyboard. */
function focusUnlessTouch(input: HTMLInputElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) input?.focus()
}

/** The query for the values of a field that contain `search`. */
function requestOf(field: string, range: Range, zone: string, search: string): QueryRequest<'TopN'> {
  // Text fields accept wildcards in values.
  const filter = search === '' ? {} : { filter: [{ field, op: 'eq' as const, value: `*${search}*` }] }
  return { type: 'TopN', params: { field, limit: maxShown, time_range: timeRangeOf(range, zone), ...filter } }
}
