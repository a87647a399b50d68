import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { PendingEntry } from '../metadata/audit/pending-entry.ts'
import type { Caller } from '../metadata/identity.ts'
import type { FaultCode } from '../schema/fault.ts'
import type { AuditedRoute } from './audit/audited-routes.ts'
import type { Access, Credential } from './auth/access.ts'
import type { ScopeCheck } from './auth/scope.ts'

/** The Fastify server, with request parts typed by their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborts when the connection closes, also after a complete answer. `signal` of Fastify does not where a body is read: it listens to the
     * stream of the body, which closes at its end.
     */
    clientGone: AbortSignal
    /** Set by the guard; null on public routes. */
    caller: Caller | null
    /** The credential of the caller: live connections authenticate with it again. Never logged. */
    credential: Credential | null
    /** What the audit log has of it; null: nothing yet, or no more. */
    auditEntry: PendingEntry | null
    /** Address of the client whose request another node has checked and forwarded; null: nobody has forwarded it. */
    forwardedFor: string | null
    /** Another node has what it asks for, answers it, and writes its entry of the audit log. */
    isForwarded: boolean
  }
  interface FastifySchema {
    /** The body is required, although all of its members are optional. */
    needsBody?: true
    /** Errors besides those that follow from access, body and parameters. */
    faults?: readonly FaultCode[]
    /** Schemas for the API description of what the handler validates itself: headers, and bodies by media type. */
    reads?: { headers?: TSchema; body?: Readonly<Record<string, TSchema>> }
  }
  interface FastifyContextConfig {
    /** Who may call; by default `user`. */
    access?: Access
    /** Signs people in or out: refused under host names that are not ours. */
    isForBrowsers?: true
    /** What a token of one dashboard may call; by default nothing. */
    isInScope?: ScopeCheck
    /** Largest body in bytes, instead of the limit of the scope. */
    bodyLimit?: number
    /** Set by `installAudit`. */
    audited?: AuditedRoute
    /** A GET that changes something: with a session it must come from the same origin, like a POST. */
    changes?: boolean
    /** Tokens that only read may call it; by default, if it is a GET that changes nothing. */
    allowsReadOnly?: boolean
    /** Its answer has the events that were acknowledged before the request (`queries/see-acknowledged.ts`). */
    readsEvents?: true
    /** Its handler judges which members of the body lead to a way in (`ways-in.ts`), and calls `refuseLimited` for those. */
    checksLimits?: true
    /** Media type of an answer that is not JSON. */
    produces?: string
    /** Further media types that the answer can have. */
    alsoProduces?: readonly string[]
    /** Tokens are also accepted in the headers of clients of other log services: see credentialOf. */
    accessKeys?: boolean
    /** It takes websockets; a handshake elsewhere is a 404. */
    takesWebsockets?: boolean
    /** Throws the 403 or 404 of the object. Called before a 400 is answered, which must not reveal what a 404 hides. */
    exists?: (request: FastifyRequest) => Promise<unknown>
  }
}
