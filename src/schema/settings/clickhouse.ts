import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

/** Settings of the event store on a ClickHouse server. */
export const clickhouseSettings = {
  clickhouseUrl: Type.Optional(
    Type.String({
      title: 'ClickHouse server that holds the events',
      description:
        'The address of its HTTP interface: [cluster.md](cluster.md). Default: none, events are in the data folder.',
      format: 'clickhouse-addresses',
      ...secret,
    }),
  ),
  clickhouseUser: Type.String({
    title: 'User of the ClickHouse server',
    description: 'For an address without one.',
    default: 'default',
    minLength: 1,
    maxLength: 1_000,
  }),
  clickhousePassword: Type.Optional(
    Type.String({
      title: 'Password of that user',
      description: 'For an address without one. Default: none.',
      maxLength: 1_000,
      ...secret,
    }),
  ),
  clickhouseCa: optionalPath(
    'CA certificate of the ClickHouse server',
    'A PEM file that verifies its certificate over https. Default: the list of Node.',
  ),
}
