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
/** Maximum times of day listed one by one (at 06:00 and 18:00); more: at minute 0 between 06:00 and 18:59. */
const maxTimes = 6
/** Maximum spans of hours (between 08:00 and 18:59); more are listed: in the hours 01, 03, 05 and 09. */
const maxHourSpans = 3

/** A crontab in words: Every Monday at 06:00. */
export function cronText(cron: CronValues): string {
  const time = timeText(cron)
  const day = dayText(cron)
  let words = `${day} ${time}`
  // Every 5 minutes; every 5 minutes, every Monday; but: every Monday at 06:00.
  if (time.startsWith('every')) words = day === 'every day' ? time : `${time}, ${day}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A time of day (at 06:00), or how often within each day (every 5 minutes). */
function timeText({ minute, hour }: CronValues): string {
  const hours = hour === 'all' ? '' : ` ${hoursText(hour)}`
  if (minute === 'all') return `every minute${hours}`
  const step = stepOf(minute, 60)
  if (step !== undefined) return `every ${step} minutes${hours}`
  if (hour === 'all') {
    return minute.length === 1 && minute[0] === 0
      ? 'every hour'
      : `every hour at ${plural('minute', minute)} ${listed(minute, String)}`
  }
  const hourStep = minute.length === 1 && minute[0] === 0 ? stepOf(hour, 24) : undefined
  // 00:00 and 12:00 are listed.
  if (hourStep !== undefined && hourStep < 12) return `every ${hourStep} hours`
  if (minute.length * hour.length > maxTimes) {
    return `at ${plural('minute', minute)} ${listed(minute, String)}${hours}`
  }
  const times = hour.flatMap(h => minute.map(m => `${twoDigits(h)}:${twoDigits(m)}`))
  return `at ${commas(times)}`
}

/** Hours of the day, such as between 08:00 and 18:59. */
function hoursText(hours: readonly number[]): string {
  const spans = runsOf(hours, 2)
  if (spans.length > maxHourSpans) return `in the hours ${listed(hours, twoDigits)}`
  return commas(spans.map(([first, last]) => `between ${twoDigits(first)}:00 and ${twoDigits(last)}:59`))
}

/** Days: every day, every Monday in July, on the 1st of each month. */
function dayText({ day_of_month, month_of_year, day_of_week }: CronValues): string {
  const month = month_of_year === 'all' ? '' : ` ${monthsText(month_of_year)}`
  const weekdays = day_of_week === 'all' ? undefined : listed(day_of_week, n => days[n] ?? '')
  if (day_of_month === 'all') return `${weekdays === undefined ? 'every day' : `every ${weekdays}`}${month}`
  const dates = `on the ${listed(day_of_month, ordinal)}`
  const datesOfMonth = month === '' ? `${dates} of each month` : `${dates}${month}`
  return day_of_week === 'all' ? datesOfMonth : `${datesOfMonth}, if that is ${weekdaysText(day_of_week)}`
}

/** Months: in January and July, or from January to March and in July. */
function monthsText(values: readonly number[]): string {
  const name = (month: number) => months[month - 1] ?? ''
  const spans = runsOf(values, 3)
  if (spans.every(([first, last]) => first === last)) return `in ${listed(values, name)}`
  return commas(
    spans.map(([first, last]) =>
      first === last ? `in ${name(first)}` : `from ${name(first)} to ${name(last)}`,
    ),
  )
}

/** A day of the week: a day from Monday to Friday, or a Saturday. */
function weekdaysText(values: readonly number[]): string {
  const parts = runsOf(values, 3).map(([first, last]) =>
    first === last ? `a ${days[first]}` : `a day from ${days[first]} to ${days[last]}`,
  )
  return commas(parts, 'or')
}

/** The step n if the values are 0, n, 2n, … below `end`, a multiple of n; undefined otherwise, and for 1. */
function stepOf(values: readonly number[], end: number): number | undefined {
  const step = values[1] ?? 0
  if (step < 2 || end % step !== 0 || values.length !== end / step) return undefined
  return values.every((value, index) => value === index * step) ? step : undefined
}

/** Lists values in words; three or more consecutive ones are a range. */
function listed(values: readonly number[], text: (value: number) => string): string {
  return commas(
    runsOf(values, 3).map(([first, last]) =>
      first === last ? text(first) : `${text(first)} to ${text(last)}`,
    ),
  )
}

/** First and last of runs of consecutive values. Values of a run shorter than `minLength` are runs of one. */
function runsOf(values: readonly number[], minLength: number): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (let start = 0; start < values.length; ) {
    let end = start
    while (values[end + 1] === (values[end] ?? 0) + 1) end += 1
    const run = values.slice(start, end + 1)
    const [first] = run
    if (first !== undefined && run.length >= minLength) runs.push([first, first + run.length - 1])
    else runs.push(...run.map((value): [number, number] => [value, value]))
    start = end + 1
  }
  return runs
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
  // 11th, 12th and 13th.
  const last = value > 10 && value < 14 ? 0 : value % 10
  return `${value}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}
