import { Type } from 'typebox'
import { secret } from './setting-types.ts'

/** Settings of one of several services that share metadata and events. */
export const nodeSettings = {
  node: Type.Optional(
    Type.String({
      title: 'Name of this node',
      description:
        'Distinguishes services that share one PostgreSQL: [cluster.md](cluster.md). A data folder keeps the name of its first start. Default: the name of the machine, with a number if another node has it.',
      format: 'node-name',
    }),
  ),
  instanceKey: Type.Optional(
    Type.String({
      title: 'Instance key',
      description:
        '64 hexadecimal digits, as `openssl rand -hex 32` makes them. Opens the secrets in the metadata, and is the same on all nodes. Default: the file `instance.key` of the data folder, made at the first start.',
      format: 'instance-key',
      ...secret,
    }),
  ),
  nodeUrl: Type.Optional(
    Type.String({
      title: 'Address at which the other nodes reach this one',
      description:
        'As http://10.0.0.5:8080, without a path: the own address of the node, not the address of a balancer. Requests about a query go to the node that has it. Default: MILLRACE_HTTP_HOST, or the name of the machine if that is 0.0.0.0, and the port.',
      format: 'web-address',
    }),
  ),
}
