import { type Static, Type } from 'typebox'
import { ca, pem, secret, verifyTls } from './members.ts'

const syslogTransports = ['udp', 'tcp', 'tls'] as const
export const syslogProtocols = ['rfc5424', 'bsd'] as const
const syslogFramings = ['octet_count', 'newline'] as const

/** A syslog server. */
export const SyslogTarget = Type.Object(
  {
    host: Type.String({ title: 'Host', minLength: 1, maxLength: 255 }),
    port: Type.Integer({ title: 'Port', minimum: 1, maximum: 65_535 }),
    transport: Type.Optional(
      Type.Enum([...syslogTransports], { title: 'Transport', description: 'Default: tcp' }),
    ),
    protocol: Type.Optional(
      Type.Enum([...syslogProtocols], {
        title: 'Format',
        description: 'rfc5424 (default) carries tags and the id of the event; bsd is RFC 3164, in UTC',
      }),
    ),
    framing: Type.Optional(
      Type.Enum([...syslogFramings], {
        title: 'Framing',
        description:
          'RFC 6587, over tcp and tls: octet_count (default) keeps line breaks of messages; newline replaces them by spaces',
      }),
    ),
    verify_tls: verifyTls,
    ca,
    certificate: pem('Client certificate'),
    key: secret('Key of the client certificate', 65_536),
  },
  { $id: 'SyslogTarget', additionalProperties: false },
)
export type SyslogTarget = Static<typeof SyslogTarget>
