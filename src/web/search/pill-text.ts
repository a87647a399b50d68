import { fieldText, nameText } from '../../charts/name-text.ts'
import { severities } from '../../schema/event.ts'
import type { Pill } from './pill.ts'

const operatorTexts: Record<Pill['op'], string> = {
  eq: 'is',
  ne: 'is not',
  lt: '<',
  le: '≤',
  gt: '>',
  ge: '≥',
  qp: 'finds',
  '=~': 'matches',
  '!~': 'does not match',
  '|>': 'is like',
  '!>': 'is not like',
}

/** A filter as display texts. */
export function pillParts({ field, op, values }: Pill): [field: string, sign: string, values: string] {
  const named = values.map(value => nameText(field, value)).join(' or ')
  return [
    fieldText(field),
    operatorTexts[op],
    field === 'severity' ? `${named}${codeRangeText(op, Number(values[0]))}` : named,
  ]
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
