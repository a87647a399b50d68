import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { AuditAction, AuditChange, AuditObject, CredentialKind } from '../../schema/people/audit.ts'

/** The acting user, and the credential. */
export interface AuditActor {
  user: { id: number; username: string } | null
  /** Used when `user` is null: for a command, the name of the operating system's user. */
  name?: string
  credential: CredentialKind
  credentialId?: string | null
  address: string
}

/** The content of an entry, as far as it is known. */
export interface AuditDetails extends AuditActor {
  action: AuditAction
  object: AuditObject
  objectId: string | null
  title: string
  changes: readonly AuditChange[]
}

/**
 * The audit entry of a running request or command. Its row is written in the first transaction that commits
 * during the work.
 */
export class PendingEntry {
  details: AuditDetails
  /** Id of the row, once it is committed. */
  rowId: number | undefined
  /** Whether `describe` was called since the row was written. Has no meaning before that. */
  isChanged = false
  /** Whether the work was refused with an HTTP answer that has no error status: a redirect. */
  isRefused = false
  /** Whether the work turned out to change nothing. */
  isDropped = false
  /** Whether the next transaction writes the row: it is not written nor being written, and the work runs. */
  isWritable = true
  readonly #compileInsert: (details: AuditDetails) => CompiledQuery

  constructor(details: AuditDetails, compileInsert: (details: AuditDetails) => CompiledQuery) {
    this.details = details
    this.#compileInsert = compileInsert
  }

  /** Replaces details. */
  describe(details: Partial<AuditDetails>): void {
    this.details = { ...this.details, ...details }
    this.isChanged = true
  }

  /** From now on, no transaction writes the row. */
  close(): void {
    this.isWritable = false
  }

  /**
   * Commits the transaction of this connection by `commit`. First writes the row in that transaction, unless
   * `isWritable` is false. Rejects if either fails; then a later transaction may write the row.
   */
  async commitWith(connection: DatabaseConnection, commit: () => Promise<void>): Promise<void> {
    if (!this.isWritable) return commit()
    this.isWritable = false
    this.isChanged = false
    try {
      // The insert returns the id of its row.
      const { rows } = await connection.executeQuery<{ id: number }>(this.#compileInsert(this.details))
      await commit()
      this.rowId = rows[0]?.id
    } catch (error) {
      this.isWritable = true
      throw error
    }
  }
}

/** The entry of the current request or command, which all code that it awaits finds here. */
const pending = new AsyncLocalStorage<PendingEntry>()

/** Runs work that makes the change of the entry. */
export function runWithEntry<Result>(entry: PendingEntry, work: () => Result): Result {
  return pending.run(entry, work)
}

/** Runs work that is not part of the current change, such as counting an attempt. */
export function runWithoutEntry<Result>(work: () => Result): Result {
  return pending.exit(work)
}

/** Replaces details of the current entry, if there is one. */
export function describeEntry(details: Partial<AuditDetails>): void {
  pending.getStore()?.describe(details)
}

/** The current work turned out to change nothing: it has no entry, unless a transaction has committed it. */
export function dropEntry(): void {
  const entry = pending.getStore()
  if (entry !== undefined) entry.isDropped = true
}

/** The current work was refused, and is answered by a redirect. */
export function refuseEntry(): void {
  const entry = pending.getStore()
  if (entry !== undefined) entry.isRefused = true
}

/** Whether the current work has an entry. */
export function hasEntry(): boolean {
  return pending.getStore() !== undefined
}

/** For drivers: whether a statement outside of transactions needs a transaction, to write the entry in it. */
export function needsCommitWithEntry(): boolean {
  return pending.getStore()?.isWritable === true
}

/** For drivers: commits a transaction together with the entry of the change that it belongs to. */
export async function commitWithEntry(
  connection: DatabaseConnection,
  commit: () => Promise<void>,
): Promise<void> {
  const entry = pending.getStore()
  await (entry === undefined ? commit() : entry.commitWith(connection, commit))
}
