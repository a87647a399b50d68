import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { until } from '../async/until.ts'
import { parsePublicAddress } from '../geoip/public-address.ts'

/** An address that may be connected to. */
export interface CheckedAddress {
  address: string
  family: 4 | 6
}

type Resolver = (name: string) => Promise<readonly string[]>

export interface OutgoingGuardOptions {
  allowed: AllowList
  /** Name of the setting that `allowed` is from, for errors. Default: MILLRACE_WEBHOOK_ALLOW. */
  setting?: string
  /**
   * Ports of this service, refused even if the host is allowed: a request to ourselves could set off its own
   * trigger, and a forwarded event would be forwarded again.
   */
  ownPorts: () => ReadonlySet<number>
  /** Default: the resolver of the system, with its hosts file. */
  resolve?: Resolver
  /** Addresses of this machine. Default: of all its network interfaces. */
  ownAddresses?: () => readonly string[]
}

/** A request is not allowed; the message is a sentence for the person who asked for it. */
export class RefusedTargetError extends Error {
  override name = 'RefusedTargetError' as const
}

const maxAddresses = 16
const resolveTimeoutMs = 5_000

/** Public addresses that are refused all the same. */
const refusedPublic = new BlockList()
// 6to4 (RFC 7526 deprecates it) embeds any IPv4 address, private ones too.
refusedPublic.addSubnet('2002::', 16, 'ipv6')
// Azure's services for its virtual machines.
refusedPublic.addAddress('168.63.129.16', 'ipv4')

/** Addresses of any machine for itself. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addSubnet('0.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addAddress('::', 'ipv6')

/**
 * Decides which hosts requests of users may reach: public addresses, and the hosts that the operator
 * allows. It resolves names, and the caller connects to the returned addresses only, so that a name cannot
 * resolve differently afterwards.
 */
export class OutgoingGuard {
  readonly #options: OutgoingGuardOptions

  constructor(options: OutgoingGuardOptions) {
    this.#options = options
  }

  /**
   * The addresses of a host, at most 16. The host is a name, an IPv4 address or an IPv6 address without
   * brackets. Throws a RefusedTargetError if any of these addresses is not allowed, another Error if the name
   * cannot be resolved.
   */
  async check(host: string, port: number, signal: AbortSignal): Promise<CheckedAddress[]> {
    const { allowed } = this.#options
    const isLiteral = isIP(host) !== 0
    const addresses = isLiteral ? [host] : await this.#resolve(host, signal)
    if (addresses.length === 0) throw new Error(`The host ${host} has no address.`)
    const isAllowedName = !isLiteral && allowed.allowsName(host)
    return addresses.slice(0, maxAddresses).map(address => {
      // Errors contain only the host name: addresses would show the trigger's author an internal network.
      const family = isIP(address)
      // A zone (fe80::1%eth0) is link-local.
      if ((family !== 4 && family !== 6) || address.includes('%'))
        throw new RefusedTargetError(`${host} is not an address that can be called.`)
      const isOwn = this.#isOwn(address)
      if (isOwn && this.#options.ownPorts().has(port)) {
        throw new RefusedTargetError(`${host}, port ${port} is this service.`)
      }
      const isPublic = !isOwn && isPublicAddress(address)
      if (!isPublic && !isAllowedName && !allowed.allowsAddress(address)) {
        throw new RefusedTargetError(
          `${host} is not a public address, and ${this.#options.setting ?? 'MILLRACE_WEBHOOK_ALLOW'} does not allow it.`,
        )
      }
      return { address, family }
    })
  }

  /** Resolves a name within the time limit. The lookup itself cannot be cancelled. */
  async #resolve(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const { resolve = resolveBySystem } = this.#options
    const ended = AbortSignal.any([signal, AbortSignal.timeout(resolveTimeoutMs)])
    try {
      return await until(resolve(name), { signal: ended })
    } catch (error) {
      throw ended.aborted ? new Error(`The host ${name} could not be resolved in time.`) : error
    }
  }

  #isOwn(address: string): boolean {
    const { ownAddresses = addressesOfThisMachine } = this.#options
    if (loopback.check(address, familyOf(address))) return true
    const ownList = new BlockList()
    for (const one of ownAddresses()) ownList.addAddress(one, familyOf(one))
    return ownList.check(address, familyOf(address))
  }
}

function isPublicAddress(address: string): boolean {
  return parsePublicAddress(address) !== undefined && !refusedPublic.check(address, familyOf(address))
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

function addressesOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap(addresses =>
    (addresses ?? []).map(({ address }) => address.replace(/%.*$/, '')),
  )
}

/** Private networks and host names that a setting allows, besides public addresses. */
export class AllowList {
  readonly #networks = new BlockList()
  readonly #names = new Set<string>()

  /** Entries: addresses, networks (10.1.0.0/16) or host names, validated when the setting was read. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', prefix] = entry.split('/')
      if (isIP(address) === 0) this.#names.add(normalizedName(entry))
      else {
        const family = familyOf(address)
        this.#networks.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
      }
    }
  }

  allowsName(name: string): boolean {
    return this.#names.has(normalizedName(name))
  }

  allowsAddress(address: string): boolean {
    return this.#networks.check(address, familyOf(address))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** A host name in lower case, without the trailing dot of a fully qualified name. */
function normalizedName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
