import type { CronValues } from '../../schema/reports/crontab.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Maximum times of day listed one by one, such as 06:00 and 18:00. More are listed as minutes of hours. */
const maxTimes = 6

/** A crontab in words: Every Monday at 06:00. */
export function cronText(cron: CronValues): string {
  const time = timeText(cron)
  const day = dayText(cron)
  const words = time.startsWith('every')
    ? `${time}${day === 'every day' ? '' : `, ${day}`}`
    : `${day} ${time}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function timeText({ minute, hour }: CronValues): string {
  const hours = hour === 'all' ? '' : ` of the ${plural('hour', hour)} ${listed(hour, twoDigits)}`
  if (minute === 'all') return `every minute${hours}`
  const step = stepOf(minute, 60)
  if (step !== undefined) return `every ${step} minutes${hours}`
  if (hour === 'all') {
    return minute.length === 1 && minute[0] === 0
      ? 'every hour'
      : `every hour at ${plural('minute', minute)} ${listed(minute, String)}`
  }
  const hourStep = minute.length === 1 && minute[0] === 0 ? stepOf(hour, 24) : undefined
  if (hourStep !== undefined && hourStep < 12) return `every ${hourStep} hours`
  if (minute.length * hour.length > maxTimes) {
    return `at ${plural('minute', minute)} ${listed(minute, String)}${hours}`
  }
  const times = hour.flatMap(h => minute.map(m => `${twoDigits(h)}:${twoDigits(m)}`))
  return `at ${commas(times)}`
}

function dayText({ day_of_month, month_of_year, day_of_week }: CronValues): string {
  const month = month_of_year === 'all' ? '' : ` in ${listed(month_of_year, n => months[n - 1] ?? '')}`
  const weekdays = day_of_week === 'all' ? undefined : listed(day_of_week, n => days[n] ?? '')
  if (day_of_month === 'all') return `${weekdays === undefined ? 'every day' : `every ${weekdays}`}${month}`
  const dates = `on the ${listed(day_of_month, ordinal)}`
  const datesOfMonth = month === '' ? `${dates} of each month` : `${dates}${month}`
  return weekdays === undefined
    ? datesOfMonth
    : `${datesOfMonth}, if that is a ${listed(dayList(day_of_week), n => days[n] ?? '', 'or')}`
}

function dayList(values: readonly number[] | 'all'): readonly number[] {
  return values === 'all' ? [] : values
}

/** The step n if the values are 0, n, 2n, … below `end`, and n divides `end`; undefined otherwise, and for 1. */
function stepOf(values: readonly number[], end: number): number | undefined {
  const step = values[1] ?? 0
  if (step < 2 || end % step !== 0 || values.length !== end / step) return undefined
  return values.every((value, index) => value === index * step) ? step : undefined
}

/** Lists values in words; three or more consecutive ones are a range. */
function listed(values: readonly number[], text: (value: number) => string, word = 'and'): string {
  const parts: string[] = []
  for (let start = 0; start < values.length; ) {
    let end = start
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1
    const run = values.slice(start, end + 1).map(text)
    parts.push(...(run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run))
    start = end + 1
  }
  return commas(parts, word)
}

function commas(parts: readonly string[], word = 'and'): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`
}

function plural(word: string, values: readonly number[]): string {
  return values.length === 1 ? word : `${word}s`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function ordinal(value: number): string {
  const last = value > 10 && value < 14 ? 0 : value % 10
  return `${value}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}
