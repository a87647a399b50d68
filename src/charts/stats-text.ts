import type { StatsParams } from '../schema/query/stats.ts'
import type { StatsFunction } from '../schema/query/stats-functions.ts'
import { fieldText, nameText } from './name-text.ts'
import { exactNumber, shortNumber } from './number-text.ts'

/** The names of functions, as titles of columns. */
export const statsFunctionTexts: Readonly<Record<StatsFunction, string>> = {
  count: 'Occurrences',
  distinct: 'Distinct values',
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  p50: 'Median',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
}

/** Params of a Stats query, with the service's defaults for absent ones. */
export function statsDefaults(params: Pick<StatsParams, 'functions' | 'field' | 'group_by'>): {
  functions: readonly StatsFunction[]
  field: string | undefined
  groupBy: readonly string[]
} {
  return { functions: params.functions ?? ['count'], field: params.field, groupBy: params.group_by ?? [] }
}

/** What a Stats query computes: `Average of bytes by host`. */
export function statsTitle(params: Pick<StatsParams, 'functions' | 'field' | 'group_by'>): string {
  const { functions, field, groupBy } = statsDefaults(params)
  const [first = 'count', ...others] = functions
  const names = [statsFunctionTexts[first], ...others.map(name => statsFunctionTexts[name].toLowerCase())]
  const ofField = field === undefined ? '' : ` of ${fieldText(field).toLowerCase()}`
  const by =
    groupBy.length === 0 ? '' : ` by ${groupBy.map(name => fieldText(name).toLowerCase()).join(' and ')}`
  return `${names.join(', ')}${ofField}${by}`
}

/** The values of a group as one text; '' without group_by. */
export function groupText(groupBy: readonly string[], group: readonly (string | number)[]): string {
  return groupBy.map((field, i) => nameText(field, group[i] ?? '')).join(' · ')
}

/** A value of a function, or a dash without one (null, undefined or NaN). `isShort`: for narrow places. */
export function statsValueText(value: number | null | undefined, isShort = false): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  return isShort ? shortNumber(value) : exactNumber(value)
}
