import { timingSafeEqual } from 'node:crypto'

export const nodeHeader = 'x-millrace-node'

/** Maximum difference between the clocks of nodes. */
const maxAgeMs = 60_000
const pattern = /^(\d{1,10})\.(\d{1,16})\.([0-9a-f]{64}) (\S{1,200})$/

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
export type Sign = (text: string) => string

/** The header value that proves that a request comes from a node of this installation. */
export function signRequest(sign: Sign, nodeId: number, request: Forwarded, now = Date.now()): string {
  return `${nodeId}.${now}.${sign(signedText(nodeId, now, request))} ${request.address}`
}

/**
 * The client's address, if the request comes from a node of this installation, which has checked the client's
 * rights; otherwise null.
 */
export function clientOfNode(sign: Sign, header: unknown, request: Signed, now = Date.now()): string | null {
  const [, id, at, signature, address] = pattern.exec(typeof header === 'string' ? header : '') ?? []
  if (signature === undefined || address === undefined || Math.abs(now - Number(at)) > maxAgeMs) return null
  const expected = sign(signedText(Number(id), Number(at), { ...request, address }))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? address : null
}

function signedText(nodeId: number, at: number, { method, url, address }: Forwarded): string {
  return `forwarded ${nodeId} ${at} ${address} ${method} ${url}`
}
