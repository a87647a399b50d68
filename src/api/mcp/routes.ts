import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Api, jsonOrText } from '../../mcp/calls/api.ts'
import { Fault } from '../../schema/fault.ts'
import { sessionCookieHeader } from '../auth/credentials.ts'
import type { App } from '../http/app.ts'
import { clientAddressOf } from '../http/client-address.ts'
import { noContent } from '../http/schemas.ts'
import { McpAnswer, McpMessage } from './messages.ts'

const versionHeader = 'mcp-protocol-version'

/** POST /mcp: the tools of Millrace by the Model Context Protocol, over streamable HTTP without sessions. */
export function mcpRoute(app: App, { version }: { version: string }): void {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort(new Fault('starting', { retryAfter: 5 })))

  app.post(
    '/mcp',
    {
      compress: {},
      config: { access: 'user', accessKeys: true, allowsReadOnly: true },
      schema: {
        summary: 'Tools for assistants: the Model Context Protocol',
        description:
          'Streamable HTTP without sessions: each request has one answer, as JSON. Tools read only, and what the caller may read. docs/mcp.md explains it.',
        reads: {
          headers: Type.Object({
            [versionHeader]: Type.Optional(
              Type.String({ description: 'The version that client and server agreed on' }),
            ),
          }),
        },
        body: McpMessage,
        response: { 200: McpAnswer, 202: noContent },
      },
    },
    async (request, reply) => {
      // Loaded by the first message: most services never get one.
      const { answerMessage } = await import('./answer-message.ts')
      try {
        const answer = await answerMessage(request.body, {
          protocolVersion: request.headers[versionHeader],
          api: ownApi(app, request),
          version,
          signal: AbortSignal.any([request.clientGone, closing.signal]),
          log: (message, error) => request.log.warn({ err: error }, message),
        })
        return answer === undefined ? reply.code(202).send() : answer
      } catch (error) {
        // Sends nothing, since the connection has closed.
        if (request.clientGone.aborted) return reply.hijack()
        throw error
      }
    },
  )
}

/**
 * The interface of this server with the credential and address of a request. Each read is authenticated and
 * authorised as if the client had sent it.
 */
function ownApi(app: App, caller: FastifyRequest): Api {
  const headers = headersOf(caller)
  const remoteAddress = clientAddressOf(caller)
  return {
    async request(method, path, body, signal) {
      const answer = await app.inject({
        method,
        url: path,
        headers,
        remoteAddress,
        signal,
        ...(body !== undefined && { payload: body }),
      })
      return { status: answer.statusCode, body: jsonOrText(answer.body) }
    },
  }
}

function headersOf({ credential }: FastifyRequest): Record<string, string> {
  if (credential === null) throw new Fault('not_authenticated')
  return credential.kind === 'token'
    ? { authorization: `token ${credential.secret}` }
    : // The origin of the client's request was already checked.
      { cookie: sessionCookieHeader(credential.cookie), 'sec-fetch-site': 'same-origin' }
}
