import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shareText, shortNumber } from '../../charts/number-text.ts'
import { codeNames } from '../../filter/typed/event-fields.ts'
import type { NumericStats } from '../../schema/query/field-stats.ts'
import { withEllipsis } from '../../schema/text/truncate-text.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { severityColour } from '../graphics/colours.ts'
import { useHeld } from '../live/use-held.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { fieldValueTexts, numberTexts } from '../texts/search/fields.ts'
import { resultTexts } from '../texts/search/results.ts'
import type { CatalogField } from './field-catalog.ts'
import { fieldRequest } from './field-request.ts'
import { toggleValue, valuesOf, withAtLeast } from './value-pills.ts'

/** Values that are shown at first. */
const initialLimit = 8
/** Limit after a click on "Show more". */
const expandedLimit = 50
/** Maximum UTF-16 units of a displayed value. A filter has the whole value. */
const maxLabelUnits = 300

interface Props {
  field: CatalogField
  control: SearchControl
  /** The query or a filter has an error, so nothing can be queried. */
  isInvalid: boolean
}

/** The most frequent values of a field with their counts, and statistics if they are numbers. */
export function FieldValues({ field: { field, label }, control, isInvalid }: Props) {
  const { state, change } = control
  const zone = useZone()
  const [limit, setLimit] = useState(initialLimit)
  const query = useLiveQuery(isInvalid ? undefined : fieldRequest(state, zone, field, limit), state.live)
  const error = query.error ?? query.answer?.error
  const isStopped = !query.stale && query.answer?.status === 'STOPPED'
  const hasNoTotals = error === undefined && !isStopped && query.answer?.results.totals === undefined
  // While a new query has no totals yet, the previous values stay, shown as stale.
  const totals = useHeld(query.answer, hasNoTotals)?.results.totals
  const selected = valuesOf(state.pills, field, 'eq')
  const excluded = valuesOf(state.pills, field, 'ne')
  const toggle = (op: 'eq' | 'ne') => (value: string) =>
    change({ pills: toggleValue(state.pills, field, op, value) })

  if (isInvalid && totals === undefined) return null
  if (totals === undefined) {
    const failure = error === undefined ? undefined : errorText(error)
    const note = failure ?? (isStopped ? fieldValueTexts.stopped : undefined)
    return (
      <p className={note ? 'fieldlist-note' : 'fieldlist-note waiting'} role={failure ? 'alert' : 'status'}>
        {note ?? fieldValueTexts.waiting}
        {note && (
          <Button className="quiet small" onClick={query.retry}>
            {fieldValueTexts.retry}
          </Button>
        )}
      </p>
    )
  }
  const largest = totals.values[0]?.count ?? 0
  const values: FieldValue[] = totals.values.map(({ name, count }) => ({
    value: String(name),
    label: valueLabel(field, name),
    count,
    length: largest > 0 ? count / largest : 0,
    share: totals.count > 0 ? shareText(count / totals.count) : '',
    colour: field === 'severity' ? severityColour({ name, rest: false }) : undefined,
  }))
  // Selected and excluded values that are not among the most frequent ones: their counts are unknown.
  const missing = [...selected, ...excluded].filter(value => !values.some(one => one.value === value))
  values.push(
    ...missing.map(value => ({
      value,
      label: valueLabel(field, value),
      count: 0,
      length: 0,
      share: '',
      colour: undefined,
    })),
  )
  const hasMore = totals.cardinality > totals.values.length
  return (
    <div className={query.stale || hasNoTotals ? 'fieldlist-values stale' : 'fieldlist-values'}>
      {/* An average of codes, such as severities, has no meaning. */}
      {totals.numeric && !codeNames.has(field) && (
        <NumberFigures
          label={label}
          numeric={totals.numeric}
          onAtLeast={value => change({ pills: withAtLeast(state.pills, field, value) })}
          onStatistics={() =>
            change({ view: 'statistics', statistics: { ...state.statistics, name: 'avg', field } })
          }
        />
      )}
      {values.length === 0 ? (
        <p className="fieldlist-note">{fieldValueTexts.none}</p>
      ) : (
        <ValueList
          label={fieldValueTexts.group(label)}
          values={values}
          selected={selected}
          excluded={excluded}
          onSelect={toggle('eq')}
          onExclude={toggle('ne')}
        />
      )}
      {isStopped && (
        <p className="fieldlist-note">
          <span className="tag-note">{resultTexts.stopped}</span>
        </p>
      )}
      {error !== undefined && (
        <p className="fieldlist-note" role="alert">
          {errorText(error)}
        </p>
      )}
      {hasMore && (
        <p className="fieldlist-more">
          <span className="faint">
            {fieldValueTexts.topOf(exactNumber(totals.values.length), exactNumber(totals.cardinality))}
          </span>
          {limit === initialLimit && (
            <Button className="quiet small" onClick={() => setLimit(expandedLimit)}>
              {fieldValueTexts.showMore}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** A value for display, cut if it is long. */
function valueLabel(field: string, value: string | number): string {
  return withEllipsis(nameText(field, value), maxLabelUnits)
}

interface NumberFiguresProps {
  /** Name of the field. */
  label: string
  numeric: NumericStats
  onAtLeast: (value: string) => void
  /** Shows the numbers by group and over time. */
  onStatistics: () => void
}

const figures = ['min', 'avg', 'p95', 'max'] as const
/** Such as 12 or -0.5. */
const decimal = /^-?\d+(\.\d+)?$/

/** Minimum, average, 95th percentile and maximum of a numeric field, and a filter for a minimum value. */
function NumberFigures({ label, numeric, onAtLeast, onStatistics }: NumberFiguresProps) {
  const [bound, setBound] = useState('')
  const isValid = decimal.test(bound.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) onAtLeast(bound.trim())
  }
  return (
    <div className="fieldlist-numbers">
      <dl aria-label={numberTexts.figures(label)}>
        {figures.map(name => (
          <div key={name}>
            <dt>{numberTexts[name]}</dt>
            <dd className="number">
              <button
                type="button"
                title={exactNumber(numeric[name])}
                onClick={() => setBound(String(numeric[name]))}
              >
                {name === 'p95' && numeric.percentiles_approximate && numberTexts.about}
                {shortNumber(numeric[name])}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <form onSubmit={submit}>
        <span aria-hidden="true">{numberTexts.sign}</span>
        <input
          className="field"
          inputMode="decimal"
          aria-label={numberTexts.atLeast(label)}
          value={bound}
          maxLength={40}
          onChange={event => setBound(event.target.value)}
        />
        <Button type="submit" className="small" disabled={!isValid}>
          {numberTexts.apply}
        </Button>
        <Button className="small quiet" title={numberTexts.statisticsHint} onClick={onStatistics}>
          {numberTexts.statistics}
        </Button>
      </form>
    </div>
  )
}

/** A value of a field as the list shows it. */
interface FieldValue {
  value: string
  label: string
  /** 0 if it is unknown. */
  count: number
  /** Relative length of the bar, 0 to 1. */
  length: number
  share: string
  /** Design token of the bar. */
  colour: string | undefined
}

interface ValueListProps {
  /** Name for screen readers. */
  label: string
  values: readonly FieldValue[]
  selected: readonly string[]
  excluded: readonly string[]
  onSelect: (value: string) => void
  onExclude: (value: string) => void
}

/**
 * Values to select and to exclude. One stop of the Tab key; arrow keys move between the rows and the two
 * columns: the checkbox that selects and the button that excludes.
 */
function ValueList({ label, values, selected, excluded, onSelect, onExclude }: ValueListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const current = Math.min(active, values.length - 1)

  const press = (event: KeyboardEvent) => {
    const rowStep = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const column = event.target instanceof HTMLInputElement ? 'input' : 'button'
    const targetColumn = { ArrowRight: 'button', ArrowLeft: 'input' }[event.key] ?? column
    if (rowStep === undefined && targetColumn === column) return
    const row = Math.max(0, Math.min(values.length - 1, current + (rowStep ?? 0)))
    event.preventDefault()
    event.stopPropagation()
    setActive(row)
    list.current?.children[row]?.querySelector<HTMLElement>(targetColumn)?.focus()
  }

  return (
    <ul ref={list} className="fieldlist-rows" aria-label={label} onKeyDown={press}>
      {values.map((item, index) => {
        const { value, label, count, share } = item
        const isSelected = selected.includes(value)
        const isExcluded = excluded.includes(value)
        const tabIndex = index === current ? 0 : -1
        const name =
          count > 0 ? fieldValueTexts.pick(label, exactNumber(count), share) : fieldValueTexts.picked(label)
        return (
          <li
            key={value}
            className={isExcluded ? 'fieldlist-row row hover-row not' : 'fieldlist-row row hover-row'}
          >
            <label className="fieldlist-pick" title={name}>
              <input
                type="checkbox"
                aria-label={name}
                checked={isSelected}
                tabIndex={tabIndex}
                onFocus={() => setActive(index)}
                onChange={() => onSelect(value)}
              />
              <span className="fieldlist-value one-line">{label}</span>
              <span className="small-text soft number">{count > 0 ? shortNumber(count) : ''}</span>
              <span className="fieldlist-track track">
                <span
                  style={{
                    width: `${Math.max(count > 0 ? 1 : 0, item.length * 100)}%`,
                    background: item.colour && `var(${item.colour})`,
                  }}
                />
              </span>
            </label>
            <IconButton
              icon="minus"
              iconSize={14}
              label={isExcluded ? fieldValueTexts.include(label) : fieldValueTexts.exclude(label)}
              aria-pressed={isExcluded}
              tabIndex={tabIndex}
              onFocus={() => setActive(index)}
              onClick={() => onExclude(value)}
            />
          </li>
        )
      })}
    </ul>
  )
}
