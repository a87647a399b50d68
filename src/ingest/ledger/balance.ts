import type { LedgerCounts } from '../../schema/ledger.ts'

/**
 * What is missing in an account: received − (stored + duplicates + dropped + tooOld + refused + inFlight). Always 0.
 */
export function imbalanceOf(counts: Omit<LedgerCounts, 'refusals' | 'turnedAway'>): number {
  const { received, stored, duplicates, dropped, tooOld, refused, inFlight } = counts
  return received - stored - duplicates - dropped - tooOld - refused - inFlight
}

/** The sum of the counts of all sources. */
export function sumCounts(accounts: readonly LedgerCounts[]): LedgerCounts {
  const sum: LedgerCounts = { ...nothing, refusals: {}, turnedAway: {} }
  for (const account of accounts) {
    for (const name of numbers) sum[name] += account[name]
    add(sum.refusals, account.refusals)
    add(sum.turnedAway, account.turnedAway)
  }
  return sum
}

const nothing = {
  received: 0,
  stored: 0,
  duplicates: 0,
  dropped: 0,
  tooOld: 0,
  refused: 0,
  inFlight: 0,
  udpDropped: 0,
  frameErrors: 0,
  truncated: 0,
  fieldsOmitted: 0,
  bytes: 0,
  connections: 0,
}
// The keys of a literal are those that it has.
const numbers = Object.keys(nothing) as (keyof typeof nothing)[]

function add(sum: LedgerCounts['refusals'], more: LedgerCounts['refusals']): void {
  // The keys of a record of reasons are reasons.
  for (const reason of Object.keys(more) as (keyof typeof more)[]) {
    sum[reason] = (sum[reason] ?? 0) + (more[reason] ?? 0)
  }
}
