import { useState } from 'react'
import { type DateRange, DayPicker } from 'react-day-picker'
import { timeTexts } from '../texts/time.ts'
import './calendar.css'

interface Props {
  /** Days as 2026-11-03; undefined without a valid range. */
  from: string | undefined
  to: string | undefined
  today: string
  /** Called after each click. After the first click of a range, both days are the clicked one. */
  onChoose: (first: string, last: string) => void
}

/** A month in which a range of days is chosen: two clicks, or arrow keys and Enter. */
export function Calendar({ from, to, today, onChoose }: Props) {
  const lastDay = dateOf(to ?? today)
  // The clicked days; after the first click without an end. Displayed while `from` and `to` are these days.
  const [picked, setPicked] = useState<DateRange>()
  const isPicked = picked?.from && dayOf(picked.from) === from && dayOf(picked.to ?? picked.from) === to
  const givenRange = from === undefined ? undefined : { from: dateOf(from), to: lastDay }
  return (
    <DayPicker
      className="calendar"
      mode="range"
      weekStartsOn={1}
      fixedWeeks
      today={dateOf(today)}
      defaultMonth={lastDay}
      endMonth={dateOf(today)}
      disabled={{ after: dateOf(today) }}
      selected={isPicked ? picked : givenRange}
      // A click starts a new range; a second click ends it.
      resetOnSelect
      onSelect={range => {
        setPicked(range)
        if (range?.from) onChoose(dayOf(range.from), dayOf(range.to ?? range.from))
      }}
      labels={{
        labelPrevious: () => timeTexts.previousMonth,
        labelNext: () => timeTexts.nextMonth,
      }}
      aria-label={timeTexts.calendarLabel}
    />
  )
}

/**
 * A day as the Date that the library expects: midnight in the browser's zone, no matter which zone the page
 * shows.
 */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
