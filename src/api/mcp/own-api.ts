import type { FastifyRequest } from 'fastify'
import { type Api, jsonOrText } from '../../mcp/calls/api.ts'
import { Fault } from '../../schema/fault.ts'
import { sessionCookieHeader } from '../auth/credentials.ts'
import type { App } from '../http/app.ts'
import { clientAddressOf } from '../http/client-address.ts'

/**
 * The interface of this server with the credential and address of a request. Each read is authenticated and
 * authorised as if the client had sent it.
 */
export function ownApi(app: App, caller: FastifyRequest): Api {
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
