import { type FormEvent, useState } from 'react'
import { exactNumber, shortNumber } from '../../charts/number-text.ts'
import type { NumericStats } from '../../schema/query/field-stats.ts'
import { Button } from '../components/Button.tsx'
import { numberTexts } from '../texts/search/fields.ts'

interface Props {
  /** Name of the field. */
  label: string
  numeric: NumericStats
  onAtLeast: (value: string) => void
}

const figures = ['min', 'avg', 'p95', 'max'] as const
const decimal = /^-?\d+(\.\d+)?$/

/** Minimum, average, 95th percentile and maximum of a numeric field, and a filter for the upper part. */
export function NumberFigures({ label, numeric, onAtLeast }: Props) {
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
      </form>
    </div>
  )
}
