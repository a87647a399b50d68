import { type ConditionPill, isConditionOn, type Pill } from '../../../filter/typed/pill.ts'
import { severities } from '../../../schema/event/event.ts'

const allCodes = severities.map((_, code) => code)

/** Codes of the severities that all enabled severity filters allow (see `isSeverityFilter`). */
export function shownSeverities(pills: readonly Pill[]): ReadonlySet<number> {
  return new Set(
    allCodes.filter(code => pills.every(pill => !isSeverityFilter(pill) || pill.off || passes(pill, code))),
  )
}

/** Replaces all filters for severity by one that shows these severities. An empty set shows all. */
function withSeverities(pills: readonly Pill[], shown: ReadonlySet<number>): Pill[] {
  const otherPills = pills.filter(pill => !isSeverityFilter(pill))
  const codes = allCodes.filter(code => shown.has(code))
  const [mostSevere] = codes
  if (codes.length === allCodes.length || mostSevere === undefined) return otherPills
  const leastSevere = codes.at(-1) ?? mostSevere
  // Whether the codes are 0 to `leastSevere` without a gap.
  const isUpTo = mostSevere === 0 && leastSevere === codes.length - 1 && codes.length > 1
  const pill: Pill = isUpTo
    ? { field: 'severity', op: 'le', values: [String(leastSevere)], off: false }
    : { field: 'severity', op: 'eq', values: codes.map(String), off: false }
  return [...otherPills, pill]
}

/** Toggles one severity. To show one severity alone, users choose it in the value menu of an event. */
export function withSeveritySwitched(pills: readonly Pill[], code: number): Pill[] {
  const shownCodes = new Set(shownSeverities(pills))
  if (!shownCodes.delete(code)) shownCodes.add(code)
  return withSeverities(pills, shownCodes)
}

/** Shows a severity and all more severe ones; all severities if exactly these are shown already. */
export function withSeverityAndAbove(pills: readonly Pill[], code: number): Pill[] {
  const severeCodes = new Set(allCodes.filter(other => other <= code))
  return withSeverities(pills, isAndAbove(pills, code) ? new Set(allCodes) : severeCodes)
}

/** Whether exactly a severity and all more severe ones are shown. */
export function isAndAbove(pills: readonly Pill[], code: number): boolean {
  const shownCodes = shownSeverities(pills)
  return shownCodes.size === code + 1 && [...shownCodes].every(other => other <= code)
}

/**
 * Whether a filter compares the severity with codes: `severity le 3`. Filters of names or patterns do not.
 */
function isSeverityFilter(pill: Pill): pill is ConditionPill {
  return (
    isConditionOn(pill, 'severity', 'eq', 'ne', 'le', 'lt', 'ge', 'gt') &&
    pill.values.every(value => /^[0-7]$/.test(value))
  )
}

/** Whether a filter for severities allows a code. */
function passes({ op, values }: ConditionPill, code: number): boolean {
  const [first = 0, ...others] = values.map(Number)
  const isAny = code === first || others.includes(code)
  if (op === 'eq') return isAny
  if (op === 'ne') return !isAny
  if (op === 'le') return code <= first
  if (op === 'lt') return code < first
  return op === 'ge' ? code >= first : code > first
}
