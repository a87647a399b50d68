import { expect } from 'vitest'
import type { LedgerRecord } from '../../src/api/ledger/routes.ts'
import type { Client } from './client.ts'
import { until } from './until.ts'

/** The ledger of the service: GET /api/ledger. */
export async function readLedger(client: Client): Promise<LedgerRecord> {
  const answer = await client.get('/api/ledger')
  if (answer.status !== 200) throw new Error(`The ledger was answered ${answer.status}`)
  // The shape of this route, which the API tests check.
  return (await answer.json()) as LedgerRecord
}

/** Waits until the store has everything that was acknowledged. Requires that nothing is being sent. */
export async function waitUntilDelivered(client: Client): Promise<LedgerRecord> {
  return await until('a ledger with nothing in flight', async () => {
    const now = await readLedger(client)
    expect(now).toMatchObject({ is_balanced: true })
    return now.totals.in_flight === 0 && now
  })
}

/** The ledger once nothing is in flight. It must be balanced, and its counts must equal the store's. */
export async function settledLedger(client: Client): Promise<LedgerRecord> {
  const account = await waitUntilDelivered(client)
  const { totals } = await client.search({ page_size: 1 })
  const { stored, duplicates } = account.totals
  expect({ occurrences: stored + duplicates, events: stored }).toEqual({
    occurrences: totals.occurrences,
    events: totals.count,
  })
  return account
}
