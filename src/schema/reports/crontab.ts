import type { Cron } from './report.ts'

type CronFieldName = keyof Cron

interface CronField {
  name: CronFieldName
  from: number
  to: number
  /** Names of the values from `from` on; their first three letters identify them. */
  names?: readonly string[]
}

/** The fields in the order of a crontab. */
export const cronFields: readonly CronField[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day_of_month', from: 1, to: 31 },
  { name: 'month_of_year', from: 1, to: 12 },
  { name: 'day_of_week', from: 0, to: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]

/** The values of each field, ascending and unique; 'all' for `*`. */
export type CronValues = Readonly<Record<CronFieldName, readonly number[] | 'all'>>

/** A fault of a cron expression; `path` as in the schedule: cron.minute. */
export interface CronFault {
  path: string
  message: string
}

/**
 * Parses a crontab as Celery does: each field has lists (1,2), ranges (1-5, also across the end: fri-mon) and
 * steps of all or of a range (*\/15, 8-18/2). All fields must hold, also day of the month and day of the week
 * together. An absent field is `*`.
 */
export function readCron(cron: Cron): CronValues | { faults: CronFault[] } {
  const faults: CronFault[] = []
  const read = cronFields.map(field => {
    const text = (cron[field.name] ?? '*').trim()
    const values = text === '*' ? 'all' : parseField(field, text)
    if (values === undefined) faults.push({ path: `cron.${field.name}`, message: expectedOf(field) })
    return [field.name, values] as const
  })
  if (faults.length > 0) return { faults }
  // All five fields are defined.
  return Object.fromEntries(read) as CronValues
}

/**
 * The crontab for croner (the library that computes the times of runs), to be used with `cronerOptions`. At
 * clock changes: a skipped time of day runs once, right after the gap; a repeated time runs once, the first
 * time. Only hourly schedules (hour `*`) run once in each hour that passes.
 */
export function cronPattern(values: CronValues): string {
  // Croner runs only fixed times of day as described above. For croner, a pattern with `*` in its minutes has
  // none, so all minutes of the given hours are written out.
  const minute = values.minute === 'all' && values.hour !== 'all' ? range(0, 59) : values.minute
  const written: CronValues = { ...values, minute }
  const texts = cronFields.map(({ name }) => {
    const fieldValues = written[name]
    return fieldValues === 'all' ? '*' : fieldValues.join(',')
  })
  return texts.join(' ')
}

/** Options of croner that `cronPattern` requires. */
export const cronerOptions = {
  paused: true,
  mode: '5-part',
  domAndDow: true,
  fixedTimeRule: 'no-wildcard',
} as const

function parseField(field: CronField, text: string): number[] | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const partValues = parsePart(field, part.trim())
    if (partValues === undefined) return undefined
    for (const value of partValues) values.add(value)
  }
  return [...values].sort((left, right) => left - right)
}

/** The values of one list item: a value (5), a range (1-5), steps of a range (8-18/2) or of all (*\/15). */
function parsePart(field: CronField, text: string): number[] | undefined {
  const [, span = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? []
  const [first = '', last, ...more] = span === '*' ? [String(field.from), String(field.to)] : span.split('-')
  const from = parseValue(field, first)
  const to = last === undefined ? from : parseValue(field, last)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  const every = Number(step)
  // A single value has no steps.
  if (every === 0 || (text.includes('/') && last === undefined)) return undefined
  // A range such as fri-mon continues from the first value of the field.
  const spanned = from <= to ? range(from, to) : [...range(from, field.to), ...range(field.from, to)]
  return spanned.filter((_, index) => index % every === 0)
}

function parseValue({ from, to, names }: CronField, text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) {
    const value = Number(text)
    return value >= from && value <= to ? value : undefined
  }
  const index = /^[a-z]{3,9}$/i.test(text) ? (names ?? []).indexOf(text.slice(0, 3).toLowerCase()) : -1
  return index === -1 ? undefined : from + index
}

function expectedOf({ from, to, names }: CronField): string {
  const values = names === undefined ? `${from} to ${to}` : `${from} to ${to} or names of days`
  return `expected ${values}: *, lists (1,2), ranges (1-5) and steps (*/2, 1-5/2)`
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
