import { expect, test } from 'vitest'
import { replicatedSettings } from '../../store/server/append-files.ts'
import { ownTable, shardRunner } from './shard-tables.ts'

const statements = { run: async () => new Uint8Array(), onReplicas: async () => [] }

test('tables of one server have their names, tables of shards a suffix', () => {
  expect(ownTable({ cluster: undefined }, 'millrace.events')).toBe('millrace.events')
  expect(ownTable({ cluster: 'logs' }, 'millrace.events')).toBe('millrace.events_local')
})

test('replicas of a shard share a path in Keeper, which no other shard, table or cluster has', () => {
  const plain = shardRunner(2, { cluster: 'logs', isReplicated: false }, statements)
  expect(plain.engineOf('millrace.events')).toBe('MergeTree')
  const shard = shardRunner(2, { cluster: 'logs', isReplicated: true }, statements)
  expect(shard.engineOf('millrace.events')).toBe(
    "ReplicatedMergeTree('/clickhouse/tables/millrace/logs/2/events', '{replica}')",
  )
  expect(shard.engineOf('millrace.dropped_days', 'ReplacingMergeTree')).toBe(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/millrace/logs/2/dropped_days', '{replica}')",
  )
  for (const [of, engine] of [
    [plain, 'ReplacingMergeTree(state)'],
    [
      shard,
      "ReplicatedReplacingMergeTree('/clickhouse/tables/millrace/logs/2/copied_days', '{replica}', state)",
    ],
  ] as const)
    expect(of.engineOf('millrace.copied_days', 'ReplacingMergeTree', 'state')).toBe(engine)
})

test('an insert into replicated tables has the token of its batch and waits for the quorum', () => {
  expect(replicatedSettings({ sequence: 7 }, 2)).toEqual({
    insert_deduplicate: 1,
    insert_deduplication_token: 'millrace-batch-7',
    deduplicate_insert_select: 'force_enable',
    insert_keeper_max_retries: 3,
    insert_keeper_retry_max_backoff_ms: 1_000,
    insert_quorum: 2,
    insert_quorum_timeout: 60_000,
  })
})
