import { Cron as Croner } from 'croner'
import type { Cron } from '../../schema/report.ts'

/** What is wrong with a cron expression; `path` as of the schedule: cron.minute. */
export interface CronFault {
  path: string
  message: string
}

interface Field {
  name: keyof Cron
  from: number
  to: number
  /** Names of the values from `from` on, told apart by their first three letters. */
  names?: readonly string[]
}

const fields: readonly Field[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day_of_month', from: 1, to: 31 },
  { name: 'month_of_year', from: 1, to: 12 },
  { name: 'day_of_week', from: 0, to: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]

/** When something runs again and again. Moments are Unix seconds. */
export interface Recurrence {
  /** The first run after a moment; undefined: there is none any more. */
  after(moment: number): number | undefined
}

/**
 * Reads a crontab as Celery has it: in each field lists (1,2), ranges (1-5, also over the end: fri-mon), steps of all or of a range
 * (*\/15, 8-18/2); all fields hold together, day of the month and day of the week too.
 *
 * Clock changes: a run at a time of day that the clock leaves out happens once, right after the gap; a time of day that comes twice
 * counts once, the first time. Only runs of every hour (hour `*`) go by hours that pass: in each of them once.
 */
export function readCrontab(cron: Cron, timezone: string): Recurrence | { faults: CronFault[] } {
  const faults: CronFault[] = []
  const written = fields.map(field => {
    const text = (cron[field.name] ?? '*').trim()
    const values = valuesOf(field, text)
    if (values === undefined) faults.push({ path: `cron.${field.name}`, message: expectedOf(field) })
    // What is written as every value stays so: a run of every hour is told apart from one of certain hours.
    return text === '*' || values === undefined ? '*' : values.join(',')
  })
  if (faults.length > 0) return { faults }
  const [minute, hour, ...days] = written
  // Steps and, at certain hours, every minute are written out: they are times of day like any other.
  const minutes = minute === '*' && hour !== '*' ? range(0, 59).join(',') : minute
  const job = new Croner([minutes, hour, ...days].join(' '), {
    timezone,
    paused: true,
    mode: '5-part',
    domAndDow: true,
    fixedTimeRule: 'no-wildcard',
  })
  const after = (moment: number) => {
    const next = job.nextRun(new Date(Math.floor(moment) * 1000))
    return next === null ? undefined : next.getTime() / 1000
  }
  return { after }
}

/** In rising order, each once; undefined: it cannot be read. */
function valuesOf(field: Field, text: string): number[] | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const some = partOf(field, part.trim())
    if (some === undefined) return undefined
    for (const value of some) values.add(value)
  }
  return [...values].sort((left, right) => left - right)
}

function partOf(field: Field, text: string): number[] | undefined {
  const [, span = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? []
  const [first = '', last, ...more] = span === '*' ? [String(field.from), String(field.to)] : span.split('-')
  const from = oneOf(field, first)
  const to = last === undefined ? from : oneOf(field, last)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  const every = Number(step)
  // One value has no steps.
  if (every === 0 || (text.includes('/') && last === undefined)) return undefined
  const all = from <= to ? range(from, to) : [...range(from, field.to), ...range(field.from, to)]
  return all.filter((_, index) => index % every === 0)
}

function oneOf({ from, to, names }: Field, text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) {
    const value = Number(text)
    return value >= from && value <= to ? value : undefined
  }
  const place = /^[a-z]{3,9}$/i.test(text) ? (names ?? []).indexOf(text.slice(0, 3).toLowerCase()) : -1
  return place === -1 ? undefined : from + place
}

function expectedOf({ from, to, names }: Field): string {
  const values = names === undefined ? `${from} to ${to}` : `${from} to ${to} or names of days`
  return `expected ${values}: *, lists (1,2), ranges (1-5) and steps (*/2, 1-5/2)`
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
