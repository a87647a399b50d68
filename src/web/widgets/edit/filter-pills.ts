import { isOn, type Pill, partOf, pillOf, pillText } from '../../../filter/typed/pill.ts'

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
    const [only = '', ...others] = isOn(pill, 'message', 'qp') ? pill.values : ['', '']
    if (text === undefined && others.length === 0) text = only
    else pills.push(pill)
  }
  return { text: text ?? '', pills }
}

/** The filter of a form. Unchanged conditions stay as in `original`, with members that pills do not have. */
export function filterOfForm({ text, pills }: FilterForm, original: unknown): unknown[] | undefined {
  const originals = new Map(
    (Array.isArray(original) ? original : []).map((condition: unknown) => {
      const pill = pillOf(condition)
      return [pill && pillText(pill), condition]
    }),
  )
  const searchPills: Pill[] = [
    ...(text.trim() === ''
      ? []
      : [{ field: 'message', op: 'qp' as const, values: [text.trim()], off: false }]),
    ...pills.filter(({ off }) => !off),
  ]
  const filter = searchPills.map(pill => originals.get(pillText(pill)) ?? partOf(pill))
  return filter.length === 0 ? undefined : filter
}
