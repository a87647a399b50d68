import type { HintAction } from '../../../schema/hint.ts'

/**
 * What can be done with a value that stands in a field. Each condition is one that POST /api/query takes: `filter` always
 * meets the event that the value was found in, `exclude` never does.
 */
export function actionsFor(field: string, text: string, value: string): HintAction[] {
  // Quoted, nothing in it is an operator or a wildcard; no hint has a quotation mark.
  const phrase = `"${value}"`
  const search = { kind: 'search', condition: { field: 'message', op: 'qp', value: phrase } } as const
  if (field === 'message') {
    return [
      search,
      { kind: 'filter', condition: { field, op: 'qp', value: phrase } },
      { kind: 'exclude', condition: { field, op: 'qp', value: `!${phrase}` } },
    ]
  }
  const pattern = value === text ? value : `*${value}*`
  return [
    search,
    { kind: 'filter', condition: { field, op: 'eq', value: pattern } },
    { kind: 'exclude', condition: { field, op: 'ne', value: pattern } },
  ]
}
