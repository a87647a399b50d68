import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../metadata/identity/identity.ts'
import { tokenHeaders } from './testing/people.ts'
import { requestRow } from './testing/permissions/request-row.ts'
import { type CallerKind, callerKinds, type PermissionRow } from './testing/permissions/row.ts'
import { permissionRows } from './testing/permissions/rows.ts'
import { registeredBy } from './testing/registered-routes.ts'
import { type TestServer, testServer } from './testing/test-server.ts'

let server: TestServer
let routes: string[]
let made = 0

beforeAll(async () => {
  ;({ built: server, routes } = await registeredBy(() => testServer()))
})
afterAll(() => server.app.close())

test('every operation has its row, and every row its operation', () => {
  const operations = new Set(permissionRows.map(({ operation }) => operation))
  expect([...operations].sort()).toEqual(routes)
})

describe('exactly these may', () => {
  const rows = permissionRows.map(
    row => [row.about ? `${row.operation}, ${row.about}` : row.operation, row] as const,
  )
  test.each(rows)('%s', async (_name, row) => {
    const answered: Record<string, number[]> = {}
    const wanted: Record<string, number[]> = {}
    for (const kind of callerKinds) {
      answered[kind] = await statusesOf(row, kind, permissionsOf(row, kind))
      wanted[kind] = wantedOf(row, kind)
    }
    // Only the named permissions matter: holding all others has no effect.
    const others = permissions.filter(one => ![row.needs, row.manages, row.also].includes(one))
    answered.others = await statusesOf(row, 'plain', others)
    wanted.others = wantedOf(row, 'plain')
    expect(answered).toEqual(wanted)
  })
})

function wantedOf(row: PermissionRow, kind: CallerKind): number[] {
  const statuses = row.statuses[kind]
  if (typeof statuses !== 'number') return [...statuses]
  return row.object === undefined || isNoUser(kind) ? [statuses] : [statuses, statuses]
}

/** Callers that own nothing. */
function isNoUser(kind: CallerKind): boolean {
  return kind === 'nobody' || kind === 'ingest'
}

function permissionsOf(row: PermissionRow, kind: CallerKind): Permission[] {
  const managed = kind === 'manager' || kind === 'limited'
  const held = managed ? [row.needs, row.manages] : kind === 'holder' ? [row.needs] : []
  return held.filter(one => one !== undefined)
}

/**
 * The answers to a newly created caller, for the caller's own new object and for another user's. Callers
 * that are no users get one, for an object of a user.
 */
async function statusesOf(row: PermissionRow, kind: CallerKind, held: Permission[]): Promise<number[]> {
  const statuses: number[] = []
  const objectOf = async (owner: { id: number; headers: Record<string, string> }, own: boolean) =>
    (await row.object?.(server, { ownerId: owner.id, own, headers: owner.headers })) ?? ''
  if (isNoUser(kind)) {
    const headers = kind === 'nobody' ? {} : tokenHeaders('ingest-1')
    const id = row.object === undefined ? '' : await objectOf(await personWith([]), false)
    return [await requestRow(server, row, headers, id)]
  }
  for (const own of row.object === undefined ? [true] : [true, false]) {
    const caller = await personWith(held, kind === 'limited' ? ['127.0.0.1'] : [])
    const owner = own ? caller : await personWith([])
    statuses.push(await requestRow(server, row, caller.headers, await objectOf(owner, own)))
  }
  return statuses
}

/** A new user with these permissions, who may see hosts fw-*. */
async function personWith(
  held: Permission[],
  networks: string[] = [],
): Promise<{ id: number; headers: Record<string, string> }> {
  const { users, groups, tokens } = server.people.metadata
  const name = `person ${++made}`
  const { id } = await users.create({ username: name })
  await groups.create({ name, permissions: held, hosts: ['fw-*'], members: [id] })
  const { secret_key } = await tokens.create({ userId: id, managesUsers: false }, { networks })
  return { id, headers: { authorization: `token ${secret_key}` } }
}
