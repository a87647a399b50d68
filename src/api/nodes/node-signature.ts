import { timingSafeEqual } from 'node:crypto'

export const nodeHeader = 'x-millrace-node'

/** Clocks of nodes may differ by so much. */
const maxAgeMs = 60_000
const pattern = /^(\d{1,10})\.(\d{1,16})\.([0-9a-f]{64})$/

interface Signed {
  method: string
  /** Path and query. */
  url: string
}

/** Signs with the instance key, which all nodes have. */
export type Sign = (text: string) => string

/** The value of the header that proves that a request comes from a node of this installation. */
export function signRequest(sign: Sign, nodeId: number, request: Signed, now = Date.now()): string {
  return `${nodeId}.${now}.${sign(signedText(nodeId, now, request))}`
}

/** Whether a request comes from a node of this installation, which has checked what a client may do. */
export function isOfNode(sign: Sign, header: unknown, request: Signed, now = Date.now()): boolean {
  const [, id, at, signature] = pattern.exec(typeof header === 'string' ? header : '') ?? []
  if (signature === undefined || Math.abs(now - Number(at)) > maxAgeMs) return false
  const expected = sign(signedText(Number(id), Number(at), request))
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}

function signedText(nodeId: number, at: number, { method, url }: Signed): string {
  return `forwarded ${nodeId} ${at} ${method} ${url}`
}
