// The listeners of ingest, from the settings and from the file of MILLRACE_LISTENERS.

import path from 'node:path'
import { type Document, isNode, type LineCounter } from 'yaml'
import { type ConfigPath, formatConfigPath } from '../../ingest/listen/config/faults.ts'
import { readListeners } from '../../ingest/listen/config/read-listeners.ts'
import { type ListenerKindName, listenerKind } from '../../ingest/listen/kinds.ts'
import type { ListenerSettings, TlsSettings } from '../../ingest/listen/settings.ts'
import type { ListenAddress } from '../../schema/settings/listeners.ts'
import { type SettingKey, type Settings, settingName } from '../../schema/settings/settings.ts'
import { parseYaml, readText } from './yaml-file.ts'

/** The default host of listeners. */
const wildcardHost = '0.0.0.0'

/** Names by which the ledger counts HTTP bodies. A listener of the same name would share their counts. */
const reservedNames = ['incoming', 'webhook', 'elasticsearch', 'loki', 'otlp', 'splunk', 'gelf']

/** Settings that each define a listener. `isDefault`: if absent, the listener has its kind's default port. */
const settingListeners = [
  { key: 'syslogUdp', kind: 'syslog-udp' },
  { key: 'syslogTcp', kind: 'syslog-tcp' },
  { key: 'syslogRfc5424', kind: 'syslog-tcp' },
  { key: 'syslogTls', kind: 'syslog-tls', isDefault: true },
  { key: 'jsonTcp', kind: 'json-tcp', isDefault: true },
  { key: 'rawTcp', kind: 'raw-tcp', isDefault: true },
  { key: 'rawUdp', kind: 'raw-udp', isDefault: true },
  { key: 'gelfUdp', kind: 'gelf-udp' },
  { key: 'gelfTcp', kind: 'gelf-tcp' },
] as const satisfies readonly { key: SettingKey; kind: ListenerKindName; isDefault?: true }[]

/**
 * All listeners of the settings. Default listeners, which are skipped if their port is taken, come last.
 * Throws an Error with all faults of the file of MILLRACE_LISTENERS.
 */
export function configuredListeners(settings: Settings): ListenerSettings[] {
  const tls = tlsSettings(settings)
  const page = { host: settings.httpHost, port: settings.httpPort }
  const listeners = settingListeners.flatMap((listener): ListenerSettings[] => {
    const { key, kind } = listener
    const isTls = kind === 'syslog-tls'
    const { port = 0, transport } = listenerKind(kind)
    const given = settings[key]
    const address = given === undefined && 'isDefault' in listener ? { host: wildcardHost, port } : given
    if (!address || (isTls && tls === undefined)) return []
    // A default port may belong to another program. For TLS, the certificate shows that it is wanted.
    const skipIfTaken = !isTls && given === undefined
    // The page opens its port after the listeners.
    if (skipIfTaken && transport === 'tcp' && addressesOverlap(address, page)) return []
    return [
      {
        name: listenerName(key),
        kind,
        address,
        ...(isTls && tls !== undefined && { tls }),
        ...(skipIfTaken && { skipIfTaken }),
      },
    ]
  })
  const defaults = listeners.filter(({ skipIfTaken }) => skipIfTaken)
  const chosen = listeners.filter(({ skipIfTaken }) => !skipIfTaken)
  if (settings.listeners === undefined) return [...chosen, ...defaults]
  const taken = [...settingListeners.map(({ key }) => listenerName(key)), ...reservedNames]
  return [...chosen, ...readListenersFile(settings.listeners, taken), ...defaults]
}

