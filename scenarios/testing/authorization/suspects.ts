import { isObject, type JsonObject } from '../../../src/schema/text/json-object.ts'
import { Client } from '../client.ts'
import type { Millrace } from '../millrace.ts'
import { until } from '../until.ts'
import type { Suspect } from './judge.ts'
import { ownerHost } from './owned-objects.ts'

/** A suspect with its token; undefined: no credentials. */
export interface SuspectWithToken extends Suspect {
  token: string | undefined
}

interface People {
  owner: { id: number; token: string; password: string; username: string }
  ownerGroup: number
  /** All callers that request the owner's objects; one token belongs to the dashboard `dashboardOfToken`. */
  suspects(dashboardOfToken: number): Promise<SuspectWithToken[]>
}

/** Permissions of ordinary users. */
const ordinary = ['search', 'sql', 'notifications', 'triggers', 'reports', 'tasks']
const refusals = [403, 404]
const tokenSeconds = 1

/** Creates the owner, who sees one host, and users and tokens that may not see the owner's objects. */
export async function makeSuspects({ client, url }: Millrace): Promise<People> {
  const made = async (path: string, body: object): Promise<JsonObject> => {
    const answer = await client.post(path, body)
    const object: unknown = await answer.json()
    if (answer.status !== 201 || !isObject(object))
      throw new Error(`POST ${path} was answered ${answer.status}`)
    return object
  }
  const tokenOf = async (user: number, more: object = {}) =>
    String((await made('/api/authtokens', { user, ...more })).secret_key)
  const password = 'the owner of all of it'
  const userOf = async (username: string) => Number((await made('/api/users', { username, password })).id)
  const [owner, stranger, powerless] = [
    await userOf('owner'),
    await userOf('stranger'),
    await userOf('powerless'),
  ]
  const groupOf = async (name: string, hosts: string[], member: number) =>
    Number((await made('/api/groups', { name, permissions: ordinary, hosts, members: [member] })).id)
  const ownerGroup = await groupOf('owners', [ownerHost], owner)
  await groupOf('strangers', ['fw-*'], stranger)
  return {
    owner: { id: owner, token: await tokenOf(owner), password, username: 'owner' },
    ownerGroup,
    async suspects(dashboardOfToken) {
      const expires_at = Date.now() / 1_000 + tokenSeconds
      const expired = await tokenOf(owner, { expires_at })
      const { secret_key: revoked, id } = await made('/api/authtokens', { user: owner })
      await fetch(`${url}/api/authtokens/${id}`, { method: 'DELETE', headers: client.headers })
      const isRefused = async (token: string) =>
        (await new Client({ url, token }).get('/api/auth')).status === 401
      for (const token of [expired, String(revoked)])
        await until('a token to be refused', () => isRefused(token))
      const known = { refusals, isKnown: true }
      const unknown = { refusals: [401], isKnown: false }
      return [
        { name: 'nobody', token: undefined, ...unknown },
        { name: 'an expired token of the owner', token: expired, ...unknown },
        { name: 'a revoked token of the owner', token: String(revoked), ...unknown },
        {
          name: 'an INGEST token of the owner',
          token: await tokenOf(owner, { token_type: 'INGEST' }),
          ...known,
        },
        { name: 'a user without permissions', token: await tokenOf(powerless), ...known },
        { name: 'a stranger with permissions', token: await tokenOf(stranger), ...known },
        {
          name: 'a token of the owner for one dashboard',
          token: await tokenOf(owner, { scope: { dashboard_id: dashboardOfToken } }),
          ...known,
        },
        // Last, because it may end queries, which are not permanent.
        {
          name: 'a token of the owner for reading',
          token: await tokenOf(owner, { read_only: true }),
          readsOwned: true,
          ...known,
        },
      ]
    },
  }
}
