import type { ShardClient } from '../../clients/sql-client.ts'
import { normalised } from '../../sql/normalise.ts'
import { dayNamesTable, deletedTable, droppedTable, eventsTable, figuresTable } from '../../sql/tables.ts'
import { templateCertaintySql } from '../../sql/template.ts'
import { saveSpace } from './save-space.ts'
import { soloWords } from './solo-words.ts'

export interface Migration {
  version: number
  name: string
  run(shard: ShardClient): Promise<void>
}

/**
 * Migrations of the tables, forward only. Each runs once, in order, and may run again after a kill in the
 * middle: every statement is safe to repeat. Never edit a released migration. Events have the
 * columns of spool files (schema/event/row.ts), `sec`, `told` (sql/template.ts) and `batch`.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'events',
    run: statements(({ own, engineOf }) => [
      `CREATE TABLE IF NOT EXISTS ${own(eventsTable)} (
        id UInt64 CODEC(Delta(8), ZSTD(1)),
        ts DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
        sec DateTime('UTC') DEFAULT toDateTime(ts, 'UTC') CODEC(Delta(4), LZ4),
        first DateTime64(6, 'UTC') CODEC(Delta(8), ZSTD(1)),
        repeat UInt8 CODEC(LZ4),
        count UInt32 CODEC(LZ4),
        earlier Array(UInt32) CODEC(ZSTD(1)),
        host LowCardinality(String) CODEC(LZ4),
        program LowCardinality(String) CODEC(LZ4),
        facility UInt8 CODEC(ZSTD(1)),
        severity UInt8 CODEC(ZSTD(1)),
        mnemonic LowCardinality(String) CODEC(ZSTD(1)),
        type UInt8 CODEC(ZSTD(1)),
        status UInt8 CODEC(ZSTD(1)),
        message String CODEC(ZSTD(1)),
        tags JSON(max_dynamic_paths = 64) CODEC(ZSTD(1)),
        template LowCardinality(String) CODEC(ZSTD(1)),
        told UInt8 MATERIALIZED ${templateCertaintySql} CODEC(LZ4),
        batch UInt64 CODEC(Delta(8), ZSTD(1)),
        INDEX words message TYPE text(tokenizer = splitByNonAlpha, preprocessor = ${normalised('message')}),
        INDEX ids id TYPE minmax GRANULARITY 1,
        INDEX batches batch TYPE minmax GRANULARITY 1
      ) ENGINE = ${engineOf(eventsTable)} PARTITION BY toYYYYMMDD(sec) ORDER BY (sec, ts, id)
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    ]),
  },
  {
    version: 2,
    name: 'figures of the host and of ingest, days that were dropped',
    run: statements(({ own, engineOf }) => [
      `CREATE TABLE IF NOT EXISTS ${own(figuresTable)} (
        sec DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
        kind LowCardinality(String) CODEC(ZSTD(1)),
        series LowCardinality(String) CODEC(ZSTD(1)),
        values Array(Float64) CODEC(ZSTD(1))
      ) ENGINE = ${engineOf(figuresTable)} PARTITION BY toYYYYMMDD(sec) ORDER BY (kind, series, sec)
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
      `CREATE TABLE IF NOT EXISTS ${own(droppedTable)} (day UInt32, batch UInt64, events UInt64, occurrences UInt64)
      ENGINE = ${engineOf(droppedTable, 'ReplacingMergeTree')} ORDER BY (day, batch) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    ]),
  },
  {
    version: 3,
    name: 'triggers of events',
    run: statements(({ own }) => [
      `ALTER TABLE ${own(eventsTable)} ADD COLUMN IF NOT EXISTS triggers Array(UInt32) CODEC(ZSTD(1)) AFTER status`,
    ]),
  },
  { version: 4, name: 'less space for ids and first occurrences', run: saveSpace },
  {
    version: 5,
    name: 'nodes of figures',
    run: statements(({ own }) => [
      `ALTER TABLE ${own(figuresTable)} ADD COLUMN IF NOT EXISTS node LowCardinality(String) CODEC(ZSTD(1)) FIRST`,
    ]),
  },
  {
    version: 6,
    name: 'retention classes of events',
    run: statements(({ own }) => [
      `ALTER TABLE ${own(eventsTable)} ADD COLUMN IF NOT EXISTS class LowCardinality(String) CODEC(ZSTD(1)) AFTER severity`,
    ]),
  },
  {
    version: 7,
    name: 'events that were deleted for their class',
    run: statements(({ own, engineOf }) => [
      `CREATE TABLE IF NOT EXISTS ${own(deletedTable)} (day UInt32, class String, batch UInt64, events UInt64, occurrences UInt64)
      ENGINE = ${engineOf(deletedTable, 'ReplacingMergeTree')} ORDER BY (day, class, batch) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    ]),
  },
  { version: 8, name: 'letters that scripts share are words of their own', run: soloWords },
  {
    version: 9,
    name: 'names by day',
    run: statements(({ own, engineOf }) => [
      `CREATE TABLE IF NOT EXISTS ${own(dayNamesTable)} (
        day UInt32,
        field LowCardinality(String),
        block UInt64,
        rows UInt64,
        complete UInt8,
        texts Array(String) CODEC(ZSTD(1)),
        numbers Array(UInt64) CODEC(ZSTD(1))
      ) ENGINE = ${engineOf(dayNamesTable, 'ReplacingMergeTree')} PARTITION BY intDiv(day, 100) ORDER BY (day, field)
      SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    ]),
  },
]

function statements(all: (shard: ShardClient) => readonly string[]): Migration['run'] {
  return async shard => {
    for (const statement of all(shard)) await shard.command(statement)
  }
}
