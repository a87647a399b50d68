import type { ReadAccount } from '../contract/event-store.ts'

/** Maximum statements whose texts are kept for a read. */
const maxStatements = 16
/** Maximum characters of these statements together. */
const maxCharacters = 20_000

/**
 * Keeps the text of a statement, within the limits above. `readBoundsOf` (reads/read-bounds.ts) later
 * estimates from it how many rows and bytes were read.
 */
export function keepStatementText(account: ReadAccount | undefined, sql: string): void {
  if (account === undefined || account.sampleStatements.length >= maxStatements) return
  const length = account.sampleStatements.reduce((sum, { length }) => sum + length, sql.length)
  if (length <= maxCharacters) account.sampleStatements.push(sql)
}

/** Counts a statement, and adds its time in the engine. */
export function addStatementCost(account: ReadAccount | undefined, seconds: number): void {
  if (account === undefined) return
  account.statements++
  account.engineMs += seconds * 1_000
}
