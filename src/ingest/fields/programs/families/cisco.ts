import { linesOf, type Parser, type ParserFamily, type Reader } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { asa } from './asa.ts'
import { failure, login, logout, success } from './constant-fields.ts'

const iosLines = linesOf([
  [
    'Configured from {:text} by {user.name:word} on {:word} ({source.address:address})',
    { 'event.action': 'configured' },
  ],
  [
    'Configured from {:text} by {user.name:word} on {source.address:address}@{:word}',
    { 'event.action': 'configured' },
  ],
  ['Configured from console by vty{:number} ({source.address:address})', { 'event.action': 'configured' }],
  ['Configured from console by {user.name:word}', { 'event.action': 'configured' }],
  ['Interface {network.interface.name:word}, changed state to {event.action:lower}'],
  ['Interface {network.interface.name:word}, changed state to {event.action:text}'],
  ['Line protocol on Interface {network.interface.name:word}, changed state to {event.action:text}'],
  ['Interface {network.interface.name:word} is {event.action:word} in mode *'],
  ['Interface {network.interface.name:word} is {event.action:word} ({event.reason:text})'],
  ['Interface {network.interface.name:word} is {event.action:word}'],
  [
    'list {rule.name:word} {event.action:word} {network.transport:lower} {source.address:address}({source.port:number}) -> {destination.address:address}({destination.port:number}), {:number} packet*',
  ],
  [
    'list {rule.name:word} {event.action:word} {network.transport:lower} {source.address:address}({source.port:number}) ({:text}) -> {destination.address:address}({destination.port:number}), {:number} packet*',
  ],
  [
    'list {rule.name:word} {event.action:word} {network.transport:lower} {source.address:address} -> {destination.address:address} ({:text}), {:number} packet*',
  ],
  ['list {rule.name:word} {event.action:word} {source.address:address} {:number} packet*'],
  ['Login Success [user: {user.name:text}] [Source: {source.address:address}] *', { ...login, ...success }],
  [
    'Login failed [user: {user.name:text}] [Source: {source.address:address}] [localport: {:number}] [Reason: {event.reason:text}] *',
    { ...login, ...failure },
  ],
  ['User:{user.name:word}  logged command:{process.command_line:text}', success],
  ['User {user.name:word} has exited tty session {:number}({source.address:address})', logout],
  [
    'Process {:number}, Nbr {bgp.neighbor:address} on {network.interface.name:word} from {:word} to {event.action:lower}, {event.reason:text}',
  ],
  ['neighbor {bgp.neighbor:address} {event.action:lower} {event.reason:text}'],
  ['neighbor {bgp.neighbor:address} {event.action:lower}'],
  [
    '{:word} {:number}: Neighbor {bgp.neighbor:address} ({network.interface.name:text}) is {event.action:word}: {event.reason:text}',
  ],
  [
    'Host {source.mac:word} in vlan {:number} is flapping between port {network.interface.name:word} and port {:word}',
    { 'event.action': 'flapping' },
  ],
  [
    '{event.reason:word} error detected on {network.interface.name:word}, *',
    { 'event.action': 'err-disable' },
  ],
  [
    'Security violation occurred, caused by MAC address {source.mac:word} on port {network.interface.name:text}.',
    { 'event.action': 'violation' },
  ],
  ['duplex mismatch discovered on {network.interface.name:word} *', { 'event.action': 'duplex mismatch' }],
  ['Native VLAN mismatch discovered on {network.interface.name:word} *', { 'event.action': 'VLAN mismatch' }],
  ['Authentication failure for SNMP req from host {source.address:address}', { ...login, ...failure }],
  ['SSH2 Session request from {source.address:address} {:text}', { 'event.action': 'connect' }],
  [
    "User '{user.name:text}' authentication for SSH2 Session from {source.address:address} {:text} Succeeded",
    { ...login, ...success },
  ],
  [
    "User '{user.name:text}' authentication for SSH2 Session from {source.address:address} {:text} Failed",
    { ...login, ...failure },
  ],
  [
    'pam_aaa:Authentication failed for user {user.name:word} from {source.address:address}*',
    { ...login, ...failure },
  ],
  [
    'Duplicate address {source.address:address} on {network.interface.name:word}, sourced by {source.mac:word}',
    { 'event.action': 'duplicate address' },
  ],
  ['Client {source.mac:word} on Interface {network.interface.name:word} *'],
])
const iosHead = new Pattern('%{event.code:word}: *')
const oldIosHead = new Pattern('%{event.code:word} : *')
/** Maximum length of a mnemonic. */
const maxMnemonic = 72

