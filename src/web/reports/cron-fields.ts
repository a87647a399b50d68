import type { Cron } from '../../schema/report.ts'

type CronFieldName = keyof Cron

export interface CronField {
  name: CronFieldName
  from: number
  to: number
  /** Names of days, told apart by their first three letters. */
  named?: true
}

/** In the order in which crontabs write them. */
export const cronFields: readonly CronField[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day_of_month', from: 1, to: 31 },
  { name: 'month_of_year', from: 1, to: 12 },
  { name: 'day_of_week', from: 0, to: 6, named: true },
]
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** All five fields as they are written. */
export type CronTexts = Readonly<Record<CronFieldName, string>>

/** The values of each field in rising order; 'all' for `*`. */
export type CronValues = Readonly<Record<CronFieldName, readonly number[] | 'all'>>

/** As the service reads it; undefined where it would refuse one of the fields. */
export function readCron(texts: CronTexts): CronValues | undefined {
  const read = cronFields.map(field => [field.name, valuesOf(field, texts[field.name].trim())] as const)
  if (read.some(([, values]) => values === undefined)) return undefined
  // All five are there, and none is undefined.
  return Object.fromEntries(read) as CronValues
}

function valuesOf(field: CronField, text: string): readonly number[] | 'all' | undefined {
  if (text === '*') return 'all'
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const some = partOf(field, part.trim())
    if (some === undefined) return undefined
    for (const value of some) values.add(value)
  }
  return [...values].sort((left, right) => left - right)
}

/** A value, a range, or steps of a range or of all. */
function partOf(field: CronField, text: string): number[] | undefined {
  const [matched, span = '', step = '1'] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? []
  if (matched === undefined || Number(step) === 0) return undefined
  const [first = '', last, ...more] = span === '*' ? [String(field.from), String(field.to)] : span.split('-')
  const from = oneOf(field, first)
  const to = last === undefined ? from : oneOf(field, last)
  if (from === undefined || to === undefined || more.length > 0) return undefined
  if (text.includes('/') && last === undefined) return undefined
  // A range may go over the end: fri-mon.
  const all = from <= to ? upTo(from, to) : [...upTo(from, field.to), ...upTo(field.from, to)]
  return all.filter((_, index) => index % Number(step) === 0)
}

function oneOf({ from, to, named }: CronField, text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) >= from && Number(text) <= to ? Number(text) : undefined
  const place = named && /^[a-z]{3,9}$/i.test(text) ? days.indexOf(text.slice(0, 3).toLowerCase()) : -1
  return place === -1 ? undefined : place
}

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
