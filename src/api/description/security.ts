import type { FastifyContextConfig } from 'fastify'
import { sessionCookie } from '../auth/credentials.ts'
import type { Security, SecurityScheme } from './openapi.ts'

export const securitySchemes: Record<string, SecurityScheme> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`token <key>`: the word token (in any case), a space, and the secret key of a token',
  },
  AUTHTOKEN: {
    type: 'apiKey',
    in: 'query',
    name: 'AUTHTOKEN',
    description: 'The secret key of a token, for clients that cannot set headers',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'Set by POST /api/login. Requests that change something must be of the same origin (Sec-Fetch-Site or Origin), otherwise 403',
  },
  accessKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-LZ-Access-Key',
    description: 'The secret key of a token, as log shippers send it',
  },
  firehoseKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Amz-Firehose-Access-Key',
    description: 'The secret key of a token, as delivery streams send it',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The secret key of a token; also `Splunk <key>`' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The secret key of a token as password, with any user name; also as `ApiKey` of any name',
  },
}

/** The security schemes of a route, of which one suffices; empty for a public route. */
export function securityOf(config: FastifyContextConfig): Security {
  if (config.access === 'public') return []
  const keys: Security =
    config.accessKeys === true ? [{ accessKey: [] }, { firehoseKey: [] }, { bearer: [] }, { basic: [] }] : []
  return [{ token: [] }, { AUTHTOKEN: [] }, ...keys, { session: [] }]
}

/** A sentence about who may call the route. */
export function accessText(config: FastifyContextConfig): string {
  const access = config.access ?? 'user'
  switch (access) {
    case 'public':
      return 'For everybody.'
    case 'caller':
      return 'For whoever has a token, an INGEST token too, or a session.'
    case 'user':
      return 'For whoever has a USER token or a session.'
    default:
      return `Needs the permission \`${access}\`.`
  }
}
