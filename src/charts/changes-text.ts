import type { ChangedValue } from '../schema/query/changes.ts'
import { fieldText, nameText } from './name-text.ts'

/** Display name of the field of a changed value. */
export function changedFieldText(field: string): string {
  return field === 'template' ? 'Pattern' : fieldText(field)
}

/** Display text of a changed value. */
export function changedValueText({ field, value }: Pick<ChangedValue, 'field' | 'value'>): string {
  return nameText(field, value)
}

/** Whether a value is new or gone; undefined if it occurs in both ranges. */
export function newOrGone({
  count,
  count_before: before,
}: Pick<ChangedValue, 'count' | 'count_before'>): 'new' | 'gone' | undefined {
  if (before === 0) return 'new'
  return count === 0 ? 'gone' : undefined
}
