import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { PendingEntry } from '../../metadata/audit/pending-entry.ts'
import type { Caller } from '../../metadata/identity/identity.ts'
import type { FaultCode } from '../../schema/fault.ts'
import type { AuditedRoute } from '../audit/audited-routes.ts'
import type { Access, Credential } from '../auth/access.ts'
import type { ScopeCheck } from '../auth/scope.ts'

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
     * Aborts when the connection closes, also after a complete answer. Fastify's `signal` does not once a
     * body is read: it listens to the stream of the body, which closes at its end.
     */
    clientGone: AbortSignal
    /** Set by the guard; null on public routes. */
    caller: Caller | null
    /** The caller's credential, with which live connections authenticate again. Never logged. */
    credential: Credential | null
    /** The request's entry in the audit log; null: none yet, or already written. */
    auditEntry: PendingEntry | null
    /** Address of the client, if another node has checked and forwarded the request; null: not forwarded. */
    forwardedFor: string | null
    /** Another node owns the requested object, answers, and writes the entry in the audit log. */
    isForwarded: boolean
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
    /** Who may call; by default `user`. */
    access?: Access
    /** Signs users in or out; refused for host names that are not ours. */
    isForBrowsers?: true
    /** Whether a token for one dashboard may call it; by default not. */
    isInScope?: ScopeCheck
    /** Largest body in bytes, instead of the limit of the scope. */
    bodyLimit?: number
    /** Set by `installAudit`. */
    audited?: AuditedRoute
    /** A GET that changes something: with a session it must come from the same origin, like a POST. */
    changes?: boolean
    /** Read-only tokens may call it; by default, if it is a GET that changes nothing. */
    allowsReadOnly?: boolean
    /** Its answer includes all events acknowledged before the request (`queries/see-acknowledged.ts`). */
    readsEvents?: true
    /**
     * Its handler decides which body members create a way in (`ways-in.ts`), and calls `refuseLimited` for
     * them.
     */
    checksLimits?: true
    /** Media type of an answer that is not JSON. */
    produces?: string
    /** Further media types of the answer. */
    alsoProduces?: readonly string[]
    /** Also accepts tokens in headers of other log services' clients: see credentialOf. */
    accessKeys?: boolean
    /** Accepts websockets. On other routes a handshake is a 404. */
    takesWebsockets?: boolean
    /**
     * Throws the object's 403 or 404. Called before a 400 is answered, which must not reveal what a 404
     * hides.
     */
    exists?: (request: FastifyRequest) => Promise<unknown>
  }
}
