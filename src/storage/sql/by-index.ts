const mark = '/* by index */'

/**
 * Marks a condition that a skip index of the table supports (store/tables/migrations.ts): words of messages,
 * ids, batches. Statements without the mark are planned without these indexes, which saves a fifth of the
 * price of a small statement.
 */
export function byIndex(condition: string): string {
  return `${condition} ${mark}`
}

/** Whether a statement has such a condition. Also true if a user searches for the text of the mark. */
export function usesIndex(sql: string): boolean {
  return sql.includes(mark)
}
