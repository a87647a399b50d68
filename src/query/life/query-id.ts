import { randomBytes } from 'node:crypto'

/** The id of a query that was created on one of several nodes: random digits, and the number of that node. */
const nodeQueryId = /^[0-9a-f]{32}\.(\d{1,10})$/

/** A new id; contains the number of this node when there are several. */
export function newQueryId(nodeId: number | undefined): string {
  const random = randomBytes(16).toString('hex')
  return nodeId === undefined ? random : `${random}.${nodeId}`
}

/** The node that has a created query; undefined for queries of widgets, which every node knows. */
export function nodeOfQuery(queryId: string): number | undefined {
  const [, id] = nodeQueryId.exec(queryId) ?? []
  return id === undefined ? undefined : Number(id)
}
