import { isConditionOn, type Pill, partOf, pillOf, pillText } from '../../filter/typed/pill.ts'

/** A filter in a form: one expression to search messages for, and conditions as pills. */
export interface FilterForm {
  text: string
  pills: readonly Pill[]
}

/** The form of a filter. The first search expression is the text; further ones are pills. */
export function filterForm(filter: unknown): FilterForm {
  let text: string | undefined
  const pills: Pill[] = []
  for (const condition of Array.isArray(filter) ? filter : []) {
    const pill = pillOf(condition)
    if (pill === undefined) continue
    const isExpression = isConditionOn(pill, 'message', 'qp') && pill.values.length <= 1
    if (isExpression && text === undefined) text = pill.values[0] ?? ''
    else pills.push(pill)
  }
  return { text: text ?? '', pills }
}

/**
 * The filter of a form, in the form of the API. Unchanged conditions stay as in `original`, with members that
 * pills do not have. Disabled pills are left out. Undefined without conditions.
 */
export function filterOfForm({ text, pills }: FilterForm, original: unknown): unknown[] | undefined {
  const originals = new Map(
    (Array.isArray(original) ? original : []).map((condition: unknown) => {
      const pill = pillOf(condition)
      return [pill && pillText(pill), condition]
    }),
  )
  const enabledPills = pills.filter(({ off }) => !off)
  if (text.trim() !== '')
    enabledPills.unshift({ field: 'message', op: 'qp', values: [text.trim()], off: false })
  const filter = enabledPills.map(pill => originals.get(pillText(pill)) ?? partOf(pill))
  return filter.length === 0 ? undefined : filter
}