/** The name of a setting's listener: `syslog_udp` for `syslogUdp`, as in MILLRACE_SYSLOG_UDP. */
function listenerName(key: SettingKey): string {
  return key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

function tlsSettings(settings: Settings): TlsSettings | undefined {
  const { syslogTlsCert: cert, syslogTlsKey: key, syslogTlsCa: ca, syslogTlsClients } = settings
  if (cert === undefined || key === undefined) return undefined
  return {
    cert: path.resolve(cert),
    key: path.resolve(key),
    ...(ca !== undefined && { ca: path.resolve(ca) }),
    clientCertificates: syslogTlsClients,
  }
}

/** Conflicts between valid settings of listeners. Tolerates missing members, which are faults already. */
export function listenerConflicts(settings: Settings): string[] {
  const faults: string[] = []
  const { listeners, syslogTls, syslogTlsCert, syslogTlsKey } = settings
  if (listeners !== undefined && !path.isAbsolute(listeners)) {
    faults.push(`MILLRACE_LISTENERS must be an absolute path, not "${listeners}"`)
  }
  const hasBoth = syslogTlsCert !== undefined && syslogTlsKey !== undefined
  if (!hasBoth && (syslogTlsCert !== undefined || syslogTlsKey !== undefined)) {
    faults.push('MILLRACE_SYSLOG_TLS_CERT and MILLRACE_SYSLOG_TLS_KEY are needed both, or none of them')
  } else if (!hasBoth && syslogTls) {
    faults.push('MILLRACE_SYSLOG_TLS needs MILLRACE_SYSLOG_TLS_CERT and MILLRACE_SYSLOG_TLS_KEY')
  }
  if (settings.syslogTlsClients === 'required' && settings.syslogTlsCa === undefined) {
    faults.push(
      'MILLRACE_SYSLOG_TLS_CLIENTS=required needs MILLRACE_SYSLOG_TLS_CA: without it anybody with a certificate of a public authority would be let in',
    )
  }
  const addresses = (transport: 'tcp' | 'udp') =>
    settingListeners
      .filter(({ kind }) => listenerKind(kind).transport === transport)
      .map(({ key }): KeyedAddress => [key, settings[key]])
  const http: KeyedAddress = ['httpPort', { host: settings.httpHost, port: settings.httpPort }]
  return [
    ...faults,
    ...portConflicts('TCP', [http, ...addresses('tcp')]),
    ...portConflicts('UDP', addresses('udp')),
  ]
}

type KeyedAddress = readonly [SettingKey, ListenAddress | null | undefined]

function portConflicts(protocol: string, all: readonly KeyedAddress[]): string[] {
  return all.flatMap(([key, address], index) =>
    all
      .slice(0, index)
      .filter(([, other]) => address && other && addressesOverlap(address, other))
      .map(
        ([other]) =>
          `${settingName(key)} and ${settingName(other)} both listen on ${protocol} port ${address?.port}`,
      ),
  )
}

function addressesOverlap(left: ListenAddress, right: ListenAddress): boolean {
  const isWildcard = (host: string) => host === wildcardHost || host === '::'
  const isSameHost = left.host === right.host || isWildcard(left.host) || isWildcard(right.host)
  return left.port === right.port && left.port !== 0 && isSameHost
}

const maxFileBytes = 1_048_576

/**
 * Reads the enabled listeners of a file, YAML or JSON. `taken`: names of other listeners. Throws one Error
 * with the line and path of every fault.
 */
export function readListenersFile(file: string, taken: readonly string[]): ListenerSettings[] {
  const text = readText(file, maxFileBytes)
  if ('fault' in text) throw new Error(`The file of listeners, ${file}, ${text.fault}`)
  const yaml = parseYaml(text.text, 'YAML or JSON')
  if ('fault' in yaml) throw new Error(`${file} ${yaml.fault}`)
  const read = readListeners(yaml.content, path.dirname(file), taken)
  if ('listeners' in read) return read.listeners
  const faults = read.faults.map(({ path, message }) => {
    const line = lineOfPath(yaml.document, path, yaml.lines)
    return `  ${file}${line === undefined ? '' : `:${line}`}: ${formatConfigPath(path)}: ${message}`
  })
  throw new Error(`The listeners are not usable:\n${faults.join('\n')}`)
}

/** The line of the value at a path, or of its nearest ancestor. */
function lineOfPath(document: Document, path: ConfigPath, lines: LineCounter): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}
