import type { ReadAccount } from './store.ts'

/** How many statements of an account are kept, and characters of them. */
const maxStatements = 16
const maxCharacters = 20_000

/** Keeps a statement, for `decodeSettings` (reads/reading.ts), while there is room. */
export function recordStatement(account: ReadAccount | undefined, sql: string): void {
  if (account === undefined || account.kept.length >= maxStatements) return
  const length = account.kept.reduce((sum, { length }) => sum + length, sql.length)
  if (length <= maxCharacters) account.kept.push(sql)
}
