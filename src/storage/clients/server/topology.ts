import { text } from '../../sql/literal.ts'
import type { Server } from './server.ts'

/** A replica of a shard, from the servers' configuration. */
interface Member {
  shard: number
  replica: number
  weight: number
  /** Host and port of the native protocol. */
  address: string
}

/** Servers that have the same rows. */
export interface Shard {
  readonly number: number
  /** Its relative share of the batches; 0: none. */
  readonly weight: number
  /** In the order of the cluster, without servers that have not answered yet. */
  readonly servers: readonly Server[]
}

/** Maps servers to shards. The servers report it themselves: each knows its own row of `system.clusters`. */
export class Topology {
  readonly servers: readonly Server[]
  readonly cluster: string | undefined
  /** The place in the cluster of each server that has answered, or of which it is certain (assumePlaces). */
  readonly #places = new Map<Server, Member>()
  /** Servers whose place was assumed and not checked yet. */
  readonly #assumed = new Set<Server>()
  /** The cluster's replicas, as the last located server has reported them. */
  #members: readonly Member[] = []

  /** `cluster`: name in the servers' configuration; absent for a single server. */
  constructor(servers: readonly Server[], cluster: string | undefined) {
    this.servers = servers
    this.cluster = cluster
  }

  get shards(): readonly Shard[] {
    if (this.cluster === undefined) return [{ number: 1, weight: 1, servers: this.servers }]
    const numbers = [...new Set(this.#members.map(({ shard }) => shard))]
    return numbers.map(number => {
      const members = this.#members.filter(({ shard }) => shard === number)
      const servers = members.flatMap(member => this.#serverAt(member) ?? [])
      return { number, weight: Math.min(...members.map(({ weight }) => weight)), servers }
    })
  }

  /** A topology with only these servers, while others are missing. */
  only(servers: readonly Server[]): Topology {
    const part = new Topology(servers, this.cluster)
    for (const server of servers) {
      const place = this.#places.get(server)
      if (place !== undefined) part.#places.set(server, place)
    }
    part.#members = [...part.#places.values()]
    return part
  }

  /** Number of replicas of a shard, including replicas that have not answered yet. */
  replicasOf(shard: number): number {
    return Math.max(1, this.#members.filter(member => member.shard === shard).length)
  }

  /** A server's host and port of the native protocol. */
  addressOf(server: Server): string {
    return this.#places.get(server)?.address ?? server.name
  }

  /**
   * Gives the servers that have not answered yet the places that are left, if their shards are certain: all
   * places are of one shard, or each has the host of one of these servers. Returns whether they are. `locate`
   * checks the place of a server once it answers.
   */
  assumePlaces(): boolean {
    const unknown = this.servers.filter(server => !this.#places.has(server))
    const free = this.#members.filter(member => this.#serverAt(member) === undefined)
    if (unknown.length !== free.length) return false
    const hostOf = ({ address }: { address: string }) => address.replace(/:\d+$/, '')
    // Which replica of the shard a server is does not matter before it answers.
    const isOneShard = new Set(free.map(({ shard }) => shard)).size === 1
    const placesOf = (server: Server, i: number) =>
      free.filter((member, at) =>
        isOneShard ? at === i : hostOf(member) === new URL(server.address.url).hostname,
      )
    const places = unknown.map(placesOf)
    if (places.some(({ length }) => length !== 1) || new Set(places.flat()).size !== free.length) return false
    for (const [i, server] of unknown.entries()) {
      const [place] = places[i] ?? []
      if (place === undefined) continue
      this.#places.set(server, place)
      this.#assumed.add(server)
    }
    return true
  }

  /** Finds the place of a server. Rejects with an UnsuitableServerError if the configuration is wrong. */
  async locate(server: Server): Promise<void> {
    if (this.cluster === undefined) return
    const rows = await server.select(
      `SELECT shard_num, replica_num, shard_weight, host_name, port, is_local FROM system.clusters WHERE cluster = ${text(this.cluster)} ORDER BY shard_num, replica_num`,
    )
    const named = `the ClickHouse server ${server.name}`
    if (rows.length === 0)
      throw new UnsuitableServerError(
        `${named} has no cluster ${this.cluster} in its remote_servers: MILLRACE_CLICKHOUSE_CLUSTER must be one of system.clusters`,
      )
    const members = rows.map(([shard, replica, weight, host, port]) => ({
      shard: Number(shard),
      replica: Number(replica),
      weight: Number(weight),
      address: `${host}:${port}`,
    }))
    const own = members.filter((_, i) => Number(rows[i]?.[5]) === 1)
    const [place] = own
    if (place === undefined || own.length > 1)
      throw new UnsuitableServerError(
        `${named} must find itself once in the cluster ${this.cluster} (is_local of system.clusters), not ${own.length} times: its remote_servers must have its own name and tcp_port`,
      )
    // An assumed place, or the place of an earlier configuration.
    const earlier = this.#places.get(server)
    this.#places.delete(server)
    // Another server of its shard was assumed to be there.
    const assumedThere = this.#serverAt(place)
    if (assumedThere !== undefined && this.#assumed.has(assumedThere) && earlier?.shard === place.shard)
      this.#places.set(assumedThere, earlier)
    this.#checkAgainstOthers(server, members, place)
    this.#members = members
    this.#places.set(server, place)
    this.#assumed.delete(server)
  }

  /** Throws an UnsuitableServerError if a server of the cluster has no address or no shard takes events. */
  checkComplete(): void {
    if (this.cluster === undefined) return
    if (this.#members.length > this.servers.length) {
      const missing = this.#members.filter(member => this.#serverAt(member) === undefined)
      const names = missing.map(({ shard, address }) => `${address} (shard ${shard})`).join(', ')
      throw new UnsuitableServerError(
        `MILLRACE_CLICKHOUSE_URL must list all ${this.#members.length} servers of the cluster ${this.cluster}; it lacks ${names}`,
      )
    }
    if (this.shards.every(({ weight }) => weight === 0))
      throw new UnsuitableServerError(
        `all shards of the cluster ${this.cluster} have the weight 0: none takes events`,
      )
  }

  #serverAt(wanted: Member): Server | undefined {
    for (const [server, { shard, replica }] of this.#places)
      if (shard === wanted.shard && replica === wanted.replica) return server
    return undefined
  }

  /** Throws an UnsuitableServerError when a server contradicts the other servers that have places. */
  #checkAgainstOthers(server: Server, members: readonly Member[], place: Member): void {
    const [known] = this.#places.keys()
    if (known === undefined) return
    if (JSON.stringify(members) !== JSON.stringify(this.#members))
      throw new UnsuitableServerError(
        `the ClickHouse servers ${known.name} and ${server.name} must have the same cluster ${this.cluster} in their remote_servers`,
      )
    const other = this.#serverAt(place)
    if (other !== undefined)
      throw new UnsuitableServerError(
        `MILLRACE_CLICKHOUSE_URL has the server of shard ${place.shard}, replica ${place.replica} twice: ${other.name} and ${server.name}`,
      )
  }
}

/** A server cannot hold the store or a shard of it: its version or configuration must be changed. */
export class UnsuitableServerError extends Error {
  override name = 'UnsuitableServerError' as const
}
