import { parseFieldName } from '../../filter/predicate/field.ts'
import { textLiteral } from '../user-sql/text-literal.ts'

/**
 * Statements (docs/sql.md) about the values that a pattern finds in a field. undefined for a field that is a
 * number.
 */
export function extractionSql(
  field: string,
  pattern: string,
  limit: number,
): { values: string; numbers: string } | undefined {
  const column = columnOf(field)
  if (column === undefined) return undefined
  const value = `extract(${column}, ${textLiteral(pattern)})`
  return {
    values: `SELECT ${value} AS value, sum(occurrences) AS n FROM events GROUP BY value HAVING value != '' ORDER BY n DESC, value LIMIT ${limit}`,
    numbers: `SELECT sumIf(occurrences, value != ''), uniqIf(value, value != ''), count(x), min(x), max(x), avg(x), quantiles(0.5, 0.9, 0.95, 0.99)(x)
      FROM (SELECT ${value} AS value, toFloat64OrNull(${value}) AS x, occurrences FROM events)`,
  }
}

function columnOf(name: string): string | undefined {
  const parsed = parseFieldName(name)
  if (parsed.kind === 'number') return undefined
  if (parsed.kind !== 'tag') return name
  // The first of its names that the event has.
  const [first = name, other] = parsed.field.tag.map(tag => `tags[${textLiteral(tag)}]`)
  return other === undefined ? first : `if(${first} = '', ${other}, ${first})`
}
