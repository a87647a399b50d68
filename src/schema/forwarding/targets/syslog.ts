import { type Static, Type } from 'typebox'
import { endpoint, tlsMembers } from './members.ts'

export const syslogProtocols = ['rfc5424', 'bsd'] as const
const syslogFramings = ['octet_count', 'newline'] as const

/** A syslog server. */
export const SyslogTarget = Type.Object(
  {
    ...endpoint,
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
    ...tlsMembers,
  },
  { $id: 'SyslogTarget', additionalProperties: false },
)
export type SyslogTarget = Static<typeof SyslogTarget>
