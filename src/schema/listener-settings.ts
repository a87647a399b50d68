import { Type } from 'typebox'

/** Where a listener binds; port 0 = any free one. */
export interface ListenAddress {
  host: string
  port: number
}

/** A listener as people write it; read, it is an address, or null for `off`. */
function listener(title: string, address: string) {
  return Type.Unsafe<ListenAddress | null>({ type: 'string', format: 'listener', title, default: address })
}

/** The same for one that is where its description says when nothing is said. */
function ownListener(title: string, description: string) {
  const shape = Type.Unsafe<ListenAddress | null>({ type: 'string', format: 'listener', title, description })
  return Type.Optional(shape)
}

/** The settings of where logs are listened for; part of all settings. */
export const ListenerProperties = {
  syslogUdp: listener('Syslog over UDP', '0.0.0.0:5514'),
  syslogTcp: listener('Syslog over TCP', '0.0.0.0:5514'),
  syslogRfc5424: listener('RFC 5424 syslog over TCP', '0.0.0.0:5601'),
  syslogTls: ownListener(
    'Syslog over TLS',
    'RFC 5425, also with lines. Without it 0.0.0.0:6514 when there is a certificate.',
  ),
  syslogTlsCert: Type.Optional(
    Type.String({
      title: 'Certificate of syslog over TLS',
      description:
        'A PEM file with those between it and its root. Replaced at any time: within 10 s, or on SIGHUP, new connections have it.',
      minLength: 1,
    }),
  ),
  syslogTlsKey: Type.Optional(
    Type.String({
      title: 'Key of that certificate',
      description: 'A PEM file without a passphrase.',
      minLength: 1,
    }),
  ),
  syslogTlsCa: Type.Optional(
    Type.String({
      title: 'Roots that certificates of senders are judged by',
      description: 'A PEM file. Without it those that Node comes with.',
      minLength: 1,
    }),
  ),
  syslogTlsClients: Type.Enum(['none', 'optional', 'required'], {
    title: 'Certificates of senders over TLS',
    description:
      'Not asked for; good where one is shown; or required and good, which needs MILLRACE_SYSLOG_TLS_CA.',
    default: 'none',
  }),
  jsonTcp: ownListener(
    'JSON lines over TCP',
    'Without it 0.0.0.0:5515 when that is free. [docs/listeners.md](listeners.md).',
  ),
  rawTcp: ownListener(
    'Raw lines over TCP',
    'The whole line is the message. Without it 0.0.0.0:5516 when that is free.',
  ),
  rawUdp: ownListener(
    'Raw datagrams',
    'The whole datagram is the message. Without it 0.0.0.0:5516 when that is free.',
  ),
  gelfUdp: listener('GELF over UDP, chunked too; Graylog has it at 12201', 'off'),
  gelfTcp: listener('GELF over TCP, a NUL behind each message', 'off'),
  listeners: Type.Optional(
    Type.String({
      title: 'File of further listeners',
      description: 'YAML or JSON, as an absolute path: [docs/listeners.md](listeners.md).',
      minLength: 1,
    }),
  ),
  syslogMaxConnections: Type.Integer({
    title: 'Open connections of senders at most',
    description: 'Over all TCP listeners; further ones are closed at once and counted.',
    default: 2_000,
    minimum: 1,
    maximum: 100_000,
  }),
}
