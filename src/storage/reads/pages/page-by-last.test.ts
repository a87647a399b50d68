import { expect, test } from 'vitest'
import type { Cell, SqlClient } from '../../clients/sql-client.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { CountHints, KnownDays } from '../context.ts'
import { newestByLast } from './page-by-last.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const
const start = Date.UTC(2026, 0, 1) / 1000
const scope = { from: start, to: start + 3 * daySeconds, predicate: { kind: 'const', value: true } } as const

/** The statements that locate a deep page, which begins on the first of three days. */
async function statementsOf(breaks: readonly number[]): Promise<readonly string[]> {
  const statements: string[] = []
  const select = async (sql: string): Promise<Cell[][]> => {
    statements.push(sql)
    return sql.startsWith('SELECT 1 ') ? [[1]] : []
  }
  const days: KnownDays = {
    begin: scope.from,
    end: scope.to,
    clip: span => span,
    isStored: () => true,
    startsAfterGaps: ({ from, to }) => breaks.filter(at => at >= from && at < to),
  }
  const firstDayEnd = start + daySeconds
  const knownCounts: CountHints = {
    eventCounts: async ({ from, to }) =>
      to <= firstDayEnd
        ? [{ from, to, events: 50 }]
        : [
            { from, to: firstDayEnd, events: 50 },
            { from: firstDayEnd, to, events: 10 },
          ],
  }
  // The page uses no other member of a client.
  const client = { select, bytes: async () => new Uint8Array() } as unknown as SqlClient
  const context = { client, window: 60, days, knownCounts, deepOffset: 20, estimateRows: () => 0 }
  const sort = [{ field: 'last_occurrence', descending: true }] as const
  await newestByLast(context, scope, { sort, offset: 20, limit: 40 }, read)
  return statements
}

const countsPlaces = (sql: string) => sql.includes('AS move')

test('known counts locate a deep page of days that are all kept', async () => {
  expect((await statementsOf([])).some(countsPlaces)).toBe(false)
})

test('before a deep page, events of a dropped day are counted where they are listed, without their lost first rows', async () => {
  const statements = (await statementsOf([start + 2 * daySeconds])).filter(countsPlaces)
  expect(statements).toHaveLength(1)
  const [from, to] = [start + daySeconds, start + 2 * daySeconds].map(
    second => `fromUnixTimestamp64Micro(${second * 1e6}, 'UTC')`,
  )
  expect(statements[0]).toContain(`-toInt64(any(((first < ${from} OR first >= ${to}))))`)
})
