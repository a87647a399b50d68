import type { FieldName } from '../patterns/field-names.ts'
import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { firstOf, type Parser, type ParserFamily, type Reader } from '../patterns/parser.ts'
import { isDigits } from '../readers/access-log.ts'
import { cell, splitColumns } from '../readers/columns.ts'
import { type Conversion, convert } from '../readers/conversion.ts'
import { pairsReader } from '../readers/pairs-reader.ts'

const fortiGate: Parser = {
  product: 'Fortinet FortiGate, FortiWeb, FortiMail, FortiAnalyzer',
  programs: ['fortigate'],
  startsWith: 'd',
  example:
    'date=2026-01-02 time=03:04:05 devname="FG1" logid="0000000013" type="traffic" subtype="forward" srcip=10.4.0.5 srcport=51000 srcintf="lan" dstip=203.0.113.9 dstport=443 dstintf="wan1" policyname="out" proto=6 action="close" service="HTTPS" sentbyte=4021 rcvdbyte=9377',
  ...pairsReader(
    {
      logid: 'event.code',
      srcip: 'source.address',
      srcport: 'source.port',
      srcintf: 'observer.ingress.interface.name',
      dstip: 'destination.address',
      dstport: 'destination.port',
      dstintf: 'observer.egress.interface.name',
      policyname: 'rule.name',
      proto: ['network.transport', 'transport'],
      service: ['network.protocol.name', 'lower'],
      action: 'event.action',
      status: ['event.outcome', 'outcome'],
      user: 'user.name',
      sentbyte: 'source.bytes',
      rcvdbyte: 'destination.bytes',
      hostname: 'url.domain',
      attack: 'threat.name',
      virus: 'threat.name',
      remip: 'client.address',
      reason: 'event.reason',
    },
    { lead: 'date=', stops: ',' },
  ),
}

const checkPointKeys = {
  action: ['event.action', 'lower'],
  src: 'source.address',
  dst: 'destination.address',
  s_port: 'source.port',
  service: 'destination.port',
  proto: ['network.transport', 'transport'],
  rule_name: 'rule.name',
  inzone: 'observer.ingress.interface.name',
  outzone: 'observer.egress.interface.name',
  user: 'user.name',
  src_user_name: 'user.name',
  product: 'log.logger',
  protection_name: 'threat.name',
  appi_name: 'network.protocol.name',
} as const

const checkPointBrackets = pairsReader(checkPointKeys, { lead: '[', stops: ';]', equals: ':' })
const checkPointPipes = pairsReader(checkPointKeys, { lead: 'time=', stops: '|' })

const checkPoint: Parser = {
  product: 'Check Point, log exporter (syslog and generic formats)',
  programs: [
    'checkpoint',
    'firewall',
    'vpn-1 & firewall-1',
    'smartdefense',
    'application control',
    'url filtering',
    'ips',
  ],
  startsWith: 't',
  example:
    '[action:"Accept"; flags:"411908"; ifdir:"inbound"; src:"198.51.100.4"; dst:"10.3.0.9"; proto:"6"; s_port:"51000"; service:"443"; rule_name:"web"]',
  read: firstOf(checkPointBrackets.read, checkPointPipes.read),
  fields: checkPointBrackets.fields,
}

/** The field of a column; '' for a column that is skipped. */
type Column = FieldName | readonly [FieldName, Conversion] | ''

/** Adds the columns of the line that splitColumns split last, from column `first` on. */
function addColumns(columns: readonly Column[], first: number, draft: FieldsDraft): void {
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? ''
    if (column === '') continue
    const [field, conversion] = typeof column === 'string' ? [column] : column
    draft.add(field, convert(cell(first + i), conversion))
  }
}

/** The fields of these lists of columns, each once. */
function fieldsOf(...lists: readonly (readonly Column[])[]): FieldName[] {
  const fields = new Set<FieldName>()
  for (const column of lists.flat()) {
    if (column === '') continue
    fields.add(typeof column === 'string' ? column : column[0])
  }
  return [...fields]
}

