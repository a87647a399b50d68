import type { LedgerCounts } from '../../schema/intake/ledger.ts'
import { LedgerAccount } from './account.ts'

/** received − (stored + duplicates + dropped + tooOld + refused + inFlight): always 0. */
export function imbalanceOf(counts: Omit<LedgerCounts, 'refusals' | 'turnedAway'>): number {
  const { received, stored, duplicates, dropped, tooOld, refused, inFlight } = counts
  return received - stored - duplicates - dropped - tooOld - refused - inFlight
}

/** The counts of all accounts together. */
export function sumCounts(accounts: readonly LedgerCounts[]): LedgerCounts {
  const sum = new LedgerAccount('').counts()
  const { refusals, turnedAway, ...numbers } = sum
  // The keys of an object of that type.
  const names = Object.keys(numbers) as (keyof typeof numbers)[]
  for (const account of accounts) {
    for (const name of names) sum[name] += account[name]
    add(refusals, account.refusals)
    add(turnedAway, account.turnedAway)
  }
  return sum
}

function add(sum: LedgerCounts['refusals'], counts: LedgerCounts['refusals']): void {
  // The keys of a record of reasons are reasons.
  for (const reason of Object.keys(counts) as (keyof typeof counts)[]) {
    sum[reason] = (sum[reason] ?? 0) + (counts[reason] ?? 0)
  }
}
