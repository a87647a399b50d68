import { type KindName, kindNames, kindOf } from '../kinds.ts'
import type { ListenAt, ListenerSettings, TlsSettings } from '../settings.ts'
import { type ListenerFault, ListenerFaults, type Place } from './faults.ts'
import { isObject, readMembers } from './members.ts'
import {
  filePath,
  listenerName,
  networks,
  oneOf,
  permissions,
  socketPath,
  text,
  truth,
  userTags,
  type ValueReader,
  wholeNumber,
  zone,
} from './values.ts'

const mostListeners = 100
const mebibyte = 1024 ** 2
const everyAddress = '0.0.0.0'
const defaultMode = 0o660
const whyRoots =
  'whose roots alone certificates of senders are judged by: without it anybody with a certificate of a public authority would be let in'

/** Left to readers of their own. */
const asItIs: ValueReader<unknown> = { takes: 'something', read: value => value }

/** Every member of a listener; docs/listeners.md tells what each is for. */
export const listenerMembers = {
  name: listenerName,
  kind: oneOf(...kindNames),
  enabled: truth,
  host: text,
  port: wholeNumber(0, 65_535),
  path: socketPath,
  mode: permissions,
  tls: asItIs,
  allow: networks,
  proxy_protocol: oneOf('off', 'required'),
  trusted_proxies: networks,
  timezone: zone,
  source_tag: text,
  sender_tag: text,
  program: text,
  tags: userTags,
  idle_timeout: wholeNumber(1, 86_400),
  max_connections: wholeNumber(1, 100_000),
  max_connections_per_sender: wholeNumber(1, 100_000),
  max_frame_bytes: wholeNumber(480, mebibyte),
  max_rate_per_sender: wholeNumber(1, 1_000_000),
} as const

/** Every member of `tls`; paths are taken from the folder of the file on. */
export function tlsMembers(folder: string) {
  const file = filePath(folder)
  return {
    cert: file,
    key: file,
    ca: file,
    client_certificates: oneOf('none', 'optional', 'required'),
  } as const
}

type Members = ReturnType<typeof readMembers<typeof listenerMembers>>
type Transport = 'udp' | 'tcp' | 'unix'

/** Members that only some transports have. */
const transportsOf: Partial<Record<keyof Members, readonly Transport[]>> = {
  host: ['udp', 'tcp'],
  port: ['udp', 'tcp'],
  path: ['unix'],
  mode: ['unix'],
  tls: ['tcp'],
  allow: ['udp', 'tcp'],
  sender_tag: ['udp', 'tcp'],
  proxy_protocol: ['tcp'],
  trusted_proxies: ['tcp'],
  idle_timeout: ['tcp', 'unix'],
  max_connections: ['tcp', 'unix'],
  max_connections_per_sender: ['tcp'],
  max_rate_per_sender: ['udp'],
}

/**
 * The content of a file of listeners (what its YAML or JSON holds), checked: those that are on, or all that is wrong. `folder` is the
 * file's; `taken` are names of listeners that stand elsewhere.
 */
export function readListeners(
  content: unknown,
  folder: string,
  taken: readonly string[],
): { listeners: ListenerSettings[] } | { faults: ListenerFault[] } {
  const faults = new ListenerFaults()
  const listeners: ListenerSettings[] = []
  const names = new Set(taken)
  const members = isObject(content) ? readMembers(content, { listeners: asItIs }, [], faults) : {}
  const list = members.listeners
  if (!Array.isArray(list) || list.length > mostListeners) {
    faults.add(['listeners'], `expected a list of at most ${mostListeners} listeners`)
  } else {
    for (const [i, item] of list.entries()) {
      const listener = new ListenerReader(['listeners', i], folder, faults).read(item, names)
      if (listener !== undefined) listeners.push(listener)
    }
  }
  return faults.all.length > 0 ? { faults: faults.all } : { listeners }
}

class ListenerReader {
  readonly #place: Place
  readonly #folder: string
  readonly #faults: ListenerFaults

  constructor(place: Place, folder: string, faults: ListenerFaults) {
    this.#place = place
    this.#folder = folder
    this.#faults = faults
  }

