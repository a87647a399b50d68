import { Type } from 'typebox'

/** Settings of one of several services that share metadata and events. */
export const nodeSettings = {
  node: Type.Optional(
    Type.String({
      title: 'Name of this node',
      description:
        'Tells services apart that share one PostgreSQL: [cluster.md](cluster.md). A data folder keeps the name of its first start. Default: the name of the machine, with a number when another node has it.',
      format: 'node-name',
    }),
  ),
}
