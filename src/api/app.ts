import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '../metadata/identity.ts'
import type { FaultCode } from '../schema/fault.ts'
import type { Access, Credential } from './auth/access.ts'

/** The HTTP server as routes see it: request parts are typed by the schemas that check them. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; null on routes that anybody may call. */
    caller: Caller | null
    /** What proved it, so that a long-lived connection can ask again. Never logged. */
    credential: Credential | null
  }
  interface FastifySchema {
    /** Its body may not be left out, though no member of it is required by itself. */
    needsBody?: true
    /** Errors that the route answers beside those that follow from its access, its body and its parameters. */
    faults?: readonly FaultCode[]
    /** What the handler reads and checks by itself, for the API description: headers, and bodies by media type. */
    reads?: { headers?: TSchema; body?: Readonly<Record<string, TSchema>> }
  }
  interface FastifyContextConfig {
    /** Who may call; `user` when a route does not say. */
    access?: Access
    /** Bytes of a body, where the limit of all routes would not do. */
    bodyLimit?: number
    /** A GET that changes something: a session needs a same-origin request, as for POST. */
    changes?: boolean
    /** Media type of the answer when it is not JSON; an Accept that excludes it is a 406. */
    produces?: string
    /** Further media types that the answer can have: an Accept of one of these is met too. */
    alsoProduces?: readonly string[]
    /** The ways in which log shippers show a token count here: see credentialOf. */
    accessKeys?: boolean
    /**
     * Throws the 403 or 404 that this route would answer. Asked only when a request turns out to be a 400, since a
     * caller must not learn from a 400 what a 404 would hide.
     */
    exists?: (request: FastifyRequest) => Promise<unknown>
  }
}
