import type { Permission } from '../../../metadata/identity/identity.ts'
import type { TestServer } from '../test-server.ts'

/** The owner of the requested object. */
interface Ownership {
  ownerId: number
  /** Whether the owner is the caller. */
  own: boolean
  /** Headers of the owner. */
  headers: Record<string, string>
}

/**
 * Creates an object of this owner. Returns its key for the path and for bodies, with `/` between two keys.
 */
type MakeObject = (server: TestServer, ownership: Ownership) => Promise<string | number>

/** Members that several operations share. */
export interface Area {
  /** The required permission, otherwise a 403; absent: every user may. */
  needs?: Permission
  /** The permission for objects of other users. */
  manages?: Permission
  /** Grants a part of what `manages` grants; separate rows define which. */
  also?: Permission
  /** The object of the operation, if it has one. */
  object?: MakeObject
}

/** The kinds of caller, in the order of the columns. */
export const callerKinds = ['nobody', 'ingest', 'plain', 'holder', 'manager', 'limited'] as const
export type CallerKind = (typeof callerKinds)[number]

/** Status for the caller's own object, and for another user's. */
export type Statuses = number | readonly [own: number, foreign: number]

/** Permissions of an operation: the exact status for each kind of caller. */
export interface PermissionRow extends Area {
  /** As registered: `PATCH /api/tasks/:id`. */
  operation: string
  /** Distinguishes rows of the same operation. */
  about?: string
  body?: object | ((id: string | number) => object)
  /** The query string with its question mark. */
  query?: string | ((id: string | number) => string)
  statuses: Readonly<Record<CallerKind, Statuses>>
}

type Columns = readonly [
  nobody: Statuses,
  ingest: Statuses,
  plain: Statuses,
  holder: Statuses,
  manager: Statuses,
]

/**
 * Status for a manager whose token is limited to a network. Rows of routes that give access or show keys say
 * that they refuse it (auth/limited-tokens.ts).
 */
interface Limited {
  limited?: Statuses
}

/** A row as one line. */
export function row(
  area: Area,
  operation: string,
  [nobody, ingest, plain, holder, manager]: Columns,
  { limited = manager, ...more }: Pick<PermissionRow, 'about' | 'body' | 'query'> & Limited = {},
): PermissionRow {
  return { ...area, ...more, operation, statuses: { nobody, ingest, plain, holder, manager, limited } }
}
