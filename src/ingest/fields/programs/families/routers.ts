import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { failure, login, logout, success } from './constant-fields.ts'

const flow =
  '{source.address:address}/{source.port:number}->{destination.address:address}/{destination.port:number}'

const juniper: Parser = {
  product: 'Juniper SRX and Junos, without structured data',
  programs: ['rt_flow', 'rt_ids', 'rt_screen', 'mgd', 'sshd', 'login', 'rpd', 'mib2d', 'chassisd', 'rt_utm'],
  startsWith: 'R',
  example:
    'RT_FLOW_SESSION_CREATE: session created 10.3.0.5/51000->203.0.113.9/443 0x0 junos-https 198.51.100.1/51000->203.0.113.9/443 0x0 src-nat rule1 N/A N/A 6 trust-out trust untrust 4711 ann(acme) ge-0/0/1.0',
  ...linesOf([
    [
      `RT_FLOW_SESSION_CREATE: session created ${flow} {:word} {network.protocol.name:word} {source.nat.address:address}/{:number}->{:address}/{:number} {:word} {:word} {:word} {:word} {:word} {:number} {rule.name:word} {observer.ingress.interface.name:word} {observer.egress.interface.name:word} {:number} {user.name:text}({:text}) *`,
      { 'event.action': 'allow' },
    ],
    [
      `RT_FLOW_SESSION_CREATE: session created ${flow} {network.protocol.name:word} {source.nat.address:address}/{:number}->{:address}/{:number} {:word} {:word} {:number} {rule.name:word} {observer.ingress.interface.name:word} {observer.egress.interface.name:word} *`,
      { 'event.action': 'allow' },
    ],
    [`RT_FLOW_SESSION_CREATE: session created ${flow} *`, { 'event.action': 'allow' }],
    [`RT_FLOW_SESSION_CLOSE: session closed {event.reason:text}: ${flow} *`, { 'event.action': 'close' }],
    [
      `RT_FLOW_SESSION_DENY: session denied ${flow} {:word} {network.protocol.name:word} {:number}({:number}) {rule.name:word} {observer.ingress.interface.name:word} {observer.egress.interface.name:word} *`,
      { 'event.action': 'deny' },
    ],
    [`RT_FLOW_SESSION_DENY: session denied ${flow} *`, { 'event.action': 'deny' }],
    [`session created ${flow} *`, { 'event.action': 'allow' }],
    [`session closed {event.reason:text}: ${flow} *`, { 'event.action': 'close' }],
    [`session denied ${flow} *`, { 'event.action': 'deny' }],
    [`session denied ${flow}`, { 'event.action': 'deny' }],
    [
      'RT_IDS: {threat.name:text}! source: {source.address:address}:{source.port:number}, destination: {destination.address:address}:{destination.port:number}, *',
      { 'event.action': 'attack' },
    ],
    [
      'RT_SCREEN_{:word}: {threat.name:text}! source: {source.address:address}:{source.port:number}, destination: {destination.address:address}:{destination.port:number}, *',
      { 'event.action': 'attack' },
    ],
    ["UI_LOGIN_EVENT: User '{user.name:text}' login, *", { ...login, ...success }],
    ["UI_LOGOUT_EVENT: User '{user.name:text}' logout", logout],
    [
      "UI_AUTH_EVENT: Authenticated user '{user.name:text}' at permission level '{:text}'",
      { ...login, ...success },
    ],
    ["UI_CMDLINE_READ_LINE: User '{user.name:text}', command '{process.command_line:longest}'", success],
    ["UI_COMMIT: User '{user.name:text}' requested 'commit' operation*", { 'event.action': 'commit' }],
    ["User '{user.name:text}' exiting configuration mode", { 'event.action': 'configured' }],
    ["User '{user.name:text}' entering configuration mode", { 'event.action': 'configure' }],
    [
      "SSHD_LOGIN_FAILED: Login failed for user '{user.name:longest}' from host '{source.address:text}'",
      { ...login, ...failure },
    ],
    [
      "SSHD_LOGIN_FAILED: {:text}failed for user '{user.name:longest}' from host '{source.address:text}'",
      { ...login, ...failure },
    ],
    [
      'SNMP_TRAP_LINK_DOWN: ifIndex {:number}, {:text}, ifName {network.interface.name:word}',
      { 'event.action': 'link down' },
    ],
    [
      'SNMP_TRAP_LINK_UP: ifIndex {:number}, {:text}, ifName {network.interface.name:word}',
      { 'event.action': 'link up' },
    ],
    ['bgp_{:word}: peer {bgp.neighbor:address} *', { 'event.action': 'peer' }],
    ['BGP_PREFIX_THRESH_EXCEEDED: {bgp.neighbor:address} *', { 'event.action': 'prefix limit' }],
    [
      'RPD_BGP_NEIGHBOR_STATE_CHANGED: BGP peer {bgp.neighbor:address} ({:text}) changed state from {:word} to {event.action:lower} (event {event.reason:text})*',
    ],
  ]),
}

