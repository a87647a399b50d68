import type { Refusal, SourceCounts } from '../../schema/ledger.ts'
import { PerSecondCounts } from '../per-second-counts.ts'
import { Account } from './account.ts'

/** Events of one source in a spool file. */
export interface ManifestEntry {
  source: string
  firsts: number
  duplicates: number
}

/** What is in a spool file, source by source; those with nothing in it are absent. */
export type Manifest = readonly ManifestEntry[]

/**
 * Where every event went, source by source: received = stored + duplicates + dropped + tooOld + refused + inFlight. An event is in
 * flight from when it was taken until the store has it.
 */
export class Ledger {
  /** The same by the second of receipt. */
  readonly perSecond = new PerSecondCounts()
  readonly #accounts = new Map<string, Account>()

  /** The account of a source, opened when there is none. */
  account(source: string): Account {
    let account = this.#accounts.get(source)
    if (account === undefined) {
      account = new Account(source)
      this.#accounts.set(source, account)
    }
    return account
  }

  get accounts(): Iterable<Account> {
    return this.#accounts.values()
  }

  /** Whether something has changed that no batch brings to disk. */
  get isUnsaved(): boolean {
    for (const { isUnsaved } of this.#accounts.values()) if (isUnsaved) return true
    return false
  }

  /** The open batch has been cut: what was taken for it. */
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

  /** The store has a file. */
  recordDelivered(manifest: Manifest): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.undelivered -= firsts + duplicates
      account.stored += firsts
      account.duplicates += duplicates
      account.isUnsaved = true
    }
  }

  /** The store will never have a file. */
  recordLost(manifest: Manifest, reason: Refusal): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.undelivered -= firsts + duplicates
      account.received -= firsts + duplicates
      account.refuse(reason, firsts + duplicates)
    }
  }

  /** A file of an earlier run that the store may not have. */
  recordFound(manifest: Manifest): void {
    for (const { source, firsts, duplicates } of manifest) {
      const account = this.account(source)
      account.received += firsts + duplicates
      account.undelivered += firsts + duplicates
    }
  }

  counts(): SourceCounts[] {
    return Array.from(this.#accounts.values(), account => ({ source: account.source, ...account.counts() }))
  }
}
