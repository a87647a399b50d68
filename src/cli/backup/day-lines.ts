import type { DayCount } from '../../schema/store/backup.ts'
import { pluralize } from '../terminal/pluralize.ts'

/** The total rows of the days, as text: `3 rows`. */
export function totalRows(days: readonly DayCount[]): string {
  return pluralize(
    days.reduce((all, { rows }) => all + rows, 0),
    'row',
  )
}

/** A day of the store, such as 20260131, as 2026-01-31. */
export function dateOf(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
}

/** One line per day: `2026-01-31  120 rows  3.4 MB`. */
export function dayLines(days: readonly DayCount[]): string[] {
  return days.map(({ day, rows, bytes }) => {
    return `${dateOf(day)}  ${pluralize(rows, 'row')}  ${(bytes / 1e6).toFixed(1)} MB`
  })
}
