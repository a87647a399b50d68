import { text } from '../../sql/literal.ts'
import { engineOf as plainEngineOf, type ShardRunner } from '../statement-client.ts'

/** The layout of the shards' tables. */
export interface ShardTables {
  /** Name of the cluster in the servers' configuration; undefined when the store is on one server. */
  cluster: string | undefined
  isReplicated: boolean
}

/** Suffix of tables with the rows of one shard; tables without it read all shards. */
const suffix = '_local'

/**
 * The table with a shard's own rows, for a table of the store: `millrace.events` becomes
 * `millrace.events_local`.
 */
export function ownTable({ cluster }: Pick<ShardTables, 'cluster'>, table: string): string {
  return cluster === undefined ? table : `${table}${suffix}`
}

/** Path in Keeper where replicas of a table find each other. */
function keeperPath({ cluster = '' }: ShardTables, shard: number, table: string): string {
  return `/clickhouse/tables/millrace/${cluster}/${shard}/${table.replace(/^millrace\./, '')}`
}

/**
 * Statements on the tables of one shard. A replica's name is the macro `replica` of its server's
 * configuration.
 */
export function shardRunner(
  number: number,
  tables: ShardTables,
  statements: Pick<ShardRunner, 'run' | 'onReplicas'>,
): ShardRunner {
  return {
    ...statements,
    isReplicated: tables.isReplicated,
    own: table => ownTable(tables, table),
    engineOf(table, family, version) {
      if (!tables.isReplicated) return plainEngineOf(table, family, version)
      const parameters = [
        text(keeperPath(tables, number, table)),
        "'{replica}'",
        ...(version === undefined ? [] : [version]),
      ]
      return `Replicated${family ?? 'MergeTree'}(${parameters.join(', ')})`
    },
  }
}
