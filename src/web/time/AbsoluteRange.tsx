import { lazy, Suspense, useState } from 'react'
import { momentText } from '../../charts/time-text.ts'
import { parseTypedRange } from '../../time/parse-typed-range.ts'
import type { Range } from '../../time/range.ts'
import { Button } from '../components/Button.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useZone } from '../state/preferences.ts'
import { timeTexts } from '../texts/time.ts'
import { endsOf } from './range-steps.ts'
import { ZoneMenu } from './ZoneMenu.tsx'

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }))

interface Props {
  range: Range
  onChoose: (range: Range) => void
}

/** Two moments in the zone of the page, typed or chosen from a calendar. */
export function AbsoluteRange({ range, onChoose }: Props) {
  const zone = useZone()
  const now = Date.now() / 1000
  // Texts as typed; undefined while they show the range.
  const [typedFrom, setFrom] = useState<string>()
  const [typedTo, setTo] = useState<string>()
  const ends = endsOf(range, zone, now)
  const from = typedFrom ?? momentText(ends.from, zone)
  const to = typedTo ?? momentText(ends.to, zone)
  const typedRange = parseTypedRange(`${from} to ${to}`, zone, now)
  const span = typedRange && 'from' in typedRange ? typedRange : undefined
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (span) onChoose(span)
      }}
    >
      <div className="time-ends">
        <TextField
          label={timeTexts.from}
          inputClass="mono"
          autoComplete="off"
          value={from}
          onChange={setFrom}
        />
        <TextField
          label={timeTexts.to}
          inputClass="mono"
          autoComplete="off"
          value={to}
          aria-invalid={!span}
          onChange={setTo}
        />
      </div>
      {!span && <p className="time-meaning bad">{timeTexts.badSpan}</p>}
      <Suspense fallback={<div className="calendar" />}>
        <Calendar
          from={span && momentText(span.from, zone).slice(0, 10)}
          to={span && momentText(span.to - 1, zone).slice(0, 10)}
          today={momentText(now, zone).slice(0, 10)}
          onChoose={(first, last) => {
            setFrom(first)
            setTo(last)
          }}
        />
      </Suspense>
      <div className="time-actions">
        <ZoneMenu className="button small" named />
        <Button type="submit" className="primary small" disabled={!span}>
          {timeTexts.apply}
        </Button>
      </div>
    </form>
  )
}
