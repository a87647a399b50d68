import { expect, test } from 'vitest'
import { replicatedSettings } from './append-files.ts'
import { ownTable, shardRunner } from './shard-tables.ts'

const run = async () => new Uint8Array()

test('tables of one server have their names, those of shards a suffix', () => {
  expect(ownTable({ cluster: undefined }, 'millrace.events')).toBe('millrace.events')
  expect(ownTable({ cluster: 'logs' }, 'millrace.events')).toBe('millrace.events_local')
})

test('replicas of a shard share a path in Keeper, which no other shard, table or cluster has', () => {
  const plain = shardRunner(2, { cluster: 'logs', isReplicated: false }, run)
  expect(plain.engineOf('millrace.events')).toBe('MergeTree')
  const shard = shardRunner(2, { cluster: 'logs', isReplicated: true }, run)
  expect(shard.engineOf('millrace.events')).toBe(
    "ReplicatedMergeTree('/clickhouse/tables/millrace/logs/2/events', '{replica}')",
  )
  expect(shard.engineOf('millrace.dropped_days', 'ReplacingMergeTree')).toBe(
    "ReplicatedReplacingMergeTree('/clickhouse/tables/millrace/logs/2/dropped_days', '{replica}')",
  )
})

test('an insert into replicated tables has the token of its batch and waits for the quorum', () => {
  expect(replicatedSettings({ sequence: 7 }, 2)).toEqual({
    insert_deduplicate: 1,
    insert_deduplication_token: 'millrace-batch-7',
    deduplicate_insert_select: 'force_enable',
    insert_quorum: 2,
    insert_quorum_timeout: 60_000,
  })
})
