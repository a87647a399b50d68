/** Five devices on 500 hosts, about 150 characters per message, all different. */
const devices = [
  {
    host: 'host-{0..499}.example.org',
    program: 'sshd',
    priority: 'local0.info',
    message:
      'Failed password for invalid user user{0..899} from {ip} port {port} ssh2 [preauth] session {number} closed after 3 attempts',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'asa',
    priority: 'local0.notice',
    message:
      '%ASA-6-302013: Built outbound TCP connection {number} for outside:{ip}/443 ({ip}/443) to inside:{inside}/{port} (198.51.100.4/{port})',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'nginx',
    priority: 'local0.warning',
    message:
      '{inside} - - GET /api/items/{number} HTTP/1.1 200 {0..89999} https://shop.example/cart Mozilla/5.0 rt=0.0{0..89} upstream=10.0.0.{0..8}',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'ios',
    priority: 'local0.error',
    message:
      '%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/{0..47}, changed state to up, transition {number} since the last reload of the switch',
  },
  {
    host: 'host-{0..499}.example.org',
    program: 'fortigate',
    priority: 'local0.debug',
    message:
      'type=traffic subtype=forward level=notice srcip={inside} srcport={port} dstip={ip} dstport=443 action=accept sessionid={number} sentbyte={0..49999}',
  },
]

/** The built-in templates by name, in the format of template.ts. */
export const builtInTemplates: Readonly<Record<string, unknown>> = {
  mixed: { events: devices },
  /** As `devices`, but one in ten messages repeats another, for deduplication. */
  repeats: {
    events: [
      ...devices.map(event => ({ ...event, share: 9 / devices.length })),
      {
        host: 'switch-{1..20}',
        program: 'ios',
        priority: 'local7.warning',
        message: '%PLATFORM_ENV-4-FAN: Fan {1..4} in slot {1..8} has failed, speed 0 rpm',
      },
    ],
  },
  /** One message, repeated forever. */
  storm: {
    events: [
      {
        host: 'switch-1',
        program: 'ios',
        priority: 'local7.error',
        message: '%LINK-3-UPDOWN: Interface GigabitEthernet1/0/1, changed state to down',
      },
    ],
  },
}