  /** undefined when it is off, or has faults. */
  read(item: unknown, names: Set<string>): ListenerSettings | undefined {
    if (!isObject(item)) return this.#faults.add(this.#place, 'expected a listener: a name, a kind and more')
    const members = readMembers(item, listenerMembers, this.#place, this.#faults)
    const { name, kind } = members
    if (item.name === undefined) this.#fault('name', `expected ${listenerMembers.name.takes}`)
    if (item.kind === undefined) this.#fault('kind', `expected ${listenerMembers.kind.takes}`)
    if (name !== undefined && names.has(name)) this.#fault('name', `${name} is the name of another listener`)
    if (name === undefined || kind === undefined) return undefined
    names.add(name)
    const { transport } = kindOf(kind)
    for (const member of Object.keys(members) as (keyof Members)[]) {
      const fitting = transportsOf[member]
      if (fitting?.includes(transport) === false) this.#fault(member, `is nothing that ${kind} has`)
    }
    const settings = this.#settings(name, kind, members)
    return members.enabled === false ? undefined : settings
  }

  #settings(name: string, kind: KindName, members: Members): ListenerSettings | undefined {
    const at = this.#at(kind, members)
    const tls = this.#tls(kind, members)
    const proxies = this.#proxies(members)
    if (at === undefined) return undefined
    const { allow, timezone, source_tag: sourceTag, sender_tag: senderTag, program, tags } = members
    const { max_connections: connections, max_connections_per_sender: connectionsPerSender } = members
    const { max_frame_bytes: maxFrameBytes, max_rate_per_sender: rate, idle_timeout: idle } = members
    return {
      name,
      kind,
      at,
      ...(tls && { tls }),
      ...(allow && { allow }),
      ...(proxies && { proxies }),
      ...(timezone !== undefined && { timezone }),
      ...(sourceTag !== undefined && { sourceTag }),
      ...(senderTag !== undefined && { senderTag }),
      ...(program !== undefined && { program }),
      ...(tags && { tags }),
      ...(idle !== undefined && { idleMillis: idle * 1_000 }),
      ...(connections !== undefined && { connections }),
      ...(connectionsPerSender !== undefined && { connectionsPerSender }),
      ...(maxFrameBytes !== undefined && { maxFrameBytes }),
      ...(rate !== undefined && { rate }),
    }
  }

  #at(
    kind: KindName,
    { host = everyAddress, port, path, mode = defaultMode }: Members,
  ): ListenAt | undefined {
    const row = kindOf(kind)
    if (row.transport === 'unix') {
      return path === undefined
        ? this.#fault(
            'path',
            `expected ${listenerMembers.path.takes}: ${kind} is a socket in the file system`,
          )
        : { path, mode }
    }
    const bound = port ?? row.port
    return bound === undefined
      ? this.#fault('port', `expected ${listenerMembers.port.takes}`)
      : { host, port: bound }
  }

  #tls(kind: KindName, { tls }: Members): TlsSettings | undefined {
    const row = kindOf(kind)
    const place = [...this.#place, 'tls']
    if (tls === undefined) {
      const isRequired = row.transport === 'tcp' && row.tls === 'required'
      return isRequired ? this.#fault('tls', `expected cert and key: ${kind} is TLS alone`) : undefined
    }
    if (!isObject(tls)) return this.#fault('tls', 'expected an object with cert and key')
    const readers = tlsMembers(this.#folder)
    const {
      cert,
      key,
      ca,
      client_certificates: clientCertificates = 'none',
    } = readMembers(tls, readers, place, this.#faults)
    if (tls.cert === undefined) this.#faults.add([...place, 'cert'], `expected ${readers.cert.takes}`)
    if (tls.key === undefined) this.#faults.add([...place, 'key'], `expected ${readers.key.takes}`)
    if (clientCertificates === 'required' && tls.ca === undefined) {
      this.#faults.add([...place, 'ca'], `expected ${readers.ca.takes}, ${whyRoots}`)
    }
    if (cert === undefined || key === undefined) return undefined
    return { cert, key, ...(ca !== undefined && { ca }), clientCertificates }
  }

  #proxies(members: Members): readonly string[] | undefined {
    const { proxy_protocol: mode = 'off', trusted_proxies: proxies } = members
    if (mode === 'required' && proxies === undefined) {
      return this.#fault('trusted_proxies', `expected ${listenerMembers.trusted_proxies.takes}`)
    }
    return mode === 'required' ? proxies : undefined
  }

  #fault(member: string, message: string): undefined {
    return this.#faults.add([...this.#place, member], message)
  }
}
