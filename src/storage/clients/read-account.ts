import type { ReadAccount } from '../contract/event-store.ts'

/** Maximum statements whose texts are kept for a read. */
const maxStatements = 16
/** Maximum characters of these texts together. */
const maxCharacters = 20_000

/**
 * Keeps the text of a statement, if there is room: `readingOf` (reads/reading.ts) later estimates from it the
 * rows and bytes that were read.
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
