import { isConditionOn, isGroupPill, type Pill } from '../../filter/typed/pill.ts'

/** The operators of selected and of excluded values. */
type Op = 'eq' | 'ne'

/** The values that enabled pills on a field name: `eq` matches any of them, `ne` none of them. */
export function valuesOf(pills: readonly Pill[], field: string, op: Op): string[] {
  const own = pills.flatMap(pill => (!pill.off && isConditionOn(pill, field, op) ? pill.values : []))
  return [...new Set(own)]
}

/** The pills without the selected values of a field, so that its other values can be counted. */
export function withoutSelection(pills: readonly Pill[], field: string): Pill[] {
  return pills.filter(pill => pill.off || !isConditionOn(pill, field, 'eq'))
}

/** Adds the value to the pill of its field, or removes it; a value is not both selected and excluded. */
export function toggleValue(pills: readonly Pill[], field: string, op: Op, value: string): Pill[] {
  const isListed = valuesOf(pills, field, op).includes(value)
  const without = withoutValue(pills, field, value)
  if (isListed) return without
  const index = without.findIndex(pill => !pill.off && isConditionOn(pill, field, op))
  const own = without[index]
  if (own === undefined || isGroupPill(own)) return [...without, { field, op, values: [value], off: false }]
  return without.with(index, { ...own, values: [...own.values, value] })
}

/** The pills without a value of a field, neither selected nor excluded. */
function withoutValue(pills: readonly Pill[], field: string, value: string): Pill[] {
  return pills.flatMap(pill => {
    if (pill.off || !isConditionOn(pill, field, 'eq', 'ne') || !pill.values.includes(value)) return [pill]
    const values = pill.values.filter(one => one !== value)
    return values.length === 0 ? [] : [{ ...pill, values }]
  })
}

/** The pills with this lower bound (`ge`) on the field instead of earlier ones. */
export function withAtLeast(pills: readonly Pill[], field: string, value: string): Pill[] {
  const otherPills = pills.filter(pill => !isConditionOn(pill, field, 'ge'))
  return [...otherPills, { field, op: 'ge', values: [value], off: false }]
}
