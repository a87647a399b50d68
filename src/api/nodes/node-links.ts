import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { NodeDirectory, PeerNode } from '../../metadata/nodes/directory.ts'
import { isRunning, type Node, type SeenNode } from '../../metadata/nodes/nodes.ts'
import { nodeOfQuery } from '../../query/life/query-registry.ts'
import { Fault } from '../../schema/fault.ts'

type Directory = Pick<NodeDirectory, 'self' | 'find' | 'others' | 'refresh' | 'clockSkewMs'>

/** What this node knows of the other nodes, and the proof that a forwarded request comes from one of them. */
export class NodeLinks {
  readonly #directory: Directory
  readonly #sign: Sign

  constructor(directory: Directory, sign: Sign) {
    this.#directory = directory
    this.#sign = sign
  }

  get self(): Node {
    return this.#directory.self
  }

  /** The other nodes, as last seen. */
  get others(): readonly SeenNode[] {
    return this.#directory.others
  }

  /** The other nodes that run, as last seen. */
  get peers(): PeerNode[] {
    return this.others.flatMap(node =>
      node.url !== null && isRunning(node) ? [{ id: node.id, name: node.name, url: node.url }] : [],
    )
  }

  /** Reads the other nodes and their counters now. */
  refresh(): Promise<void> {
    return this.#directory.refresh()
  }

  /** Milliseconds by which the clock of this machine is ahead of the database; null: unknown. */
  get clockSkewMs(): number | null {
    return this.#directory.clockSkewMs
  }

  /** Whether another node has the query of this id. */
  isElsewhere(queryId: string): boolean {
    const id = nodeOfQuery(queryId)
    return id !== undefined && id !== this.#directory.self.id
  }

  /** The node that has a query. Throws not_found if it has stopped, which ends its queries. */
  async nodeOf(queryId: string): Promise<PeerNode> {
    const id = nodeOfQuery(queryId)
    const node = id === undefined ? undefined : await this.#directory.find(id)
    if (node === undefined) throw lostQueryFault()
    return node
  }

  /**
   * Headers that prove to another node that this node has checked a request of a client with this address.
   */
  headersFor(method: string, url: string, address: string): Record<string, string> {
    return { [nodeHeader]: signRequest(this.#sign, this.#directory.self.id, { method, url, address }) }
  }

  /** The address of the client, if another node has checked and forwarded the request; otherwise null. */
  clientOf({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string | null {
    const header = headers[nodeHeader]
    return header === undefined ? null : clientOfNode(this.#sign, header, { method, url })
  }
}

/** For a query of a node that is gone. It was in that node's memory only, so the client creates it again. */
export function lostQueryFault(cause?: unknown): Fault {
  return new Fault('not_found', {
    detail: 'The node that had this query does not answer; ask it again.',
    cause,
  })
}

/** Header of requests between nodes, with the proof of `signRequest`. */
export const nodeHeader = 'x-millrace-node'

/** Maximum age of a signature; also the maximum difference between the clocks of nodes. */
const maxAgeMs = 60_000
/** `<node id>.<Unix milliseconds>.<signature> <address of the client>`, as `signRequest` writes it. */
const headerPattern = /^(\d{1,10})\.(\d{1,16})\.([0-9a-f]{64}) (\S{1,200})$/

interface Signed {
  method: string
  /** Path and query. */
  url: string
}

/** A request as forwarded by the node that the client called. */
interface Forwarded extends Signed {
  /** Address of the client. */
  address: string
}

/** Signs with the instance key, which all nodes share. */
type Sign = (text: string) => string

/** The header value that proves that a request comes from a node of this installation. */
export function signRequest(sign: Sign, nodeId: number, request: Forwarded, now = Date.now()): string {
  return `${nodeId}.${now}.${sign(signedText(nodeId, now, request))} ${request.address}`
}

/**
 * The client's address, if the request comes from a node of this installation, which has checked the client's
 * rights; otherwise null.
 */
export function clientOfNode(sign: Sign, header: unknown, request: Signed, now = Date.now()): string | null {
  const [, id, at, signature, address] = headerPattern.exec(typeof header === 'string' ? header : '') ?? []
  if (signature === undefined || address === undefined || Math.abs(now - Number(at)) > maxAgeMs) return null
  const expected = sign(signedText(Number(id), Number(at), { ...request, address }))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? address : null
}

function signedText(nodeId: number, at: number, { method, url, address }: Forwarded): string {
  return `forwarded ${nodeId} ${at} ${address} ${method} ${url}`
}
