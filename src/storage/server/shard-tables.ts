import { text } from '../sql/literal.ts'
import { engineOf, type ShardRunner } from '../statement-client.ts'

/** What the tables of shards are. */
export interface ShardTables {
  /** Of the cluster, in the servers' configuration; undefined when the store is on one server. */
  cluster: string | undefined
  isReplicated: boolean
}

/** The end of the names of tables that have the rows of a shard: those without it are read from all shards. */
const suffix = '_local'

/** The name of the table of a shard for a table of the store, both qualified. */
export function ownTable({ cluster }: Pick<ShardTables, 'cluster'>, table: string): string {
  return cluster === undefined ? table : `${table}${suffix}`
}

/** Where replicas of a table find each other in Keeper. */
function keeperPath({ cluster = '' }: ShardTables, shard: number, table: string): string {
  return `/clickhouse/tables/millrace/${cluster}/${shard}/${table.replace(/^millrace\./, '')}`
}

/** Statements on the tables of one shard. Replicas have the names of their macro `replica`. */
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
      if (!tables.isReplicated) return engineOf(table, family, version)
      const parameters = [
        text(keeperPath(tables, number, table)),
        "'{replica}'",
        ...(version === undefined ? [] : [version]),
      ]
      return `Replicated${family ?? 'MergeTree'}(${parameters.join(', ')})`
    },
  }
}
