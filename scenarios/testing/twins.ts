import { isObject } from '../../src/schema/text/json-object.ts'
import type { Client } from './client.ts'
import { Correspondence } from './correspondence.ts'
import { until } from './until.ts'

/** A pair of values, one for each service. */
export type Both<T> = readonly [T, T]

export interface Asked {
  method: string
  /** Paths with query strings. */
  paths: Both<string>
  /** As JSON, unless it is text. */
  body?: unknown
  /** Instead of `body`, if the services get different ones. */
  bodies?: Both<unknown>
  /** Replace the headers of the client and of the body. */
  headers?: Both<Readonly<Record<string, string>>>
  /**
   * Compares only the status, and that the second answer has the members of the first: for data of one node
   * or its machine.
   */
  onlyShape?: boolean
}

export interface Answered {
  status: number
  headers: Headers
  /** JSON is parsed, other text is text; of binary files only their first bytes. */
  body: unknown
}

const comparedHeaders = [
  ...['allow', 'cache-control', 'content-disposition', 'content-type', 'location', 'retry-after', 'vary'],
  ...['www-authenticate', 'x-approximate', 'accept-ranges'],
]
const requestTimeoutMs = 240_000
const magicBytes = 4

/** Two services that get the same requests. */
export class Twins {
  /** Differences between their answers. */
  readonly faults: string[] = []
  readonly #clients: Both<Client>
  readonly #same = new Correspondence()

  constructor(clients: Both<Client>) {
    this.#clients = clients
  }

  /** Asks both, one after the other, and compares the answers. */
  async ask(asked: Asked): Promise<Both<Answered>> {
    const [one, other] = this.#clients
    const { method, paths, headers, bodies = [asked.body, asked.body] } = asked
    const answers = [
      await send(one, { method, path: paths[0], body: bodies[0], headers: headers?.[0] }),
      await send(other, { method, path: paths[1], body: bodies[1], headers: headers?.[1] }),
    ] as const
    this.#compare(asked, answers)
    return answers
  }

  #compare({ method, paths, onlyShape = false }: Asked, [one, other]: Both<Answered>): void {
    const kind = paths[0].split(/[/?]/).slice(0, 3).join('/')
    const parts = onlyShape
      ? ([shapeOf(one, one), shapeOf(other, one)] as const)
      : ([withHeaders(one), withHeaders(other)] as const)
    for (const difference of this.#same.differences(kind, ...parts))
      this.faults.push(`${method} ${paths[1]} ${difference}`)
  }
}

function withHeaders({ status, headers, body }: Answered): object {
  return { status, body, headers: Object.fromEntries(comparedHeaders.map(name => [name, headers.get(name)])) }
}

/** The status of an answer, and which members of another answer it has. */
function shapeOf({ status, body }: Answered, { body: like }: Answered): object {
  return {
    status,
    members: Object.keys(isObject(like) ? like : {}).filter(name => isObject(body) && name in body),
  }
}

interface Sent {
  method: string
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
}

/**
 * The answer. The end result of a query that takes longer than a second, in place of its first answer, which
 * depends on the load of the machine.
 */
async function send(client: Client, sent: Sent): Promise<Answered> {
  const answer = await sendOnce(client, sent)
  const { body } = answer
  if (!sent.path.startsWith('/api/query') || !isObject(body) || !isRunning(body)) return answer
  return await until('the end of a query', async () => {
    const now = await sendOnce(client, { method: 'GET', path: `/api/query/${body.query_id}` })
    return isObject(now.body) && !isRunning(now.body) && now
  })
}

function isRunning({ status }: Readonly<Record<string, unknown>>): boolean {
  return status === 'IN_PROGRESS' || status === 'PENDING'
}

async function sendOnce(client: Client, { method, path, body, headers }: Sent): Promise<Answered> {
  const answer = await fetch(client.url + path, {
    method,
    headers: headers ?? {
      ...client.headers,
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  const content = contentOf(type, bytes)
  return { status: answer.status, headers: answer.headers, body: content }
}

function contentOf(type: string, bytes: Buffer): unknown {
  if (bytes.length === 0) return null
  if (type.includes('json')) return JSON.parse(bytes.toString())
  if (type.startsWith('text/')) return bytes.toString()
  return bytes.toString('latin1', 0, magicBytes)
}
