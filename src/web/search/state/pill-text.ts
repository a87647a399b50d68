import { fieldText, nameText } from '../../../charts/name-text.ts'
import { type ConditionPill, isGroupPill, type Pill, pillOf } from '../../../filter/typed/pill.ts'
import { severities } from '../../../schema/event/event.ts'
import type { ConditionGroup, FilterPart } from '../../../schema/filter/condition.ts'
import type { Operator } from '../../../schema/filter/operator.ts'
import { searchBoxTexts } from '../../texts/search/search-box.ts'

const { operators: operatorTexts, messageOperators } = searchBoxTexts

/** Maximum values in the text of a filter. */
const maxLabelValues = 12
/** Maximum values in a pill, which is narrow. */
const maxPillValues = 2

/** The texts of a filter. A group has only the last one: all of its conditions. */
type Parts = [field: string, operator: string, values: string]

/** The texts of a filter, with at most `maxValues` of its values. */
function pillParts({ field, op, values }: ConditionPill, maxValues: number): Parts {
  const named = values
    .slice(0, maxValues)
    .map(value => nameText(field, value))
    .join(searchBoxTexts.or)
  const moreCount = values.length - maxValues
  const valuesText = moreCount > 0 ? searchBoxTexts.andMore(named, moreCount) : named
  const operators = field === 'message' ? { ...operatorTexts, ...messageOperators } : operatorTexts
  return [
    fieldText(field),
    operators[op],
    field === 'severity' ? `${valuesText}${codeRangeText(op, Number(values[0]))}` : valuesText,
  ]
}

/** The texts in a pill, with few values. */
export function shortPillParts(pill: Pill): Parts {
  return isGroupPill(pill) ? ['', '', groupText(pill.group, maxPillValues)] : pillParts(pill, maxPillValues)
}

/** A filter as one text. */
export function pillLabel(pill: Pill): string {
  return isGroupPill(pill) ? groupText(pill.group, maxLabelValues) : pillParts(pill, maxLabelValues).join(' ')
}

/** The field of a filter, for the button that removes it. A group has no field: its text. */
export function pillName(pill: Pill): string {
  return isGroupPill(pill) ? pillLabel(pill) : fieldText(pill.field)
}

/** The conditions of a group, joined by words, with parentheses around inner groups. */
function groupText({ any, all = [], not }: ConditionGroup, maxValues: number): string {
  if (not !== undefined) return searchBoxTexts.not(partText(not, maxValues))
  const texts = (any ?? all).map(part => {
    const text = partText(part, maxValues)
    return 'field' in part || 'not' in part ? text : `(${text})`
  })
  return texts.join(any === undefined ? searchBoxTexts.and : searchBoxTexts.or)
}

function partText(part: FilterPart, maxValues: number): string {
  const pill = pillOf(part)
  if (pill === undefined) return ''
  return isGroupPill(pill) ? groupText(pill.group, maxValues) : pillParts(pill, maxValues).join(' ')
}

/** The codes that an ordered severity filter matches, as ` (0 to 3)`: a lower code is more severe. */
function codeRangeText(op: Operator, code: number): string {
  const lastCode = severities.length - 1
  const ranges: Readonly<Partial<Record<Operator, readonly [first: number, last: number]>>> = {
    ge: [code, lastCode],
    gt: [code + 1, lastCode],
    le: [0, code],
    lt: [0, code - 1],
  }
  const range = ranges[op]
  if (range === undefined || !Number.isInteger(code)) return ''
  const [first, last] = range
  return first <= last ? ` (${first} to ${last})` : ''
}
