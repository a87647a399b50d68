import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Fault, type FaultCode } from '../../../schema/fault.ts'
import type { App } from '../app.ts'
import { faultBody } from './errors.ts'

/** Errors of the HTTP parser that are not a 400. */
const faultCodes: Record<string, FaultCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
const invalidRequest = 'The request is not valid HTTP.'

/** Answers 400 to an HTTP/1.1 request without Host (RFC 9112, 3.2). */
export function requireHost(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return
    reply.header('connection', 'close')
    throw new Fault('parse_error', { detail: invalidRequest })
  })
}

/** Answers bytes that are not an HTTP request, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = faultCodes[error.code ?? '']
  const fault = code === undefined ? new Fault('parse_error', { detail: invalidRequest }) : new Fault(code)
  const body = JSON.stringify(faultBody(fault))
  const head = [
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
