import type { ReadAccount } from './store.ts'

/** How many statements of an account are kept, and characters of them. */
const mostStatements = 16
const mostCharacters = 20_000

/** Keeps a statement, for `readingOf` (reads/reading.ts), while there is room. */
export function keepStatement(account: ReadAccount | undefined, sql: string): void {
  if (account === undefined || account.kept.length >= mostStatements) return
  const length = account.kept.reduce((sum, { length }) => sum + length, sql.length)
  if (length <= mostCharacters) account.kept.push(sql)
}