const mikroTikHead =
  '{rule.name:text}: in:{observer.ingress.interface.name:text} out:{observer.egress.interface.name:text}, {:text}proto '
const mikroTikFlow = linesOf([
  [`${mikroTikHead}{network.transport:lower}, *`],
  [`${mikroTikHead}{network.transport:lower} *`],
])
const mikroTikPorts = new Pattern(
  ', {source.address:address}:{source.port:number}->{destination.address:address}:{destination.port:number}, *',
)
const mikroTikHosts = new Pattern(', {source.address:address}->{destination.address:address}, *')
const mikroTikLines = linesOf([
  [
    'user {user.name:text} logged in from {source.address:address} via {network.protocol.name:word}',
    { ...login, ...success },
  ],
  ['user {user.name:text} logged in via {network.protocol.name:word}', { ...login, ...success }],
  ['user {user.name:text} logged out from {source.address:address} via {network.protocol.name:word}', logout],
  [
    'login failure for user {user.name:longest} from {source.address:address} via {network.protocol.name:word}',
    { ...login, ...failure },
  ],
  ['{network.interface.name:word} link up*', { 'event.action': 'link up' }],
  ['{network.interface.name:word} link down', { 'event.action': 'link down' }],
  ['{:word} assigned {client.address:address} for {source.mac:word} *', { 'event.action': 'ack' }],
  ['{:word} assigned {client.address:address} to {source.mac:word}', { 'event.action': 'ack' }],
  ['{:word} deassigned {client.address:address} for {source.mac:word}*', { 'event.action': 'release' }],
  ['{:word} deassigned {client.address:address} from {source.mac:word}', { 'event.action': 'release' }],
  ['{source.mac:word}@{network.interface.name:word}: {event.action:text}, {event.reason:text}'],
  ['{source.mac:word}@{network.interface.name:word}: {event.action:text}'],
  ['{rule.name:text} changed by {user.name:word}', { 'event.action': 'configured' }],
])

/** Reads a line that begins with its topics, two words or more with commas: `firewall,info forward: ...`. */
function readMikroTik(text: string, at: number, draft: FieldsDraft): boolean {
  const space = text.indexOf(' ', at)
  const comma = text.indexOf(',', at)
  if (space === -1 || comma === -1 || comma > space || space - at > 48 || !isTopics(text, at, space))
    return false
  const start = space + 1
  if (mikroTikLines.read(text, start, draft)) return true
  draft.clear()
  if (!mikroTikFlow.read(text, start, draft)) return false
  // The addresses are the item with ->; commas may also stand in the items before it.
  const arrow = text.indexOf('->', start)
  if (arrow === -1) return false
  const from = text.lastIndexOf(', ', arrow)
  return mikroTikPorts.read(text, from, draft) || mikroTikHosts.read(text, from, draft)
}

/** Whether the text is small letters, commas and hyphens only. */
function isTopics(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if ((unit < 0x61 || unit > 0x7a) && unit !== 0x2c && unit !== 0x2d) return false
  }
  return true
}

const mikroTik: Parser = {
  product: 'MikroTik RouterOS',
  programs: ['mikrotik'],
  startsWith: 'sfdwip',
  example:
    'firewall,info forward: in:bridge out:ether1, connection-state:new src-mac 00:00:5e:00:53:01, proto TCP (SYN), 10.9.0.5:51000->203.0.113.9:443, len 52',
  read: readMikroTik,
  fields: [...new Set([...mikroTikLines.fields, ...mikroTikFlow.fields, ...mikroTikPorts.fields])],
}

/** Parsers of lines of Juniper and MikroTik devices. See Pattern for the text in braces. */
export const routers: ParserFamily = { title: 'Juniper and MikroTik', parsers: [juniper, mikroTik] }
