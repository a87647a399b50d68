import type { FastifyBaseLogger } from 'fastify'
import type { Caller, Identity, Revocation } from '../../metadata/identity/identity.ts'
import type { Credential } from '../auth/access.ts'
import { callerOfCredential } from '../auth/guard.ts'
import type { ChangedIds } from './targets.ts'

export interface HubLimits {
  maxConnections: number
  /** Maximum connections of one user. */
  maxPerUser: number
  /** Maximum connections of one token that is limited to dashboards. */
  maxPerScopedToken: number
  /** Maximum bytes waiting for all clients of one user. */
  maxWaitingBytesPerUser: number
  pingIntervalMs: number
  /** Time between checks for slow readers and changed rights. */
  sweepIntervalMs: number
}

/** Time for clients to close their side when the service stops. */
const closeTimeoutMs = 1_000

/** A websocket managed by the hub. */
export interface HubConnection {
  readonly caller: Caller
  /** Bytes that the client has not taken. */
  readonly waitingBytes: number
  /** Terminates the connection if the last two pings were not answered. */
  ping(): void
  /** Closes the connection if its client has stopped reading. `now`: Unix milliseconds. */
  closeIfStalled(now: number): void
  close(code: number, reason: string): void
  terminate(): void
  /** Called regularly with the current rights of the caller. */
  updateCaller(caller: Caller): void
  /** Called when widgets or dashboards have changed; null: any may have. Absent: shows no widgets. */
  widgetsChanged?(changedIds: ChangedIds | null): void
}

/** All live connections. Pings them, and closes them when their credentials become invalid. */
export class LiveHub {
  readonly #connections = new Map<HubConnection, Credential>()
  readonly #identity: Identity
  readonly #limits: HubLimits
  readonly #log: FastifyBaseLogger
  readonly #timers: NodeJS.Timeout[]
  readonly #stopListening: () => void
  /** Connections that other nodes opened for their clients. They count toward the shares at those nodes. */
  readonly #connectionsOfNodes = new WeakSet<HubConnection>()
  #isSweeping = false

  constructor(identity: Identity, limits: HubLimits, log: FastifyBaseLogger) {
    this.#identity = identity
    this.#limits = limits
    this.#log = log
    this.#timers = [
      setInterval(() => {
        for (const connection of this.#connections.keys()) connection.ping()
      }, limits.pingIntervalMs).unref(),
      setInterval(() => void this.#sweep(), limits.sweepIntervalMs).unref(),
    ]
    this.#stopListening = identity.onRevoked(revoked => {
      for (const connection of this.#connections.keys()) {
        if (isRevoked(connection.caller, revoked)) revoke(connection)
      }
    })
  }

  /**
   * Makes room for one more connection of the caller. Returns false if it is refused.
   * - Beyond the maximum of its user or token, it is refused.
   * - At the total maximum, closes the newest connection of the user with most, so that no user keeps others
   *   out. Refuses if the caller would then have as many as that user had.
   * `isOfNode`: another node connects for the caller.
   */
  makeRoomFor(caller: Caller, isOfNode = false): boolean {
    if (!isOfNode && !this.#isWithinShare(caller, 1)) return false
    const userId = caller.user.id
    if (this.#connections.size < this.#limits.maxConnections) return true
    const counts = new Map<number, number>()
    for (const connection of this.#connections.keys()) {
      const { id } = connection.caller.user
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const highest = Math.max(...counts.values())
    if ((counts.get(userId) ?? 0) + 1 >= highest) return false
    const newest = [...this.#connections.keys()].findLast(
      ({ caller: { user } }) => counts.get(user.id) === highest,
    )
    if (newest === undefined) return false
    this.remove(newest)
    newest.close(1013, 'others need the connection: too many are open')
    return true
  }

  add(connection: HubConnection, credential: Credential, isOfNode = false): void {
    this.#connections.set(connection, credential)
    if (isOfNode) {
      this.#connectionsOfNodes.add(connection)
      return
    }
    // Several handshakes of one caller may have been admitted at the same time. (So may have been handshakes
    // of several callers: `maxConnections` may be exceeded by the handshakes of a moment.)
    if (!this.#isWithinShare(connection.caller, 0)) connection.close(1013, 'too many connections are open')
  }

  /** Whether the caller's user and scoped token may have their open connections and `added` further ones. */
  #isWithinShare({ user, scope, authenticatedBy }: Caller, added: number): boolean {
    const { maxPerUser, maxPerScopedToken } = this.#limits
    const token = scope !== undefined && 'token' in authenticatedBy ? authenticatedBy.token : undefined
    let userCount = added
    let tokenCount = added
    for (const connection of this.#connections.keys()) {
      const { caller } = connection
      if (caller.user.id !== user.id || this.#connectionsOfNodes.has(connection)) continue
      userCount++
      if ('token' in caller.authenticatedBy && caller.authenticatedBy.token === token) tokenCount++
    }
    return userCount <= maxPerUser && (token === undefined || tokenCount <= maxPerScopedToken)
  }

  remove(connection: HubConnection): void {
    this.#connections.delete(connection)
  }

  /** `changedIds`: null if any object may have changed. */
  widgetsChanged(changedIds: ChangedIds | null): void {
    for (const connection of this.#connections.keys()) connection.widgetsChanged?.(changedIds)
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#stopListening()
    const open = [...this.#connections.keys()]
    for (const connection of open) connection.close(1001, 'the service is stopping')
    setTimeout(() => {
      for (const connection of open) connection.terminate()
    }, closeTimeoutMs).unref()
  }

  /** If too many bytes wait for a user, ends the fullest connections until the rest is within the bound. */
  #boundWaitingBytes(): void {
    const byUser = Map.groupBy(this.#connections.keys(), ({ caller }) => caller.user.id)
    for (const connections of byUser.values()) {
      let waiting = connections.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
      if (waiting <= this.#limits.maxWaitingBytesPerUser) continue
      for (const connection of connections.sort((left, right) => right.waitingBytes - left.waitingBytes)) {
        if (waiting <= this.#limits.maxWaitingBytesPerUser) break
        waiting -= connection.waitingBytes
        // A close frame would queue behind the waiting bytes.
        connection.terminate()
      }
    }
  }

  async #sweep(): Promise<void> {
    if (this.#isSweeping) return
    this.#isSweeping = true
    try {
      const now = Date.now()
      this.#boundWaitingBytes()
      for (const connection of [...this.#connections.keys()]) connection.closeIfStalled(now)
      await this.#identity.invalidateIfChanged()
      for (const [connection, credential] of [...this.#connections]) {
        const caller = await callerOfCredential(this.#identity, credential)
        if (caller === null) revoke(connection)
        else connection.updateCaller(caller)
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the rights of live connections could not be looked up')
    } finally {
      this.#isSweeping = false
    }
  }
}

function revoke(connection: HubConnection): void {
  connection.close(1008, 'the credentials are no longer valid')
}

function isRevoked({ authenticatedBy, user }: Caller, revoked: Revocation): boolean {
  if (revoked.user !== undefined && revoked.user === user.id) return true
  return 'token' in authenticatedBy
    ? revoked.token === authenticatedBy.token
    : revoked.session === authenticatedBy.session
}
