import path from 'node:path'
import type { ListenerSettings } from './ingest/listen/settings.ts'
import { readListenersFile } from './listeners-file.ts'
import type { ListenAddress } from './schema/settings/listeners.ts'
import type { Settings } from './schema/settings.ts'

/** Where what is on by itself listens; see decisions about ports. */
const wildcardHost = '0.0.0.0'

/** Sources that are no listeners: a listener of that name would share an account with one. */
const reservedNames = ['incoming', 'webhook', 'elasticsearch', 'loki', 'otlp', 'splunk', 'gelf']

type At = ListenAddress | null | undefined

/** All listeners that the settings ask for. Throws an Error with all that is wrong with the file of listeners. */
export function listenerSettings(settings: Settings): ListenerSettings[] {
  const { syslogTlsCert: cert, syslogTlsKey: key, syslogTlsCa: ca } = settings
  const own = [
    listener('syslog_udp', 'syslog-udp', settings.syslogUdp),
    listener('syslog_tcp', 'syslog-tcp', settings.syslogTcp),
    listener('syslog_rfc5424', 'syslog-tcp', settings.syslogRfc5424),
    listener('syslog_tls', 'syslog-tls', settings.syslogTls ?? { host: wildcardHost, port: 6514 }),
    listener('json_tcp', 'json-tcp', settings.jsonTcp, 5515),
    listener('raw_tcp', 'raw-tcp', settings.rawTcp, 5516),
    listener('raw_udp', 'raw-udp', settings.rawUdp, 5516),
    listener('gelf_udp', 'gelf-udp', settings.gelfUdp),
    listener('gelf_tcp', 'gelf-tcp', settings.gelfTcp),
  ]
  const listeners = own.flatMap(one => {
    if (one.address === null) return []
    if (one.kind !== 'syslog-tls') return [{ ...one, address: one.address }]
    if (settings.syslogTls === null || cert === undefined || key === undefined) return []
    const clientCertificates = settings.syslogTlsClients
    const tls = {
      cert: path.resolve(cert),
      key: path.resolve(key),
      ...(ca !== undefined && { ca: path.resolve(ca) }),
      clientCertificates,
    }
    return [{ ...one, address: one.address, tls }]
  })
  if (settings.listeners === undefined) return listeners
  const taken = [...own.map(({ name }) => name), ...reservedNames]
  return [...listeners, ...readListenersFile(settings.listeners, taken)]
}

/** A listener of a setting. One with a `port` of its own listens there without being asked, when that is free. */
function listener(name: string, kind: ListenerSettings['kind'], at: At, port?: number) {
  if (at !== undefined || port === undefined) return { name, kind, address: at ?? null }
  return { name, kind, address: { host: wildcardHost, port }, skipIfTaken: true }
}
