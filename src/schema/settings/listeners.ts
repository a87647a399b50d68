import { Type } from 'typebox'
import { optionalPath } from './setting-types.ts'

/** Where a listener binds; port 0 = any free port. */
export interface ListenAddress {
  host: string
  port: number
}

/**
 * A listener that is on by default, or `off`. The text of the setting becomes an address, or null for `off`.
 */
function listener(title: string, address: string) {
  return Type.Unsafe<ListenAddress | null>({ type: 'string', format: 'listener', title, default: address })
}

/** A listener whose default address depends on other settings, or on whether a port is free. */
function optionalListener(title: string, description: string) {
  const shape = Type.Unsafe<ListenAddress | null>({ type: 'string', format: 'listener', title, description })
  return Type.Optional(shape)
}

/** Settings of the listeners for log lines. */
export const listenerSettings = {
  syslogUdp: listener('Syslog over UDP', '0.0.0.0:5514'),
  syslogTcp: listener('Syslog over TCP', '0.0.0.0:5514'),
  syslogRfc5424: listener('RFC 5424 syslog over TCP', '0.0.0.0:5601'),
  syslogTls: optionalListener(
    'Syslog over TLS',
    'RFC 5425; also accepts newline framing. Default: 0.0.0.0:6514 if MILLRACE_SYSLOG_TLS_CERT is set.',
  ),
  syslogTlsCert: optionalPath(
    'Certificate of syslog over TLS',
    'A PEM file with the intermediate certificates. You may replace it at any time: new connections use it within 10 s, or on SIGHUP.',
  ),
  syslogTlsKey: optionalPath('Private key of that certificate', 'A PEM file without a passphrase.'),
  syslogTlsCa: optionalPath(
    'CA certificates that verify the certificates of senders',
    "A PEM file. Default: Node's own list.",
  ),
  syslogTlsClients: Type.Enum(['none', 'optional', 'required'], {
    title: 'Client certificates over TLS',
    description:
      'none: not requested. optional: verified if the sender presents one. required: every sender must present one; needs MILLRACE_SYSLOG_TLS_CA.',
    default: 'none',
  }),
  jsonTcp: optionalListener(
    'JSON lines over TCP',
    'Default: 0.0.0.0:5515 if that port is free. See [docs/listeners.md](listeners.md).',
  ),
  rawTcp: optionalListener(
    'Raw lines over TCP',
    'The whole line is the message. Default: 0.0.0.0:5516 if that port is free.',
  ),
  rawUdp: optionalListener(
    'Raw datagrams',
    'The whole datagram is the message. Default: 0.0.0.0:5516 if that port is free.',
  ),
  gelfUdp: listener('GELF over UDP, also chunked; Graylog uses port 12201', 'off'),
  gelfTcp: listener('GELF over TCP, each message ends with NUL', 'off'),
  listeners: optionalPath(
    'File of further listeners',
    'An absolute path of a YAML or JSON file: [docs/listeners.md](listeners.md).',
  ),
  syslogMaxConnections: Type.Integer({
    title: 'Maximum open connections of senders',
    description: 'Over all TCP listeners. Millrace closes further connections at once and counts them.',
    default: 2_000,
    minimum: 1,
    maximum: 100_000,
  }),
  syslogMaxPerAddress: Type.Optional(
    Type.Integer({
      title: 'Maximum open connections of one address',
      description:
        'Over all TCP listeners, unless a listener has its own maximum. Raise it if many senders share an address, behind a relay, NAT or a load balancer without the PROXY protocol. Refused connections are counted and logged. Default: a tenth of MILLRACE_SYSLOG_MAX_CONNECTIONS, at least 10.',
      minimum: 1,
      maximum: 100_000,
    }),
  ),
  syslogFirstByte: Type.Integer({
    title: 'Maximum time until the first byte of a connection, seconds',
    description: 'Millrace closes TCP connections of senders that have sent nothing by then.',
    default: 30,
    minimum: 1,
    maximum: 600,
  }),
}
