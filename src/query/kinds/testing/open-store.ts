import type { Read } from '../../../storage/contract/event-store.ts'
import type { RollupBounds } from '../../../storage/memory/rollups/rollup-source.ts'
import type { SqlStore } from '../../../storage/store/sql-store.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../../storage/testing/spool-file.ts'
import { openTestStore } from '../../../storage/testing/test-store.ts'

export const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }

/** A real store with these events, in its own folder. */
export async function storeWith(events: readonly TestEvent[], rollups: RollupBounds = {}): Promise<SqlStore> {
  const store = await openTestStore({ rollups })
  await store.append(spoolFile(events.flatMap(rowsOf)))
  return store
}

/** An event whose occurrences are given in Unix seconds. */
export function testEvent(id: number, seconds: readonly number[], also: Partial<TestEvent> = {}): TestEvent {
  return {
    id,
    occurrences: seconds.map(second => Math.round(second * 1_000_000)),
    host: 'fw-1',
    program: 'kernel',
    facility: 0,
    severity: 6,
    mnemonic: '',
    type: 1,
    status: 0,
    message: 'link is up',
    tags: {},
    ...also,
  }
}
