import type { HintAction } from '../../../schema/event/hint.ts'
import { conditionText } from '../../../schema/filter/condition-text.ts'

/**
 * The actions on a value of a field. Each condition is valid in POST /api/query: `filter` matches the event
 * with the value, `exclude` does not. `trigger`, for readers who may use triggers, opens the form of a
 * trigger for the events that `filter` matches.
 */
export function actionsFor(
  field: string,
  text: string,
  value: string,
  canUseTriggers: boolean,
): HintAction[] {
  // Quoted, nothing in it is an operator or a wildcard; no hint has a quotation mark.
  const phrase = `"${value}"`
  const isMessage = field === 'message'
  const pattern = value === text ? value : `*${value}*`
  const filter = isMessage
    ? ({ field, op: 'qp', value: phrase } as const)
    : ({ field, op: 'eq', value: pattern } as const)
  const exclude = isMessage ? { field, op: 'qp', value: `!${phrase}` } : { field, op: 'ne', value: pattern }
  const actions: HintAction[] = [
    { kind: 'search', condition: { field: 'message', op: 'qp', value: phrase } },
    { kind: 'filter', condition: filter },
    { kind: 'exclude', condition: exclude },
  ]
  if (!canUseTriggers) return actions
  const query = new URLSearchParams({ f: conditionText(field, filter.op, [filter.value]) })
  return [...actions, { kind: 'trigger', condition: filter, url: `/triggers/new?${query}` }]
}
