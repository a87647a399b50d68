import { textEncodings } from '../../../schema/intake/text-encodings.ts'
import { describeUnknownName } from '../../../schema/text/closest-name.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { type ListenerKindName, listenerKind, listenerKindNames } from '../kinds.ts'
import type { BindAddress, ListenerSettings, TlsSettings } from '../settings.ts'
import { type ConfigPath, type ListenerFault, ListenerFaults } from './faults.ts'
import {
  boolean,
  filePath,
  listenerName,
  networks,
  oneOf,
  permissions,
  socketPath,
  text,
  userTags,
  type ValueReader,
  wholeNumber,
  zone,
} from './values.ts'

const maxListeners = 100
const mebibyte = 1024 ** 2
const wildcardHost = '0.0.0.0'
const defaultMode = 0o660
const caReason =
  'which has the only root certificates that client certificates are checked against: without it, any client with a certificate of a public authority would be accepted'

/** Any value, for members that are objects or lists: the caller of readMembers reads their content. */
const anyValue: ValueReader<unknown> = { expected: 'something', read: value => value }

/** Every member of a listener; see docs/listeners.md. */
export const listenerMembers = {
  name: listenerName,
  kind: oneOf(...listenerKindNames),
  enabled: boolean,
  host: text,
  port: wholeNumber(0, 65_535),
  path: socketPath,
  mode: permissions,
  tls: anyValue,
  allow: networks,
  proxy_protocol: oneOf('off', 'required'),
  trusted_proxies: networks,
  timezone: zone,
  encoding: oneOf(...textEncodings),
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

/** Every member of `tls`. Relative paths start from the folder of the file. */
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
const memberTransports: Partial<Record<keyof Members, readonly Transport[]>> = {
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
 * Reads the enabled listeners of a file, or its faults (at most 50). `folder`: folder of the file; `taken`:
 * names that the file may not use.
 */
export function readListeners(
  content: unknown,
  folder: string,
  taken: readonly string[],
): { listeners: ListenerSettings[] } | { faults: ListenerFault[] } {
  const faults = new ListenerFaults()
  const listeners: ListenerSettings[] = []
  const names = new Set(taken)
  const members = isObject(content) ? readMembers(content, { listeners: anyValue }, [], faults) : {}
  const list = members.listeners
  if (!Array.isArray(list) || list.length > maxListeners) {
    faults.add(['listeners'], `expected a list of at most ${maxListeners} listeners`)
  } else {
    for (const [i, item] of list.entries()) {
      const listener = new ListenerReader(['listeners', i], folder, faults).read(item, names)
      if (listener !== undefined) listeners.push(listener)
    }
  }
  return faults.all.length > 0 ? { faults: faults.all } : { listeners }
}

/** Reads one listener of the file. */
class ListenerReader {
  readonly #path: ConfigPath
  readonly #folder: string
  readonly #faults: ListenerFaults

  constructor(path: ConfigPath, folder: string, faults: ListenerFaults) {
    this.#path = path
    this.#folder = folder
    this.#faults = faults
  }

  /** Undefined if the listener is disabled or its faults leave too few members. Adds its name to `names`. */
  read(item: unknown, names: Set<string>): ListenerSettings | undefined {
    if (!isObject(item)) return this.#faults.add(this.#path, 'expected a listener: a name, a kind and more')
    const members = readMembers(item, listenerMembers, this.#path, this.#faults)
    const { name, kind } = members
    if (item.name === undefined) this.#fault('name', `expected ${listenerMembers.name.expected}`)
    if (item.kind === undefined) this.#fault('kind', `expected ${listenerMembers.kind.expected}`)
    if (name !== undefined && names.has(name)) this.#fault('name', `${name} is the name of another listener`)
    if (name === undefined || kind === undefined) return undefined
    names.add(name)
    const { transport } = listenerKind(kind)
    for (const member of Object.keys(members) as (keyof Members)[]) {
      const transports = memberTransports[member]
      if (transports?.includes(transport) === false) this.#fault(member, `is nothing that ${kind} has`)
    }
    const settings = this.#settings(name, kind, members)
    return members.enabled === false ? undefined : settings
  }

  #settings(name: string, kind: ListenerKindName, members: Members): ListenerSettings | undefined {
    const address = this.#address(kind, members)
    const tls = this.#tls(kind, members)
    const trustedProxies = this.#proxies(members)
    if (address === undefined) return undefined
    return {
      name,
      kind,
      address,
      tls,
      trustedProxies,
      allow: members.allow,
      timezone: members.timezone,
      encoding: members.encoding,
      sourceTag: members.source_tag,
      senderTag: members.sender_tag,
      program: members.program,
      tags: members.tags,
      idleTimeoutMs: members.idle_timeout && members.idle_timeout * 1_000,
      maxConnections: members.max_connections,
      maxConnectionsPerSender: members.max_connections_per_sender,
      maxFrameBytes: members.max_frame_bytes,
      maxRatePerSender: members.max_rate_per_sender,
    }
  }

  #address(kind: ListenerKindName, members: Members): BindAddress | undefined {
    const row = listenerKind(kind)
    const { host = wildcardHost, port = row.port, path, mode = defaultMode } = members
    if (row.transport !== 'unix') {
      if (port !== undefined) return { host, port }
      return this.#fault('port', `expected ${listenerMembers.port.expected}`)
    }
    if (path !== undefined) return { path, mode }
    const { expected } = listenerMembers.path
    return this.#fault('path', `expected ${expected}: ${kind} is a socket in the file system`)
  }

  #tls(kind: ListenerKindName, { tls }: Members): TlsSettings | undefined {
    const row = listenerKind(kind)
    const tlsPath = [...this.#path, 'tls']
    if (tls === undefined) {
      const isRequired = row.transport === 'tcp' && row.tls === 'required'
      return isRequired ? this.#fault('tls', `expected cert and key: ${kind} is TLS alone`) : undefined
    }
    if (!isObject(tls)) return this.#fault('tls', 'expected an object with cert and key')
    const readers = tlsMembers(this.#folder)
    const { cert, key, ca, ...others } = readMembers(tls, readers, tlsPath, this.#faults)
    const { client_certificates: clientCertificates = 'none' } = others
    if (tls.cert === undefined) this.#faults.add([...tlsPath, 'cert'], `expected ${readers.cert.expected}`)
    if (tls.key === undefined) this.#faults.add([...tlsPath, 'key'], `expected ${readers.key.expected}`)
    if (clientCertificates === 'required' && tls.ca === undefined) {
      this.#faults.add([...tlsPath, 'ca'], `expected ${readers.ca.expected}, ${caReason}`)
    }
    if (cert === undefined || key === undefined) return undefined
    return { cert, key, ...(ca !== undefined && { ca }), clientCertificates }
  }

  #proxies(members: Members): readonly string[] | undefined {
    const { proxy_protocol: mode = 'off', trusted_proxies: proxies } = members
    if (mode === 'required' && proxies === undefined) {
      return this.#fault('trusted_proxies', `expected ${listenerMembers.trusted_proxies.expected}`)
    }
    return mode === 'required' ? proxies : undefined
  }

  #fault(member: string, message: string): undefined {
    return this.#faults.add([...this.#path, member], message)
  }
}

type Values<Readers> = { [K in keyof Readers]?: Readers[K] extends ValueReader<infer T> ? T : never }

/** Reads the members of an object with their readers. Unknown members and invalid values are faults. */
function readMembers<Readers extends Record<string, ValueReader<unknown>>>(
  object: Record<string, unknown>,
  readers: Readers,
  path: ConfigPath,
  faults: ListenerFaults,
): Values<Readers> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (reader === undefined) {
      faults.add([...path, name.slice(0, 100)], describeUnknownName(name, Object.keys(readers)))
      continue
    }
    // An empty member of YAML counts as absent.
    if (value === null) continue
    const read = reader.read(value)
    if (read === undefined)
      faults.add([...path, name], `expected ${reader.expected}, not ${quoteValue(value)}`)
    else values[name] = read
  }
  // Each value came from the reader of its name.
  return values as Values<Readers>
}

function quoteValue(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 100)
}
