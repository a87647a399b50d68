import { type Device, inside, message, outside, port } from './messages.ts'
import { shop } from './shop.ts'

/** The devices of the demo's company. The first is a firewall, the second a switch. Shares add up to 1. */
export const devices: readonly [Device, ...Device[]] = [
  {
    kind: 'firewall',
    hosts: ['fw-edge-1', 'fw-edge-2'],
    share: 0.3,
    format: 'bsd',
    normal: [
      message(
        'local4.info',
        '',
        `%ASA-6-302013: Built outbound TCP connection {1..9999999} for outside:${outside}/{service} to inside:${inside}/${port}`,
      ),
      message(
        'local4.info',
        '',
        `%ASA-6-302014: Teardown TCP connection {1..9999999} for outside:${outside}/{service} to inside:${inside}/${port} duration 0:00:{10..59} bytes {200..900000} TCP FINs`,
      ),
      message(
        'local4.warning',
        '',
        `%ASA-4-106023: Deny tcp src outside:${outside}/${port} dst inside:${inside}/{service} by access-group "outside_in"`,
      ),
    ],
    fault: message(
      'local4.alert',
      '',
      '%ASA-1-105005: (Primary) Lost Failover communications with mate on interface {inside|dmz}',
    ),
  },
  {
    kind: 'switch',
    hosts: ['sw-core-1', 'sw-core-2', 'sw-floor-1', 'sw-floor-2', 'sw-floor-3'],
    share: 0.06,
    format: 'bsd',
    normal: [
      message(
        'local7.notice',
        '',
        '%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/{1..48}, changed state to {up|down}',
      ),
      message('local7.notice', '', `%SYS-5-CONFIG_I: Configured from console by {user} on vty0 (${inside})`),
    ],
    fault: message(
      'local7.error',
      '',
      '%LINK-3-UPDOWN: Interface TenGigabitEthernet1/1/{1..4}, changed state to down',
    ),
  },
  {
    kind: 'server',
    hosts: ['app-1', 'app-2', 'app-3', 'db-1', 'db-2', 'bastion-1', 'build-1'],
    share: 0.22,
    format: 'bsd',
    normal: [
      message('auth.info', 'sshd', `Accepted publickey for {user} from ${inside} port ${port} ssh2`),
      message('clock.info', 'CRON', '({user}) CMD (/opt/jobs/{rotate|sync|report}.sh)'),
      message(
        'daemon.info',
        'systemd',
        '{Started|Stopped|Reloaded} {backup.service|metrics.service|app.service}.',
      ),
      message(
        'auth.warning',
        'sshd',
        `Failed password for invalid user {admin|test|oracle|guest} from ${outside} port ${port} ssh2`,
      ),
    ],
    fault: message(
      'kern.critical',
      'kernel',
      'EXT4-fs error (device sda{1..3}): ext4_lookup:1785: inode #{1000..9999}: comm app: iget: checksum invalid',
    ),
  },
  {
    kind: 'web',
    hosts: ['web-1', 'web-2', 'web-3'],
    share: 0.2,
    format: 'rfc5424',
    normal: [
      message(
        'local0.info',
        'nginx',
        `${outside} - - "GET /{|cart|search?q=wheel|api/v2/items|login} HTTP/2.0" 200 {300..60000} "{site}" rt=0.0{10..99} id={hex 12}`,
      ),
      message(
        'local0.info',
        'haproxy',
        `${outside}:${port} [front] back/web{1..3} 0/0/1/{2..90}/{3..99} 200 {300..9000} - - ---- 12/12/3/1/0 0/0 "GET / HTTP/1.1"`,
      ),
      message(
        'local0.notice',
        'nginx',
        `${outside} - - "GET /{wp-login.php|.env|admin} HTTP/1.1" 404 153 "{site}" rt=0.00{1..9} id={hex 12}`,
      ),
    ],
    fault: message(
      'local0.error',
      'nginx',
      `upstream timed out (110: Connection timed out) while reading response header from upstream, client: ${outside}, server: {site}, upstream: "http://${inside}:8080/api/v2/items"`,
    ),
  },
  shop,
  {
    kind: 'hypervisor',
    hosts: ['esx-1', 'esx-2'],
    share: 0.06,
    format: 'rfc5424',
    normal: [
      message(
        'local4.info',
        'Hostd',
        'info hostd[{hex 7}] [Originator@6876 sub=Vimsvc.TaskManager opID={hex 8}] Task Completed : haTask-{1..99}-vim.VirtualMachine.acquireTicket',
      ),
      message(
        'local4.debug',
        'vmkernel',
        'cpu{0..31}:{2000000..2999999})ScsiDeviceIO: 3449: Cmd(0x{hex 12}) 0x1a, CmdSN 0x{hex 4} from world 0 to dev "naa.{hex 16}"',
      ),
    ],
    fault: message(
      'local4.critical',
      'vmkwarning',
      'cpu{0..31}:{2000000..2999999})ALERT: NMP: nmp_DeviceRetryCommand: device "naa.{hex 16}": awaiting fast path state update',
    ),
  },
  {
    kind: 'name server',
    hosts: ['ns-1', 'ns-2'],
    share: 0.1,
    format: 'bsd',
    normal: [
      message(
        'daemon.info',
        'named',
        `client @0x7f{hex 10} ${inside}#${port}: query: {site} IN {A|AAAA|HTTPS|MX} response: NOERROR +E(0)`,
      ),
      message(
        'daemon.info',
        'named',
        `client @0x7f{hex 10} ${inside}#${port}: query: {word}.{site} IN {A|AAAA} response: NXDOMAIN +E(0)`,
      ),
    ],
    fault: message(
      'daemon.error',
      'named',
      `client @0x7f{hex 10} ${inside}#${port}: query failed (SERVFAIL) for {site}/IN/A at query.c:7842`,
    ),
  },
  {
    kind: 'zones of a name server',
    hosts: ['ns-1', 'ns-2'],
    share: 0.002,
    format: 'bsd',
    normal: [
      message(
        'daemon.info',
        'named',
        `client @0x7f{hex 10} ${inside}#${port}: transfer of '{site}/IN': {AXFR|IXFR} ended: {1..9} messages, {40..400} records`,
      ),
    ],
    fault: message(
      'daemon.error',
      'named',
      `zone {site}/IN: refresh: failure trying primary ${inside}#53 (source 0.0.0.0#0): timed out`,
    ),
  },
  {
    kind: 'administration of firewalls',
    hosts: ['fw-edge-1', 'fw-edge-2'],
    share: 0.018,
    format: 'bsd',
    normal: [
      message(
        'local4.notice',
        '',
        "%ASA-5-111008: User '{user}' executed the 'show {version|route|conn count}' command.",
      ),
      message('local4.info', '', '%ASA-6-113008: AAA transaction status ACCEPT : user = {user}'),
      message(
        'local4.info',
        '',
        `%ASA-6-605004: Login denied from ${outside}/${port} to outside:${outside}/ssh for user "{admin|root|cisco}"`,
      ),
    ],
    fault: message(
      'local4.error',
      '',
      `%ASA-3-202010: PAT pool exhausted. Unable to create TCP connection from inside:${inside}/${port} to outside:${outside}/443`,
    ),
  },
]

const [, flappingSwitch] = devices

/** A repeating message, as from a device with a failed fan. */
export const flapping = {
  device: flappingSwitch ?? devices[0],
  message: message('local7.warning', '', '%PLATFORM_ENV-4-FAN: Fan 2 in slot 1 has failed, speed 0 rpm'),
}
