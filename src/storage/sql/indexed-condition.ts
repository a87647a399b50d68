/** Conditions on what the table has a skip index of: words of messages, ids, batches (tables/migrations.ts). */
const indexed = /\(message\b|\bmessage (?:=|I?LIKE)|\bid (?:=|IN)|\bbatch (?:=|>|IN|DESC)/

/** Whether a skip index may help a statement. True for some that none can help, never false for one that it helps. */
export function hasIndexedCondition(sql: string): boolean {
  return indexed.test(sql)
}
