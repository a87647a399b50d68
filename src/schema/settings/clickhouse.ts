import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

/** Settings of the event store on ClickHouse servers. */
export const clickhouseSettings = {
  clickhouseUrl: Type.Optional(
    Type.String({
      title: 'ClickHouse servers that hold the events',
      description:
        'The addresses of their HTTP interfaces, separated by commas: [cluster.md](cluster.md). Default: none, events are in the data folder.',
      format: 'clickhouse-addresses',
      ...secret,
    }),
  ),
  clickhouseUser: Type.String({
    title: 'User of the ClickHouse servers',
    description: 'For addresses without a user name.',
    default: 'default',
    minLength: 1,
    maxLength: 1_000,
  }),
  clickhousePassword: Type.Optional(
    Type.String({
      title: 'Password of that user',
      description: 'For addresses without a password. Default: none.',
      maxLength: 1_000,
      ...secret,
    }),
  ),
  clickhouseCa: optionalPath(
    'CA certificate of the ClickHouse servers',
    'A PEM file that verifies their certificates over https. Default: the list of Node.',
  ),
  clickhouseCluster: Type.Optional(
    Type.String({
      title: 'Cluster of the ClickHouse servers',
      description:
        'Its name in their `remote_servers`, which assigns servers to shards; required with several servers. Default: none, one server holds all events.',
      pattern: '^[A-Za-z0-9_.-]+$',
      maxLength: 200,
    }),
  ),
  clickhouseReplicated: Type.Boolean({
    title: 'Replicated tables',
    description: 'The servers of a shard have the same events, through Keeper. Needs a cluster.',
    default: false,
  }),
  clickhouseQuorum: Type.Optional(
    Type.Integer({
      title: 'Replicas that have a batch before it counts as stored',
      description: 'Counts replicas of one shard. Default: all, so that every replica answers exactly.',
      minimum: 1,
      maximum: 100,
    }),
  ),
}
