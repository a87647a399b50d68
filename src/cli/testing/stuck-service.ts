import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'

/** Behaviour of a service that gets stuck; it answers nothing else. */
export interface StuckService {
  /** Answers the export of a query; if it does not end the response, the export never ends. */
  onExport?(response: ServerResponse): void
  /** The frame that answers a subscription. */
  frame?: unknown
}

/**
 * A service whose queries complete at once, and which never answers their removal. Returns its `--url` and
 * `--token`.
 */
export async function openStuckService({ onExport, frame }: StuckService): Promise<string[]> {
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      response.end('{"query_id": "1", "type": "Search", "status": "SUCCESS", "results": {}}')
    else if (request.url?.includes('/export') === true) onExport?.(response)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => {
    socket.on('message', () => {
      if (frame !== undefined) socket.send(JSON.stringify(frame))
    })
  })
  onTestFinished(() => {
    sockets.close()
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  return ['--url', `http://127.0.0.1:${port}`, '--token', 'user-1']
}
