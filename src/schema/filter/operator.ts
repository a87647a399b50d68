/** Operators of a filter condition. Loki's names: =~ and !~ for expressions, |> and !> for patterns. */
export const operators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'qp', '=~', '!~', '|>', '!>'] as const
export type Operator = (typeof operators)[number]

export function isOperator(name: unknown): name is Operator {
  return operators.some(operator => operator === name)
}

/**
 * A condition in addresses of the page (`f=`): `field:op:value,value`. Escapes % : , ~ inside the parts, and
 * a `{` at the start, where groups of conditions have one.
 */
export function conditionText(field: string, op: Operator, values: readonly string[]): string {
  return [escapePart(field).replace(/^\{/, '%7b'), op, values.map(escapePart).join(',')].join(':')
}

function escapePart(text: string): string {
  return text.replace(/[%:,~]/g, character => `%${character.charCodeAt(0).toString(16)}`)
}
