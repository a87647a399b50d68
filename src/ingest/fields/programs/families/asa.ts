import type { FieldName } from '../patterns/field-names.ts'
import type { Parser, Reader } from '../patterns/parser.ts'
import { type ConstantFields, Pattern } from '../patterns/pattern.ts'
import { failure, login, logout, success } from './constant-fields.ts'

const allow = { 'event.action': 'allow' } as const
const deny = { 'event.action': 'deny' } as const

// Parts of patterns: one side of a connection, `outside:198.51.100.23/51000`.
const sourceSide = '{observer.ingress.interface.name:text}:{source.address:address}/{source.port:number}'
const destinationSide =
  '{observer.egress.interface.name:text}:{destination.address:address}/{destination.port:number}'

/** Forms of the messages of ASA, FTD, FWSM and PIX after `%ASA-6-302013: `, by message number. */
const asaForms: Readonly<Record<string, readonly (readonly [string, ConstantFields?])[]>> = {
  '106001': [
    [
      'Inbound {network.transport:lower} connection denied from {source.address:address}/{source.port:number} to {destination.address:address}/{destination.port:number} flags {:text} on interface {observer.ingress.interface.name:word}',
      deny,
    ],
  ],
  '106006': [
    [
      'Deny inbound {network.transport:lower} from {source.address:address}/{source.port:number} to {destination.address:address}/{destination.port:number} *',
      deny,
    ],
  ],
  '106007': [
    [
      'Deny inbound {network.transport:lower} from {source.address:address}/{source.port:number} to {destination.address:address}/{destination.port:number} *',
      deny,
    ],
  ],
  '106014': [
    [
      'Deny inbound icmp src {observer.ingress.interface.name:text}:{source.address:address} dst {observer.egress.interface.name:text}:{destination.address:address} *',
      { ...deny, 'network.transport': 'icmp' },
    ],
  ],
  '106015': [
    [
      'Deny {network.transport:lower} (no connection) from {source.address:address}/{source.port:number} to {destination.address:address}/{destination.port:number} flags {:text} on interface {observer.ingress.interface.name:word}',
      deny,
    ],
  ],
  '106016': [
    [
      'Deny IP spoof from ({source.address:address}) to {destination.address:address} on interface {observer.ingress.interface.name:word}',
      deny,
    ],
  ],
  '106021': [
    [
      'Deny {network.transport:lower} reverse path check from {source.address:address} to {destination.address:address} on interface {observer.ingress.interface.name:word}',
      deny,
    ],
  ],
  '106023': [
    [
      `Deny {network.transport:lower} src ${sourceSide} dst ${destinationSide} by access-group "{rule.name:text}"*`,
      deny,
    ],
    [
      `Deny {network.transport:lower} src ${sourceSide}({user.name:text}) dst ${destinationSide} by access-group "{rule.name:text}"*`,
      deny,
    ],
    [
      'Deny {network.transport:lower} src {observer.ingress.interface.name:text}:{source.address:address} dst {observer.egress.interface.name:text}:{destination.address:address} {:text} by access-group "{rule.name:text}"*',
      deny,
    ],
  ],
  '106100': [
    [
      'access-list {rule.name:word} {event.action:word} {network.transport:lower} {observer.ingress.interface.name:text}/{source.address:address}({source.port:number}){:text} -> {observer.egress.interface.name:text}/{destination.address:address}({destination.port:number})*',
    ],
  ],
  '113004': [
    ['AAA user {:text} Successful : server = {:text} : user = {user.name:word}', { ...login, ...success }],
  ],
  '113005': [
    [
      'AAA user authentication Rejected : reason = {event.reason:text} : server = {:text} : user = {user.name:text} : user IP = {source.address:address}',
      { ...login, ...failure },
    ],
    [
      'AAA user authentication Rejected : reason = {event.reason:text} : server = {:text} : user = {user.name:text}',
      { ...login, ...failure },
    ],
  ],
  '113012': [
    [
      'AAA user authentication Successful : local database : user = {user.name:word}',
      { ...login, ...success },
    ],
  ],
  '113015': [
    [
      'AAA user authentication Rejected : reason = {event.reason:text} : local database : user = {user.name:text} : user IP = {source.address:address}',
      { ...login, ...failure },
    ],
    [
      'AAA user authentication Rejected : reason = {event.reason:text} : local database : user = {user.name:text}',
      { ...login, ...failure },
    ],
  ],
  '113019': [
    [
      'Group = {rule.name:text}, Username = {user.name:text}, IP = {source.address:address}, Session disconnected. Session Type: {:text}, Duration: {:text}, Bytes xmt: {destination.bytes:number}, Bytes rcv: {source.bytes:number}, Reason: {event.reason:text}',
      logout,
    ],
  ],
  '113039': [
    [
      'Group <{rule.name:text}> User <{user.name:text}> IP <{source.address:address}> {:text}',
      { ...login, ...success },
    ],
  ],
  '111008': [["User '{user.name:text}' executed the '{process.command_line:longest}' command.", success]],
  '111010': [
    [
      "User '{user.name:text}', running '{:text}' from IP {source.address:address}, executed '{process.command_line:longest}'",
      success,
    ],
  ],
  '302013': builtConnections('tcp'),
  '302014': closedConnections('tcp'),
  '302015': builtConnections('udp'),
  '302016': closedConnections('udp'),
  '302020': [
    [
      'Built {:word} ICMP connection for faddr {destination.address:address}/{:number} gaddr {:text} laddr {source.address:address}/{:number}*',
      { ...allow, 'network.transport': 'icmp' },
    ],
    [
      'Built {:word} ICMP connection for faddr {destination.address:address}/{:number}({:text}) gaddr {:text} laddr {source.address:address}/{:number}*',
      { ...allow, 'network.transport': 'icmp' },
    ],
  ],
  '302021': [
    [
      'Teardown ICMP connection for faddr {destination.address:address}/{:number} gaddr {:text} laddr {source.address:address}/{:number}*',
      { 'event.action': 'teardown', 'network.transport': 'icmp' },
    ],
    [
      'Teardown ICMP connection for faddr {destination.address:address}/{:number}({:text}) gaddr {:text} laddr {source.address:address}/{:number}*',
      { 'event.action': 'teardown', 'network.transport': 'icmp' },
    ],
  ],
  '304001': [
    ['{source.address:address} Accessed URL {destination.address:text}:{url.full:text}', allow],
    [
      '{user.name:text}@{source.address:address} Accessed URL {destination.address:text}:{url.full:text}',
      allow,
    ],
  ],
  '305011': [
    [
      'Built {:word} {network.transport:lower} translation from {observer.ingress.interface.name:text}:{source.address:address}/{source.port:number} to {observer.egress.interface.name:text}:{source.nat.address:address}/{:number}',
      { 'event.action': 'translate' },
    ],
  ],
  '305012': [
    [
      'Teardown {:word} {network.transport:lower} translation from {observer.ingress.interface.name:text}:{source.address:address}/{source.port:number} to {observer.egress.interface.name:text}:{source.nat.address:address}/{:number} duration {duration_ms:clock}',
      { 'event.action': 'teardown' },
    ],
  ],
  '313001': [
    [
      'Denied ICMP type={:number}, code={:number} from {source.address:address} on interface {observer.ingress.interface.name:word}',
      { ...deny, 'network.transport': 'icmp' },
    ],
  ],
  '313005': [
    [
      'No matching connection for ICMP error message: icmp src {observer.ingress.interface.name:text}:{source.address:address} dst {observer.egress.interface.name:text}:{destination.address:address} *',
      { ...deny, 'network.transport': 'icmp' },
    ],
  ],
  '315011': [
    [
      `SSH session from {source.address:address} on interface {observer.ingress.interface.name:word} for user "{user.name:text}" disconnected by SSH server, reason: "{event.reason:text}"*`,
      logout,
    ],
  ],
  '500004': [
    [
      'Invalid transport field for protocol={network.transport:lower}, from {source.address:address}/{source.port:number} to {destination.address:address}/{destination.port:number}',
      deny,
    ],
  ],
  '605004': [
    [
      'Login denied from {source.address:address}/{source.port:number} to {observer.ingress.interface.name:text}:{destination.address:address}/{network.protocol.name:text} for user "{user.name:text}"',
      { ...login, ...failure },
    ],
  ],
  '605005': [
    [
      'Login permitted from {source.address:address}/{source.port:number} to {observer.ingress.interface.name:text}:{destination.address:address}/{network.protocol.name:text} for user "{user.name:text}"',
      { ...login, ...success },
    ],
  ],
  '611101': [
    [
      'User authentication succeeded: IP address: {source.address:address}, Uname: {user.name:word}',
      { ...login, ...success },
    ],
    ['User authentication succeeded: Uname: {user.name:word}', { ...login, ...success }],
  ],
  '611102': [
    [
      'User authentication failed: IP address: {source.address:address}, Uname: {user.name:word}',
      { ...login, ...failure },
    ],
    ['User authentication failed: Uname: {user.name:word}', { ...login, ...failure }],
  ],
  '710001': accessToDevice('{network.transport:lower} access requested', allow),
  '710002': accessToDevice('{network.transport:lower} access permitted', allow),
  '710003': accessToDevice('{network.transport:lower} access denied by ACL', deny),
  '710005': accessToDevice('{network.transport:lower} request discarded', deny),
  '716001': [
    [
      'Group <{rule.name:text}> User <{user.name:text}> IP <{source.address:address}> WebVPN session started.',
      { ...login, ...success },
    ],
  ],
  '716002': [
    [
      'Group <{rule.name:text}> User <{user.name:text}> IP <{source.address:address}> WebVPN session terminated: {event.reason:text}',
      logout,
    ],
  ],
  '722051': [
    [
      'Group <{rule.name:text}> User <{user.name:text}> IP <{source.address:address}> IPv4 Address <{client.address:address}> *',
      { ...login, ...success },
    ],
  ],
  '733100': [['[{:text}] drop rate-{:number} exceeded. *', { 'event.action': 'threat detected' }]],
}

