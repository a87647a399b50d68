import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { FaultCode } from '../../schema/fault.ts'

/** The Fastify server, with request parts typed by their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The guard and the audit log add their own members: see auth/guard.ts and audit/install-audit.ts. */
declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborts when the connection closes, also after a complete answer. Fastify's `signal` does not once a
     * body is read: it listens to the stream of the body, which closes at its end.
     */
    clientGone: AbortSignal
  }
  interface FastifySchema {
    /** The body is required although all its members are optional. */
    needsBody?: true
    /** Errors beyond those implied by access, body and parameters. */
    faults?: readonly FaultCode[]
    /**
     * Schemas for the API description of parts that the handler validates itself: headers, and bodies by
     * media type.
     */
    reads?: { headers?: TSchema; body?: Readonly<Record<string, TSchema>> }
  }
  interface FastifyContextConfig {
    /** Largest body in bytes, instead of the limit of the scope. */
    bodyLimit?: number
    /** Its answer includes all events acknowledged before the request (`queries/see-acknowledged.ts`). */
    readsEvents?: true
    /** Media type of an answer that is not JSON. */
    produces?: string
    /** Further media types of the answer. */
    alsoProduces?: readonly string[]
    /** Accepts websockets. On other routes a handshake is a 404. */
    takesWebsockets?: boolean
    /**
     * Throws the object's 403 or 404. Called before a 400 is answered, which must not reveal what a 404
     * hides.
     */
    exists?: (request: FastifyRequest) => Promise<unknown>
  }
}
