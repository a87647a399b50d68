import type { HintAction } from '../../../schema/hint.ts'

/**
 * What a reader can do with a value in a field. Each condition is one of POST /api/query: `filter` matches the event with the value,
 * `exclude` does not.
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