/** Forms of `Built outbound TCP connection ...`. `transport`: tcp or udp. */
function builtConnections(transport: string): readonly (readonly [string, ConstantFields])[] {
  const constants = { ...allow, 'network.transport': transport }
  const translatedDestination =
    '{observer.egress.interface.name:text}:{destination.address:address}/{destination.port:number} ('
  return [
    // The first side of an outbound connection is its destination, of an inbound one its source.
    [
      `Built outbound {:word} connection {:number} for ${translatedDestination}{:text}) to {observer.ingress.interface.name:text}:{source.address:address}/{source.port:number} ({source.nat.address:text}/*`,
      constants,
    ],
    [
      `Built outbound {:word} connection {:number} for ${translatedDestination}{:text})({:text}) to {observer.ingress.interface.name:text}:{source.address:address}/{source.port:number} ({source.nat.address:text}/*`,
      constants,
    ],
    [
      `Built inbound {:word} connection {:number} for ${sourceSide} ({source.nat.address:text}/{:text}) to ${destinationSide} *`,
      constants,
    ],
    [
      `Built inbound {:word} connection {:number} for ${sourceSide} ({source.nat.address:text}/{:text})({:text}) to ${destinationSide} *`,
      constants,
    ],
  ]
}

/** Forms of `Teardown TCP connection ...`. `transport`: tcp or udp. */
function closedConnections(transport: string): readonly (readonly [string, ConstantFields])[] {
  const constants = { 'event.action': 'teardown', 'network.transport': transport }
  const sides = `${sourceSide} to ${destinationSide}`
  return [
    [
      `Teardown {:word} connection {:number} for ${sides} duration {duration_ms:clock} bytes {destination.bytes:number} {event.reason:text}`,
      constants,
    ],
    [
      `Teardown {:word} connection {:number} for ${sides} duration {duration_ms:clock} bytes {destination.bytes:number}`,
      constants,
    ],
    [
      `Teardown {:word} connection {:number} for ${sourceSide}({:text}) to ${destinationSide} duration {duration_ms:clock} bytes {destination.bytes:number} *`,
      constants,
    ],
  ]
}

