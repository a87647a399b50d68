import type { ReadAccount } from '../contract/event-store.ts'

/** Maximum statements of an account, and their maximum characters in total. */
const maxStatements = 16
const maxCharacters = 20_000

/** Keeps a statement for `readingOf` (reads/reading.ts) if there is room. */
export function recordStatement(account: ReadAccount | undefined, sql: string): void {
  if (account === undefined || account.kept.length >= maxStatements) return
  const length = account.kept.reduce((sum, { length }) => sum + length, sql.length)
  if (length <= maxCharacters) account.kept.push(sql)
}

/** Adds a statement, and its seconds in the engine. */
export function charge(account: ReadAccount | undefined, seconds: number): void {
  if (account === undefined) return
  account.statements++
  account.time += seconds * 1000
}
