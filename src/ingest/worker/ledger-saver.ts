import type { LedgerAccount } from '../ledger/account.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type BoundPort, kernelDrops } from '../listen/kernel-drops.ts'
import type { LedgerJournal } from '../spool/ledger-journal.ts'

/** Writes the ledger to disk, with the counts of datagrams that the kernel dropped. */
export class LedgerSaver {
  readonly #ledger: Ledger
  readonly #journal: LedgerJournal
  readonly #warn: (message: string) => void
  /** UDP sockets. `before`: drops that the account had before the socket was opened. */
  readonly #udp: (BoundPort & { account: LedgerAccount; before: number })[] = []
  /** Whether the last write has failed. */
  #isFailing = false

  constructor(ledger: Ledger, journal: LedgerJournal, warn: (message: string) => void) {
    this.#ledger = ledger
    this.#journal = journal
    this.#warn = warn
  }

  /** Counts datagrams dropped at these sockets in the accounts of their names. */
  watchDrops(ports: readonly (BoundPort & { name: string })[]): void {
    for (const { name, host, port } of ports) {
      const account = this.#ledger.account(name)
      this.#udp.push({ account, host, port, before: account.udpDropped })
    }
  }

  /** Asks the kernel for the datagrams that it dropped. */
  async countDrops(): Promise<void> {
    const drops = await kernelDrops(this.#udp)
    for (const [i, { account, before }] of this.#udp.entries()) {
      const dropped = before + (drops[i] ?? 0)
      // The kernel forgets the drops of a closed socket.
      if (dropped <= account.udpDropped) continue
      account.udpDropped = dropped
      account.isUnsaved = true
    }
  }

  /** Saves changes, unless the last write has failed: then only `settle` and `saveAll` try again. */
  save(): void {
    if (!this.#isFailing) this.#write(() => this.#journal.save(this.#ledger.accounts))
  }

  /** Saves that the spool file `name` is settled since `at` (Unix milliseconds); see LedgerJournal.settle. */
  settle(name: string, at: number): void {
    this.#write(() => this.#journal.settle(name, this.#ledger.accounts, at))
  }

  /** Saves everything, including drops, and starts a sync. Called every second. */
  async saveAll(): Promise<void> {
    await this.countDrops()
    this.#write(() => this.#journal.save(this.#ledger.accounts))
    this.#journal.noteAlive(Date.now())
    this.#journal.sync()
  }

  /** Logs a failure once: counts that cannot be written now are written later, together with newer ones. */
  #write(write: () => void): void {
    try {
      write()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#warn(`The ledger cannot be written, trying again: ${error}`)
      this.#isFailing = true
    }
  }
}
