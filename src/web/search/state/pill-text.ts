import { fieldText, nameText } from '../../../charts/name-text.ts'
import type { Pill } from '../../../filter/typed/pill.ts'
import { severities } from '../../../schema/event/event.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'

const { operators: operatorTexts, messageOperators } = searchBoxTexts

/** Maximum values shown of a filter, and of a filter with little room. */
const maxSaid = 12
const maxShown = 2

type Parts = [field: string, sign: string, values: string]

/** A filter as display texts, with the first of many values. */
function pillParts({ field, op, values }: Pill, most: number): Parts {
  const named = values
    .slice(0, most)
    .map(value => nameText(field, value))
    .join(searchBoxTexts.or)
  const more = values.length - most
  const all = more > 0 ? searchBoxTexts.andMore(named, more) : named
  const signs = field === 'message' ? { ...operatorTexts, ...messageOperators } : operatorTexts
  return [
    fieldText(field),
    signs[op],
    field === 'severity' ? `${all}${codeRangeText(op, Number(values[0]))}` : all,
  ]
}

export function shortPillParts(pill: Pill): Parts {
  return pillParts(pill, maxShown)
}

export function pillLabel(pill: Pill): string {
  return pillParts(pill, maxSaid).join(' ')
}

/** Codes of an ordered severity filter: ` (0 to 3)`, since a lower code is more severe. */
function codeRangeText(op: Pill['op'], code: number): string {
  const first = op === 'ge' ? code : op === 'gt' ? code + 1 : op === 'le' || op === 'lt' ? 0 : Number.NaN
  const last = op === 'le' ? code : op === 'lt' ? code - 1 : severities.length - 1
  return Number.isInteger(first) && first <= last ? ` (${first} to ${last})` : ''
}
