import { Type } from 'typebox'
import { Condition } from '../../schema/filter/condition.ts'

const pattern = { maxLength: 255, description: '`*` and `?` are wildcards; case is ignored' }

/** Arguments that select the events of a tool. All of them must hold. */
export const conditionMembers = {
  query: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Search in messages: words (all must be there, whole words), fail* (beginning), "a phrase", a | b (either), !a (not), ( )',
    }),
  ),
  host: Type.Optional(Type.String(pattern)),
  program: Type.Optional(Type.String(pattern)),
  severity: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'This severity and worse ones: emergency, alert, critical, error, warning, notice, info, debug',
    }),
  ),
  filter: Type.Optional(
    Type.Array(Condition, {
      maxItems: 50,
      description:
        'Further conditions, also on tags by their name. Operators: eq, ne, lt, le, gt, ge, =~ and !~ (regular expression), for message |> (pattern)',
    }),
  ),
}

interface ConditionArguments {
  query?: string
  host?: string
  program?: string
  severity?: string
  filter?: Condition[]
}

/** Fields named by the further conditions. */
export function fieldsOf({ filter = [] }: ConditionArguments): string[] {
  return filter.map(({ field }) => field)
}

/** The filter of a query. */
export function filterOf({ query, host, program, severity, filter = [] }: ConditionArguments): Condition[] {
  const conditions: (Condition | undefined)[] = [
    query === undefined ? undefined : { field: 'message', op: 'qp', value: query },
    host === undefined ? undefined : { field: 'host', value: host },
    program === undefined ? undefined : { field: 'program', value: program },
    // The worst severity is 0.
    severity === undefined ? undefined : { field: 'severity', op: 'le', value: severity },
  ]
  return [...conditions.filter(one => one !== undefined), ...filter]
}
