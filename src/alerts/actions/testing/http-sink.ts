import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A real HTTP server on loopback that records requests; closed after the test. */
export interface HttpSink {
  readonly received: ReceivedRequest[]
  readonly port: number
  readonly url: string
}

/** `answer` runs after the request is recorded; default: 200 and `ok`. */
export async function openHttpSink(
  answer: RequestListener = (_request, response) => void response.end('ok'),
  create: (listener: RequestListener) => Server = createServer,
): Promise<HttpSink> {
  const received: ReceivedRequest[] = []
  const server = create((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on a port, not on a socket
  return { received, port, url: `http://127.0.0.1:${port}` }
}
