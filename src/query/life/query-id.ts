import { randomBytes } from 'node:crypto'

/** Of a query that was created on one of several nodes: random digits, and the number of the node that has it. */
const nodeQueryId = /^[0-9a-f]{32}\.(\d{1,10})$/

/** A new id; with the number of this node where there are several. */
export function newQueryId(nodeId: number | undefined): string {
  const random = randomBytes(16).toString('hex')
  return nodeId === undefined ? random : `${random}.${nodeId}`
}

/** The node that has a created query; undefined: every node knows the queries of widgets. */
export function nodeOfQuery(queryId: string): number | undefined {
  const [, id] = nodeQueryId.exec(queryId) ?? []
  return id === undefined ? undefined : Number(id)
}
