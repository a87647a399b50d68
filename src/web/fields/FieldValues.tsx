import { useState } from 'react'
import { nameText } from '../../charts/name-text.ts'
import { exactNumber, shareText } from '../../charts/number-text.ts'
import { codeNames } from '../../filter/typed/event-fields.ts'
import { errorText } from '../api/http/api-error.ts'
import { Button } from '../components/Button.tsx'
import { severityColour } from '../graphics/colours.ts'
import { useHeld } from '../live/use-held.ts'
import { useLiveQuery } from '../live/use-live-query.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { useZone } from '../state/preferences.ts'
import { fieldValueTexts } from '../texts/search/fields.ts'
import { resultTexts } from '../texts/search/results.ts'
import type { CatalogField } from './field-catalog.ts'
import { fieldRequest, isNarrowed } from './field-request.ts'
import { NumberFigures } from './NumberFigures.tsx'
import { type FieldValue, ValueList } from './ValueList.tsx'
import { toggleValue, valuesOf, withAtLeast } from './value-pills.ts'

const initialLimit = 8
/** Limit after a click on "Show more". */
const expandedLimit = 50
/** Longer values are cut for display; the filter has the whole value. */
const maxLabelLength = 300

interface Props {
  field: CatalogField
  control: SearchControl
  isInvalid: boolean
}

/** The most frequent values of a field with their counts, and statistics if they are numbers. */
export function FieldValues({ field: { field, label }, control, isInvalid }: Props) {
  const { state, change } = control
  const zone = useZone()
  const [limit, setLimit] = useState(initialLimit)
  const query = useLiveQuery(isInvalid ? undefined : fieldRequest(state, zone, field, limit), state.live)
  // While a new query has no totals yet, the previous values stay, shown as stale.
  const error = query.error ?? query.answer?.error
  const isStopped = !query.stale && query.answer?.status === 'STOPPED'
  const hasNoTotals = error === undefined && !isStopped && query.answer?.results.totals === undefined
  const totals = useHeld(query.answer, hasNoTotals)?.results.totals
  const selected = valuesOf(state.pills, field, 'eq')
  const excluded = valuesOf(state.pills, field, 'ne')
  const toggle = (op: 'eq' | 'ne') => (value: string) =>
    change({ pills: toggleValue(state.pills, field, op, value) })

  if (isInvalid && totals === undefined) return null
  if (totals === undefined) {
    const failure = error === undefined ? undefined : errorText(error)
    const ended = failure ?? (isStopped ? fieldValueTexts.stopped : undefined)
    return (
      <p className={ended ? 'fieldlist-note' : 'fieldlist-note waiting'} role={failure ? 'alert' : 'status'}>
        {ended ?? fieldValueTexts.waiting}
        {ended && (
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
  // Values of the filter that are not among the most frequent ones.
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
      {totals.numeric && !codeNames.has(field) && (
        <NumberFigures
          label={label}
          numeric={totals.numeric}
          onAtLeast={value => change({ pills: withAtLeast(state.pills, field, value) })}
        />
      )}
      {values.length === 0 ? (
        <p className="fieldlist-note">
          {isNarrowed(state, field) ? fieldValueTexts.noneFound : fieldValueTexts.none}
        </p>
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

function valueLabel(field: string, value: string | number): string {
  const text = nameText(field, value)
  return text.length > maxLabelLength ? `${text.slice(0, maxLabelLength)}…` : text
}
