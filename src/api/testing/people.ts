import { type Caller, type Identity, type Permission, permissions } from '../../metadata/identity.ts'
import { Fault } from '../../schema/fault.ts'

type Gone = Parameters<Parameters<Identity['onRevoked']>[0]>[0]

const admin = { id: 1, username: 'admin', fullname: 'The Admin' }
const ann = { id: 2, username: 'ann', fullname: 'Ann Other' }
const bob = { id: 3, username: 'bob', fullname: 'Bob Bare' }

/**
 * Identity with four tokens and no store behind it: `user-admin` may everything, `user-ann` searches hosts fw-*,
 * `user-bob` has no permission, `ingest-1` only hands in. Sessions begin with login (password `secret`).
 */
export class People implements Identity {
  readonly tokens = new Map<string, Caller>([
    ['user-admin', { ...person(admin, permissions, ['*']), by: { token: 1 } }],
    ['user-ann', { ...person(ann, ['search'], ['fw-*']), by: { token: 2 } }],
    ['user-bob', { ...person(bob, [], []), by: { token: 3 } }],
    ['ingest-1', { ...person(admin, [], []), kind: 'ingest', by: { token: 4 } }],
  ])
  readonly #sessions = new Map<string, Caller>()
  readonly #listeners = new Set<(gone: Gone) => void>()

  async callerOfToken(secret: string): Promise<Caller | null> {
    return this.tokens.get(secret) ?? null
  }

  async callerOfSession(cookie: string): Promise<Caller | null> {
    return this.#sessions.get(cookie) ?? null
  }

  async login(username: string, password: string) {
    if (username !== 'admin' || password !== 'secret') {
      throw new Fault('authentication_failed', { detail: 'Wrong user name or password.' })
    }
    const cookie = `session-${this.#sessions.size + 1}`
    const caller: Caller = { ...person(admin, permissions, ['*']), by: { session: cookie } }
    this.#sessions.set(cookie, caller)
    return { caller, cookie, maxAge: 1209600 }
  }

  async logout(cookie: string): Promise<void> {
    this.#sessions.delete(cookie)
    this.revoke({ session: cookie })
  }

  onRevoked(listener: (gone: Gone) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  revoke(gone: Gone): void {
    for (const listener of this.#listeners) listener(gone)
  }
}

function person(
  user: Caller['user'],
  held: readonly Permission[],
  hosts: readonly string[],
): Omit<Caller, 'by'> {
  return {
    kind: 'user',
    user,
    permissions: new Set(held),
    hosts,
  }
}
