import type { Socket } from 'node:net'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { faultBody } from './errors.ts'

/** What the HTTP parser found, as status and sentence; everything else is a plain 400. */
const answers: Record<string, readonly [status: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than the limit.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
}
const otherwise = ['400 Bad Request', 'The request is not valid HTTP.'] as const

/** RFC 9112, 3.2: an HTTP/1.1 request without Host is none. */
export function requireHost(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return
    reply.header('connection', 'close')
    throw new Fault('parse_error', { detail: otherwise[1] })
  })
}

/** Answers bytes that are no HTTP request, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = answers[error.code ?? ''] ?? otherwise
  const body = JSON.stringify(faultBody(new Fault('parse_error', { detail })))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
