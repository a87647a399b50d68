import type { DayCount } from '../../schema/store/backup.ts'
import { pluralize } from '../terminal/pluralize.ts'

/** The total rows of the days, as text: `3 rows`. */
export function rowsOf(days: readonly DayCount[]): string {
  return pluralize(
    days.reduce((all, { rows }) => all + rows, 0),
    'row',
  )
}

/** One line per day. */
export function dayLines(days: readonly DayCount[]): string[] {
  return days.map(({ day, rows, bytes }) => {
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
    return `${date}  ${pluralize(rows, 'row')}  ${(bytes / 1e6).toFixed(1)} MB`
  })
}