/** Columns of TRAFFIC and THREAT, from the source on (column 7 of the line, counted from 0). */
const panFlow: readonly Column[] = [
  'source.address',
  'destination.address',
  ['source.nat.address', 'address'],
  '',
  'rule.name',
  'user.name',
  '',
  'network.protocol.name',
  '',
  'observer.ingress.interface.name',
  'observer.egress.interface.name',
  '',
  '',
  '',
  '',
  '',
  '',
  'source.port',
  'destination.port',
  '',
  '',
  '',
  ['network.transport', 'lower'],
  'event.action',
]
const panTraffic: readonly Column[] = [
  '',
  'source.bytes',
  'destination.bytes',
  '',
  '',
  ['duration_ms', 'seconds'],
]
const panThreat: readonly Column[] = ['url.full', 'threat.name']
const panSystem: readonly Column[] = ['event.code', '', '', '', 'log.logger', '', 'event.reason']
const panConfig: readonly Column[] = [
  'source.address',
  '',
  'process.command_line',
  'user.name',
  '',
  ['event.outcome', 'outcome'],
]
const panGlobalProtect: readonly Column[] = [
  'event.code',
  'event.action',
  '',
  '',
  'user.name',
  '',
  '',
  'source.address',
]

const paloAlto: Parser = {
  product: 'Palo Alto Networks PAN-OS',
  programs: [
    'paloalto',
    'paloalto_traffic',
    'paloalto_threat',
    'paloalto_system',
    'paloalto_config',
    'paloalto_globalprotect',
  ],
  startsWith: '0123456789',
  example:
    '1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,2561,2026/01/02 03:04:05,10.5.0.5,203.0.113.20,198.51.100.1,203.0.113.20,allow-web,acme\\ann,,web-browsing,vsys1,trust,untrust,ethernet1/2,ethernet1/1,fwd,2026/01/02 03:04:05,1001,1,51000,443,40000,443,0x19,tcp,allow,13398,4021,9377,30,2026/01/02 03:03:50,15,any',
  read: readPaloAlto,
  fields: fieldsOf(panFlow, panTraffic, panThreat, panSystem, panConfig, panGlobalProtect),
}

function readPaloAlto(text: string, at: number, draft: FieldsDraft): boolean {
  // `1,2026/01/02 03:04:05,serial,TYPE`
  const comma = text.indexOf(',', at)
  if (comma === -1 || comma - at > 4 || text.charCodeAt(comma + 5) !== 0x2f) return false
  const columnCount = splitColumns(text, at, ',', 37)
  switch (cell(3)) {
    case 'TRAFFIC':
      if (columnCount < 31) return false
      addColumns(panFlow, 7, draft)
      addColumns(panTraffic, 31, draft)
      return true
    case 'THREAT':
      if (columnCount < 33) return false
      addColumns(panFlow, 7, draft)
      addColumns(panThreat, 31, draft)
      return true
    case 'SYSTEM':
      if (columnCount < 15) return false
      addColumns(panSystem, 8, draft)
      return true
    case 'CONFIG':
      if (columnCount < 13) return false
      addColumns(panConfig, 7, draft)
      return true
    case 'GLOBALPROTECT':
      if (columnCount < 16) return false
      addColumns(panGlobalProtect, 8, draft)
      return true
    default:
      return false
  }
}

const filterHead: readonly Column[] = ['observer.ingress.interface.name', '', 'event.action']
const filterV4: readonly Column[] = [
  ['network.transport', 'lower'],
  '',
  'source.address',
  'destination.address',
]
const filterV6: readonly Column[] = [
  ['network.transport', 'lower'],
  '',
  '',
  'source.address',
  'destination.address',
]
const filterPorts: readonly Column[] = ['source.port', 'destination.port']

const filterlog: Parser = {
  product: 'pfSense, OPNsense: filterlog',
  programs: ['filterlog'],
  example:
    '5,,,1000000103,igb0,match,block,in,4,0x0,,64,12345,0,DF,6,tcp,60,198.51.100.4,10.6.0.1,40000,22,0,S,1234567890,,64240,,mss',
  read: readFilterlog,
  fields: ['rule.name', ...fieldsOf(filterHead, filterV4, filterV6, filterPorts)],
}

