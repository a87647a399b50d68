import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { type McpServerOptions, mcpServer } from '../../mcp/server.ts'
import { Fault } from '../../schema/fault.ts'
import { parameterFault } from '../http/validation.ts'
import type { McpAnswer } from './messages.ts'

/** What the transport wants of every request; Fastify has checked and read ours. The address goes nowhere. */
const ownRequest = {
  url: 'http://localhost/mcp',
  init: {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  },
}

interface MessageOptions extends McpServerOptions {
  /** As the client says it; absent before it knows that of the server. */
  protocolVersion: string | string[] | undefined
  signal: AbortSignal
}

/**
 * The answer to one message of JSON-RPC, by a server of its own; undefined for a notification. Throws validation for an unknown
 * version, parse_error for what is no message, and the reason of the signal when it aborts, which ends the call of the tool.
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
    // A message of JSON-RPC, or nothing.
    const body = answer.status === 202 ? undefined : ((await answer.json()) as McpAnswer)
    if (answer.ok) return body
    throw new Fault('parse_error', { detail: `No message of the protocol - ${JSON.stringify(body)}` })
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
