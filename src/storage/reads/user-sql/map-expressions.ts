import type { Expression, Order, Query, Select } from './tree.ts'

/** Maps the parts of an expression: its children, and its queries. */
export function mapParts(
  expression: Expression,
  change: (child: Expression) => Expression,
  changeQuery: (query: Query) => Query,
): Expression {
  switch (expression.kind) {
    case 'call': {
      const { arguments: given, over } = expression
      const window = over && {
        ...over,
        partitionBy: over.partitionBy.map(change),
        orderBy: mapOrders(over.orderBy, change),
      }
      return { ...expression, arguments: given.map(change), over: window }
    }
    case 'in': {
      const { among } = expression
      return {
        ...expression,
        subject: change(expression.subject),
        among: 'parts' in among ? changeQuery(among) : among,
      }
    }
    case 'cast':
      return { ...expression, subject: change(expression.subject) }
    case 'subquery':
      return { ...expression, query: changeQuery(expression.query) }
    default:
      return expression
  }
}

/** Maps the expressions of a SELECT: its columns, and its other clauses. */
export function mapClauses(
  select: Select,
  changeItem: (expression: Expression) => Expression,
  change: (expression: Expression) => Expression,
): Select {
  const { items, where, groupBy, having, orderBy, limitBy } = select
  return {
    ...select,
    items: items.map(item =>
      item.expression === 'all' ? item : { ...item, expression: changeItem(item.expression) },
    ),
    where: where && change(where),
    groupBy: groupBy.map(change),
    having: having && change(having),
    orderBy: mapOrders(orderBy, change),
    limitBy: limitBy && { ...limitBy, by: limitBy.by.map(change) },
  }
}

function mapOrders(orders: readonly Order[], change: (expression: Expression) => Expression): Order[] {
  return orders.map(order => ({ ...order, expression: change(order.expression) }))
}
