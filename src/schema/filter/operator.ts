/**
 * Operators of a filter condition. Additions to the reference: =~ and !~ for regular expressions in linear
 * time, |> and !> for patterns of whole messages, as Loki names them.
 */
export const operators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'qp', '=~', '!~', '|>', '!>'] as const
export type Operator = (typeof operators)[number]

export function isOperator(name: unknown): name is Operator {
  return operators.some(operator => operator === name)
}