/** Forms of messages about access to the device itself, which begin with `words`. */
function accessToDevice(
  words: string,
  constants: ConstantFields,
): readonly (readonly [string, ConstantFields])[] {
  return [
    [
      `${words} from {source.address:address}/{source.port:number} to {observer.ingress.interface.name:text}:{destination.address:address}/{destination.port:number}`,
      constants,
    ],
    [
      `${words} from {source.address:address}/{source.port:number} to {observer.ingress.interface.name:text}:{destination.address:address}/{network.protocol.name:word}`,
      constants,
    ],
  ]
}

const asaPatterns: ReadonlyMap<string, readonly Pattern[]> = new Map(
  Object.entries(asaForms).map(([number, forms]) => [
    number,
    forms.map(([text, constants]) => new Pattern(text, constants)),
  ]),
)
const asaPrefixes = ['%ASA', '%FTD', '%PIX', '%FWSM'] as const
const asaHead = new Pattern('%{:word}-{:number}-{event.code:number}: *')

/** Reads `%ASA-6-302013: ...`. The number is a field even of messages that have no form here. */
const readAsa: Reader = (text, at, draft) => {
  if (!asaPrefixes.some(prefix => text.startsWith(prefix, at))) return false
  if (!asaHead.read(text, at, draft)) return false
  const colon = text.indexOf(': ', at)
  const number = text.slice(text.lastIndexOf('-', colon) + 1, colon)
  for (const pattern of asaPatterns.get(number) ?? []) if (pattern.read(text, colon + 2, draft)) return true
  return true
}

const asaFields: readonly FieldName[] = [
  ...new Set(['event.code' as const, ...[...asaPatterns.values()].flat().flatMap(({ fields }) => fields)]),
]

/** Cisco ASA and its relatives. */
export const asa: Parser = {
  product: 'Cisco ASA, FTD, FWSM, PIX',
  programs: ['cisco', 'asa', 'ftd', 'cisco-asa'],
  startsWith: '%',
  example:
    '%ASA-4-106023: Deny tcp src outside:198.51.100.23/51000 dst inside:10.7.0.1/22 by access-group "OUTSIDE-IN" [0x0, 0x0]',
  read: readAsa,
  fields: asaFields,
}