/** The documented columns: the IPv4 or IPv6 part follows the version; tcp and udp have ports. */
function readFilterlog(text: string, at: number, draft: FieldsDraft): boolean {
  const columnCount = splitColumns(text, at, ',', 24)
  const version = cell(8)
  const isV4 = version === '4'
  const protocolAt = isV4 ? 16 : 12
  if ((!isV4 && version !== '6') || columnCount < (isV4 ? 20 : 17)) return false
  draft.add('rule.name', cell(3))
  addColumns(filterHead, 4, draft)
  addColumns(isV4 ? filterV4 : filterV6, protocolAt, draft)
  const ports = isV4 ? 20 : 17
  if (columnCount > ports + 1 && isDigits(cell(ports)) && isDigits(cell(ports + 1).trim()))
    addColumns(filterPorts, ports, draft)
  return true
}

const sonicWallPairs = pairsReader({
  m: 'event.code',
  msg: 'event.reason',
  src: ['source.address', 'host'],
  dst: ['destination.address', 'host'],
  proto: 'network.protocol.name',
  usr: 'user.name',
  rule: 'rule.name',
  fw_action: 'event.action',
  sent: 'source.bytes',
  rcvd: 'destination.bytes',
})

/** A line begins with `sn=`, or with `id=firewall sn=`. */
const readSonicWall: Reader = (text, at, draft) => {
  const serial = text.startsWith('id=', at) ? text.indexOf(' ', at) + 1 : at
  return text.startsWith('sn=', serial) && sonicWallPairs.read(text, at, draft)
}

/** Parsers of lines of firewalls. See Pattern for the text in braces. */
export const firewalls: ParserFamily = {
  title: 'Firewalls',
  parsers: [
    fortiGate,
    checkPoint,
    paloAlto,
    filterlog,
    {
      product: 'SonicWall',
      programs: ['id=firewall', 'sonicwall'],
      startsWith: 'i',
      example:
        'id=firewall sn=0017C5000001 time="2026-01-02 03:04:05 UTC" fw=203.0.113.1 pri=6 c=1024 m=537 msg="Connection Closed" n=7 src=10.8.0.5:51000:X0 dst=198.51.100.9:443:X1 proto=tcp/https sent=4021 rcvd=9377',
      read: readSonicWall,
      fields: sonicWallPairs.fields,
    },
    {
      product: 'Sophos Firewall (XG, SFOS)',
      programs: ['sophos', 'device="sfw"'],
      startsWith: 'd',
      example:
        'device="SFW" date=2026-01-02 time=03:04:05 device_name="XG1" log_type="Firewall" log_subtype="Denied" fw_rule_name="drop" src_ip=198.51.100.4 dst_ip=10.3.0.9 protocol="TCP" src_port=51000 dst_port=22 in_interface="Port2"',
      ...pairsReader(
        {
          log_subtype: ['event.action', 'lower'],
          fw_rule_name: 'rule.name',
          user_name: 'user.name',
          src_ip: 'source.address',
          dst_ip: 'destination.address',
          protocol: ['network.transport', 'lower'],
          src_port: 'source.port',
          dst_port: 'destination.port',
          in_interface: 'observer.ingress.interface.name',
          out_interface: 'observer.egress.interface.name',
        },
        { lead: 'device=' },
      ),
    },
    {
      product: 'Sophos UTM',
      programs: ['ulogd', 'sophos'],
      startsWith: 'i',
      example:
        'id="2001" severity="info" sys="SecureNet" sub="packetfilter" name="Packet dropped" action="drop" fwrule="60001" initf="eth1" srcip="198.51.100.4" dstip="10.3.0.9" proto="6" srcport="51000" dstport="22"',
      ...pairsReader(
        {
          id: 'event.code',
          action: 'event.action',
          fwrule: 'rule.name',
          initf: 'observer.ingress.interface.name',
          outitf: 'observer.egress.interface.name',
          srcip: 'source.address',
          dstip: 'destination.address',
          proto: ['network.transport', 'transport'],
          srcport: 'source.port',
          dstport: 'destination.port',
          user: 'user.name',
          url: 'url.full',
          statuscode: 'http.response.status_code',
        },
        { lead: 'id="' },
      ),
    },
  ],
}