/** Reads `%LINK-3-UPDOWN: Interface ...`. A message that no line above fits gives only its mnemonic. */
const readIos: Reader = (text, at, draft) => {
  const colon = text.indexOf(': ', at)
  if (text.charCodeAt(at) !== 0x25 || colon === -1 || colon - at > maxMnemonic) return false
  if (!isMnemonic(text.slice(at + 1, colon).trimEnd())) return false
  if (!iosHead.read(text, at, draft) && !oldIosHead.read(text, at, draft)) return false
  iosLines.read(text, colon + 2, draft)
  return true
}

/** Whether a text is FACILITY-SEVERITY-NAME in capital letters, such as `PKT_INFRA-LINK-3-UPDOWN`. */
function isMnemonic(text: string): boolean {
  return /^[A-Z0-9_$-]{2,40}-[0-7]-[A-Z0-9_]{2,40}$/.test(text)
}

const ios: Parser = {
  product: 'Cisco IOS, IOS XE, IOS XR, NX-OS',
  programs: ['cisco', 'ios', 'nxos'],
  startsWith: '%',
  example: '%SEC-6-IPACCESSLOGP: list EDGE-IN denied tcp 198.51.100.44(51514) -> 10.20.30.40(22), 1 packet',
  read: readIos,
  fields: ['event.code', ...iosLines.fields],
}

const meraki: Parser = {
  product: 'Cisco Meraki',
  programs: ['meraki'],
  startsWith: '0123456789',
  example:
    '1767323045.678901234 MX84 flows src=10.0.0.23 dst=203.0.113.9 mac=00:00:5E:00:53:01 protocol=tcp sport=51000 dport=443 pattern: allow all',
  ...linesOf([
    [
      '{:number} {:word} flows src={source.address:address} dst={destination.address:address} mac={source.mac:word} protocol={network.transport:lower} sport={source.port:number} dport={destination.port:number} pattern: {event.action:word} *',
    ],
    [
      '{:number} {:word} flows {event.action:word} src={source.address:address} dst={destination.address:address} mac={source.mac:word} protocol={network.transport:lower} sport={source.port:number} dport={destination.port:number}',
    ],
    [
      '{:number} {:word} firewall src={source.address:address} dst={destination.address:address} mac={source.mac:word} protocol={network.transport:lower} sport={source.port:number} dport={destination.port:number} pattern: {event.action:word} *',
    ],
    [
      '{:number} {:word} ip_flow_start src={source.address:address} dst={destination.address:address} protocol={network.transport:lower} sport={source.port:number} dport={destination.port:number} *',
      { 'event.action': 'start' },
    ],
    [
      '{:number} {:word} ip_flow_end src={source.address:address} dst={destination.address:address} protocol={network.transport:lower} sport={source.port:number} dport={destination.port:number} *',
      { 'event.action': 'end' },
    ],
    [
      "{:number} {:word} urls src={source.address:address}:{source.port:number} dst={destination.address:address}:{destination.port:number} mac={source.mac:word} agent='{user_agent.original:text}' request: {http.request.method:word} {url.full:word}",
    ],
    [
      '{:number} {:word} urls src={source.address:address}:{source.port:number} dst={destination.address:address}:{destination.port:number} mac={source.mac:word} request: {http.request.method:word} {url.full:word}',
    ],
  ]),
}

/** Parsers of lines of Cisco devices. See Pattern for the text in braces. */
export const cisco: ParserFamily = { title: 'Cisco', parsers: [asa, ios, meraki] }
