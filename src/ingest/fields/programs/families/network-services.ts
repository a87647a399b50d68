import { linesOf, type ParserFamily } from '../patterns/parser.ts'
import { failure, login, success } from './constant-fields.ts'

const query = { 'event.action': 'query' } as const

/** Messages of DHCP as ISC dhcpd writes them, in both directions. */
function dhcp(name: string, form: string) {
  return [`DHCP${name} ${form}`, { 'event.action': name.toLowerCase() }] as const
}

/** Parsers of lines of servers for DHCP, DNS, time and VPN. See Pattern for the text in braces. */
export const networkServices: ParserFamily = {
  title: 'Network services',
  parsers: [
    {
      product: 'ISC dhcpd',
      programs: ['dhcpd', 'dhcpd6'],
      example: 'DHCPACK on 10.0.0.23 to 00:00:5e:00:53:01 (laptop-7) via eth0',
      ...linesOf([
        dhcp(
          'ACK',
          'on {client.address:address} to {source.mac:word} ({:text}) via {network.interface.name:word}',
        ),
        dhcp('ACK', 'on {client.address:address} to {source.mac:word} via {network.interface.name:word}'),
        dhcp('ACK', 'to {client.address:address} ({source.mac:word}) via {network.interface.name:word}'),
        dhcp(
          'OFFER',
          'on {client.address:address} to {source.mac:word} ({:text}) via {network.interface.name:word}',
        ),
        dhcp('OFFER', 'on {client.address:address} to {source.mac:word} via {network.interface.name:word}'),
        dhcp('NAK', 'on {client.address:address} to {source.mac:word} via {network.interface.name:word}'),
        dhcp('DISCOVER', 'from {source.mac:word} ({:text}) via {network.interface.name:word}'),
        dhcp('DISCOVER', 'from {source.mac:word} via {network.interface.name:word}'),
        [
          'DHCPDISCOVER from {source.mac:word} via {network.interface.name:text}: {event.reason:text}',
          { 'event.action': 'discover', ...failure },
        ],
        dhcp(
          'REQUEST',
          'for {client.address:address} ({server.address:address}) from {source.mac:word} ({:text}) via {network.interface.name:word}',
        ),
        dhcp(
          'REQUEST',
          'for {client.address:address} ({server.address:address}) from {source.mac:word} via {network.interface.name:word}',
        ),
        dhcp(
          'REQUEST',
          'for {client.address:address} from {source.mac:word} ({:text}) via {network.interface.name:word}',
        ),
        dhcp(
          'REQUEST',
          'for {client.address:address} from {source.mac:word} via {network.interface.name:word}',
        ),
        [
          'DHCPREQUEST for {client.address:address} from {source.mac:word} via {network.interface.name:text}: {event.reason:text}',
          { 'event.action': 'request', ...failure },
        ],
        dhcp(
          'RELEASE',
          'of {client.address:address} from {source.mac:word} ({:text}) via {network.interface.name:word} *',
        ),
        dhcp(
          'RELEASE',
          'of {client.address:address} from {source.mac:word} via {network.interface.name:word} *',
        ),
        dhcp(
          'DECLINE',
          'of {client.address:address} from {source.mac:word} ({:text}) via {network.interface.name:text}: *',
        ),
        dhcp(
          'DECLINE',
          'of {client.address:address} from {source.mac:word} via {network.interface.name:text}: *',
        ),
        dhcp(
          'DECLINE',
          'of {client.address:address} from {source.mac:word} via {network.interface.name:word}*',
        ),
        dhcp('INFORM', 'from {client.address:address} via {network.interface.name:word}'),
      ]),
    },
    {
      product: 'dhclient, udhcpc, dhcpcd',
      programs: ['dhclient', 'udhcpc', 'dhcpcd'],
      example: 'DHCPACK of 10.0.0.23 from 10.0.0.1',
      ...linesOf([
        ['DHCPACK of {client.address:address} from {server.address:address}*', { 'event.action': 'ack' }],
        ['DHCPACK from {server.address:address}*', { 'event.action': 'ack' }],
        ['DHCPOFFER of {client.address:address} from {server.address:address}', { 'event.action': 'offer' }],
        [
          'DHCPREQUEST of {client.address:address} on {network.interface.name:word} to {server.address:address} port {:number}*',
          { 'event.action': 'request' },
        ],
        [
          'DHCPREQUEST for {client.address:address} on {network.interface.name:word} to {server.address:address} port {:number}*',
          { 'event.action': 'request' },
        ],
        [
          'DHCPDISCOVER on {network.interface.name:word} to {server.address:address} port {:number} interval {:number}*',
          { 'event.action': 'discover' },
        ],
        ['bound to {client.address:address} -- renewal in {:number} seconds.', { 'event.action': 'bound' }],
        [
          '{network.interface.name:word}: leased {client.address:address} for {:number} seconds',
          { 'event.action': 'bound' },
        ],
      ]),
    },
    {
      product: 'dnsmasq',
      programs: ['dnsmasq', 'dnsmasq-dhcp', 'pihole-ftl'],
      example: 'query[A] shop.example from 10.0.0.23',
      ...linesOf([
        ['query[{dns.question.type:text}] {dns.question.name:word} from {client.address:address}', query],
        ['forwarded {dns.question.name:word} to {server.address:address}', { 'event.action': 'forward' }],
        ['reply {dns.question.name:word} is {event.reason:text}', { 'event.action': 'reply' }],
        ['cached {dns.question.name:word} is {event.reason:text}', { 'event.action': 'cached' }],
        [
          'DHCPACK({network.interface.name:text}) {client.address:address} {source.mac:word} *',
          { 'event.action': 'ack' },
        ],
        [
          'DHCPACK({network.interface.name:text}) {client.address:address} {source.mac:word}',
          { 'event.action': 'ack' },
        ],
        [
          'DHCPREQUEST({network.interface.name:text}) {client.address:address} {source.mac:word}',
          { 'event.action': 'request' },
        ],
        [
          'DHCPOFFER({network.interface.name:text}) {client.address:address} {source.mac:word}',
          { 'event.action': 'offer' },
        ],
        [
          'DHCPDISCOVER({network.interface.name:text}) {client.address:address} {source.mac:word}',
          { 'event.action': 'discover' },
        ],
        ['DHCPDISCOVER({network.interface.name:text}) {source.mac:word}', { 'event.action': 'discover' }],
        [
          'DHCPRELEASE({network.interface.name:text}) {client.address:address} {source.mac:word}',
          { 'event.action': 'release' },
        ],
        [
          'DHCPNAK({network.interface.name:text}) {client.address:address} {source.mac:word} {event.reason:text}',
          { 'event.action': 'nak' },
        ],
      ]),
    },
    {
      product: 'Kea DHCP',
      programs: ['kea-dhcp4', 'kea-dhcp6', 'kea'],
      example:
        'INFO  [kea-dhcp4.leases/991.140] DHCP4_LEASE_ALLOC [hwtype=1 00:00:5e:00:53:01], cid=[no info], tid=0x7: lease 10.0.0.23 has been allocated for 3600 seconds',
      ...linesOf([
        [
          '{:word} {:text}[{:word}] {event.code:word} [hwtype={:number} {source.mac:word}], cid=[{:text}], tid={:word}: lease {client.address:address} *',
        ],
        [
          '{:word} {:text}[{:word}] {event.code:word} [hwtype={:number} {source.mac:word}], {:text}: {event.reason:text}',
        ],
      ]),
    },
    {
      product: 'BIND named',
      programs: ['named'],
      example: 'client @0x7f1c 10.0.0.23#51000 (shop.example): query: shop.example IN A +E(0)K (10.0.0.53)',
      ...linesOf([
        [
          'client @{:word} {client.address:address}#{client.port:number} ({:text}): query: {dns.question.name:word} IN {dns.question.type:word} *',
          query,
        ],
        [
          'client @{:word} {client.address:address}#{client.port:number} ({:text}): view {:word}: query: {dns.question.name:word} IN {dns.question.type:word} *',
          query,
        ],
        [
          'client {client.address:address}#{client.port:number} ({:text}): query: {dns.question.name:word} IN {dns.question.type:word} *',
          query,
        ],
        [
          'client {client.address:address}#{client.port:number}: query: {dns.question.name:word} IN {dns.question.type:word} *',
          query,
        ],
        [
          "client @{:word} {client.address:address}#{client.port:number} ({:text}): query (cache) '{dns.question.name:text}/{dns.question.type:text}/IN' denied*",
          { ...query, ...failure },
        ],
        [
          "client {client.address:address}#{client.port:number} ({:text}): query (cache) '{dns.question.name:text}/{dns.question.type:text}/IN' denied*",
          { ...query, ...failure },
        ],
        [
          "client @{:word} {client.address:address}#{client.port:number} ({:text}): zone transfer '{dns.question.name:text}/{dns.question.type:text}/IN' denied*",
          { 'event.action': 'transfer', ...failure },
        ],
        [
          'queries: info: client @{:word} {client.address:address}#{client.port:number} ({:text}): query: {dns.question.name:word} IN {dns.question.type:word} *',
          query,
        ],
        [
          "{event.reason:text} resolving '{dns.question.name:text}/{dns.question.type:text}/IN': {server.address:address}#{server.port:number}",
          failure,
        ],
        [
          'zone {dns.question.name:text}/IN: loaded serial {:number}',
          { 'event.action': 'zone loaded', ...success },
        ],
        ['zone {dns.question.name:text}/IN: {event.reason:text}'],
      ]),
    },
    {
      product: 'Unbound',
      programs: ['unbound'],
      example: 'info: 10.0.0.23 shop.example. A IN',
      ...linesOf([
        ['info: {client.address:address} {dns.question.name:word} {dns.question.type:word} IN', query],
        [
          'info: {client.address:address} {dns.question.name:word} {dns.question.type:word} IN {event.code:word} {:number} {:number} {:number}',
          query,
        ],
        [
          '[{:text}] info: {client.address:address} {dns.question.name:word} {dns.question.type:word} IN*',
          query,
        ],
      ]),
    },
    {
      product: 'hostapd, UniFi access points',
      programs: ['hostapd', 'stahtd', 'wpa_supplicant'],
      example: 'ath0: STA 00:00:5e:00:53:11 IEEE 802.11: associated',
      ...linesOf([
        ['{network.interface.name:word}: STA {source.mac:word} IEEE 802.11: {event.action:text}'],
        [
          '{network.interface.name:word}: STA {source.mac:word} {network.protocol.name:word}: {event.action:text}',
        ],
        [
          '{network.interface.name:word}: AP-STA-CONNECTED {source.mac:word}*',
          { 'event.action': 'connected' },
        ],
        [
          '{network.interface.name:word}: AP-STA-DISCONNECTED {source.mac:word}*',
          { 'event.action': 'disconnected' },
        ],
      ]),
    },
    {
      product: 'chrony, ntpd, timesyncd',
      programs: ['chronyd', 'ntpd', 'systemd-timesyncd'],
      example: 'Selected source 192.0.2.123 (time.example)',
      ...linesOf([
        ['Selected source {server.address:address} ({:text})', { 'event.action': 'selected' }],
        ['Selected source {server.address:address}', { 'event.action': 'selected' }],
        ['Source {server.address:address} {event.action:text}'],
        [
          'Contacted time server {server.address:address}:{server.port:number} ({:text}).',
          { 'event.action': 'contacted' },
        ],
        ['Initial clock synchronization to *', { 'event.action': 'synchronized' }],
        [
          'Timed out waiting for reply from {server.address:address}:{server.port:number} ({:text}).',
          { 'event.action': 'timeout', ...failure },
        ],
      ]),
    },
    {
      product: 'Keepalived',
      programs: ['keepalived', 'keepalived_vrrp'],
      example: '(VI_1) Entering MASTER STATE',
      ...linesOf([
        ['({rule.name:text}) Entering {event.action:lower} STATE'],
        ['VRRP_Instance({rule.name:text}) Entering {event.action:lower} STATE'],
        ['VRRP_Instance({rule.name:text}) Transition to {event.action:lower} STATE'],
      ]),
    },
    {
      product: 'vsftpd, Pure-FTPd, ftpd',
      programs: ['vsftpd', 'pure-ftpd', 'ftpd'],
      example: '[ann] OK LOGIN: Client "192.0.2.7"',
      ...linesOf([
        ['[{user.name:text}] OK LOGIN: Client "{source.address:address}"*', { ...login, ...success }],
        ['[{user.name:text}] FAIL LOGIN: Client "{source.address:address}"*', { ...login, ...failure }],
        [
          '[{user.name:text}] OK DOWNLOAD: Client "{source.address:address}", "{file.path:longest}", *',
          { 'event.action': 'download', ...success },
        ],
        [
          '[{user.name:text}] OK UPLOAD: Client "{source.address:address}", "{file.path:longest}", *',
          { 'event.action': 'upload', ...success },
        ],
        ['connection from {source.address:address} ({:text}) at *', { 'event.action': 'connect' }],
        ['CONNECT: Client "{source.address:address}"', { 'event.action': 'connect' }],
        [
          '({:text}@{source.address:address}) [INFO] {user.name:word} is now logged in',
          { ...login, ...success },
        ],
        [
          '({:text}@{source.address:address}) [WARNING] Authentication failed for user [{user.name:longest}]',
          { ...login, ...failure },
        ],
      ]),
    },
    {
      product: 'OpenVPN',
      programs: ['openvpn', 'ovpn-server'],
      example: 'ann/192.0.2.7:51000 Connection reset, restarting [0]',
      ...linesOf([
        [
          '{source.address:address}:{source.port:number} [{user.name:text}] Peer Connection Initiated with *',
          { ...login, ...success },
        ],
        ['{source.address:address}:{source.port:number} TLS Error: {event.reason:text}', failure],
        ['{source.address:address}:{source.port:number} AUTH_FAILED*', { ...login, ...failure }],
        ['{user.name:word}/{source.address:address}:{source.port:number} {event.reason:text}'],
      ]),
    },
  ],
}
