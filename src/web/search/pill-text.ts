import { fieldText, nameText } from '../../charts/name-text.ts'
import { severities } from '../../schema/event.ts'
import { searchBoxTexts } from '../texts/search-box.ts'
import type { Pill } from './pill.ts'

const operatorTexts = searchBoxTexts.operators

/** A filter as display texts. */
export function pillParts({ field, op, values }: Pill): [field: string, sign: string, values: string] {
  const named = values.map(value => nameText(field, value)).join(searchBoxTexts.or)
  return [
    fieldText(field),
    operatorTexts[op],
    field === 'severity' ? `${named}${codeRangeText(op, Number(values[0]))}` : named,
  ]
}

const maxShown = 2

/** The same with the first values of many. */
export function shortPillParts(pill: Pill): [field: string, sign: string, values: string] {
  const [field, sign, values] = pillParts({ ...pill, values: pill.values.slice(0, maxShown) })
  const more = pill.values.length - maxShown
  return [field, sign, more > 0 ? searchBoxTexts.andMore(values, more) : values]
}

export function pillLabel(pill: Pill): string {
  return pillParts(pill).join(' ')
}

/** Codes of an ordered severity filter: ` (0 to 3)`, since a lower code is more severe. */
function codeRangeText(op: Pill['op'], code: number): string {
  const first = op === 'ge' ? code : op === 'gt' ? code + 1 : op === 'le' || op === 'lt' ? 0 : Number.NaN
  const last = op === 'le' ? code : op === 'lt' ? code - 1 : severities.length - 1
  return Number.isInteger(first) && first <= last ? ` (${first} to ${last})` : ''
}
