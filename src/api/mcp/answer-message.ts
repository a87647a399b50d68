import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { type McpServerOptions, mcpServer } from '../../mcp/server.ts'
import { Fault } from '../../schema/fault.ts'
import { parameterFault } from '../http/validation/validation.ts'
import type { McpAnswer } from './messages.ts'

/**
 * Headers that the transport requires of every request; Fastify has already checked and read ours. The
 * address is unused.
 */
const ownRequest = {
  url: 'http://localhost/mcp',
  init: {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  },
}

interface MessageOptions extends McpServerOptions {
  /** The version from the client; absent before it knows the server's. */
  protocolVersion: string | string[] | undefined
  signal: AbortSignal
}

/**
 * Answers one JSON-RPC message with a separate server; undefined for a notification. Throws validation for an
 * unknown version, parse_error for an invalid message, and the signal's reason when it aborts, which ends the
 * tool call.
 */
export async function answerMessage(
  message: object,
  { protocolVersion, signal, ...options }: MessageOptions,
): Promise<McpAnswer | undefined> {
  requireVersion(protocolVersion)
  signal.throwIfAborted()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = mcpServer(options)
  await server.connect(transport)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const request = new Request(ownRequest.url, ownRequest.init)
    const answer = await Promise.race([
      transport.handleRequest(request, { parsedBody: message }),
      aborted.promise,
    ])
    // A JSON-RPC message, or nothing.
    const body = answer.status === 202 ? undefined : ((await answer.json()) as McpAnswer)
    if (answer.ok) return body
    throw new Fault('parse_error', { detail: `Not a message of the protocol - ${JSON.stringify(body)}` })
  } finally {
    signal.removeEventListener('abort', abort)
    await server.close()
  }
}

function requireVersion(version: MessageOptions['protocolVersion']): void {
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.some(known => known === version)) return
  throw parameterFault({
    'mcp-protocol-version': `"${version}" is not one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
  })
}
