const mark = '/* by index */'

/**
 * Marks a condition that a skip index of the table finds rows for (tables/migrations.ts): words of messages, ids, batches. Statements
 * without one are planned without these indexes, which saves a fifth of the price of a small statement.
 */
export function byIndex(condition: string): string {
  return `${condition} ${mark}`
}

/** Whether a statement has such a condition. True for a few more: what people search for may have the mark in it. */
export function usesIndex(sql: string): boolean {
  return sql.includes(mark)
}
