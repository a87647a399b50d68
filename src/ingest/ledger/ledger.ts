import type { Refusal, SourceCounts } from '../../schema/intake/ledger.ts'
import { LedgerAccount } from './account.ts'
import { PerSecondCounts } from './per-second-counts.ts'

/** Event counts of one source in a spool file. */
export interface ManifestEntry {
  source: string
  firsts: number
  duplicates: number
}

/** Event counts of a spool file, by source. Sources without events are absent. */
export type Manifest = readonly ManifestEntry[]

/** Counts the outcome of every event by source; see LedgerCounts. It is in flight until the store has it. */
export class Ledger {
  /** Counts by the second of receipt, for all sources. */
  readonly perSecond = new PerSecondCounts()
  readonly #accounts = new Map<string, LedgerAccount>()

  /** The account of a source, created if it does not exist. */
  account(source: string): LedgerAccount {
    let account = this.#accounts.get(source)
    if (account === undefined) {
      account = new LedgerAccount(source)
      this.#accounts.set(source, account)
    }
    return account
  }

  get accounts(): Iterable<LedgerAccount> {
    return this.#accounts.values()
  }

  /** Whether an account has counts to save; see LedgerAccount.isUnsaved. */
  get isUnsaved(): boolean {
    for (const { isUnsaved } of this.#accounts.values()) if (isUnsaved) return true
    return false
  }

  /** Returns the counts of the open batch when it is cut, and starts the next batch. */
  takeManifest(): Manifest {
    const manifest: ManifestEntry[] = []
    for (const account of this.#accounts.values()) {
      const { source, openFirsts: firsts, openDuplicates: duplicates } = account
      if (firsts + duplicates === 0) continue
      manifest.push({ source, firsts, duplicates })
      account.undelivered += firsts + duplicates
      account.openFirsts = 0
      account.openDuplicates = 0
    }
    return manifest
  }

  /** Counts a file that the store has. */
  recordDelivered(manifest: Manifest): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.undelivered -= firsts + duplicates
      account.stored += firsts
      account.duplicates += duplicates
      account.isUnsaved = true
    }
  }

  /** Counts a file that the store will never have. */
  recordLost(manifest: Manifest, reason: Refusal): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.undelivered -= firsts + duplicates
      account.received -= firsts + duplicates
      account.refuse(reason, firsts + duplicates)
    }
  }

  /** Counts a file of an earlier run as in flight. */
  recordFound(manifest: Manifest): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.received += firsts + duplicates
      account.undelivered += firsts + duplicates
    }
  }

  counts(): SourceCounts[] {
    return Array.from(this.#accounts.values(), account => ({
      source: account.source,
      lastAt: account.lastAt,
      ...account.counts(),
    }))
  }
}
