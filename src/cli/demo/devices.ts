import { hex, insideAddress, outsideAddress, port, servicePort, sites, users } from './network.ts'
import type { Random } from './random.ts'

/** What a device says: the priority and the rest of a syslog line, without time stamp and host. */
export interface DeviceMessage {
  /** Facility times 8 plus severity. */
  priority: number
  /** Tag with its process id and colon, or '' where the message begins at once (Cisco). */
  tag: string
  message: string
}

/** A kind of device: its hosts, how much of the stream is its, and what it says on ordinary and on bad days. */
export interface Device {
  kind: string
  hosts: readonly [string, ...string[]]
  share: number
  format: 'rfc3164' | 'rfc5424'
  normal: readonly [(random: Random) => DeviceMessage, ...((random: Random) => DeviceMessage)[]]
  fault: (random: Random) => DeviceMessage
}

const auth = 4 * 8
const daemon = 3 * 8
const local0 = 16 * 8
const local4 = 20 * 8
const local7 = 23 * 8

export const devices: readonly [Device, ...Device[]] = [
  {
    kind: 'firewall',
    hosts: ['fw-edge-1', 'fw-edge-2'],
    share: 0.34,
    format: 'rfc3164',
    normal: [
      r =>
        cisco(
          local4 + 6,
          `%ASA-6-302013: Built outbound TCP connection ${r.integer(1, 9_999_999)} for outside:${outsideAddress(r)}/${servicePort(r)} to inside:${insideAddress(r)}/${port(r)}`,
        ),
      r =>
        cisco(
          local4 + 6,
          `%ASA-6-302014: Teardown TCP connection ${r.integer(1, 9_999_999)} for outside:${outsideAddress(r)}/${servicePort(r)} to inside:${insideAddress(r)}/${port(r)} duration 0:00:${r.integer(10, 59)} bytes ${r.integer(200, 900_000)} TCP FINs`,
        ),
      r =>
        cisco(
          local4 + 4,
          `%ASA-4-106023: Deny tcp src outside:${outsideAddress(r)}/${port(r)} dst inside:${insideAddress(r)}/${servicePort(r)} by access-group "outside_in"`,
        ),
    ],
    fault: r =>
      cisco(
        local4 + 1,
        `%ASA-1-105005: (Primary) Lost Failover communications with mate on interface ${r.pick(['inside', 'dmz'] as const)}`,
      ),
  },
  {
    kind: 'switch',
    hosts: ['sw-core-1', 'sw-core-2', 'sw-floor-1', 'sw-floor-2', 'sw-floor-3'],
    share: 0.08,
    format: 'rfc3164',
    normal: [
      r =>
        cisco(
          local7 + 5,
          `%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/${r.integer(1, 48)}, changed state to ${r.pick(['up', 'down'] as const)}`,
        ),
      r =>
        cisco(
          local7 + 5,
          `%SYS-5-CONFIG_I: Configured from console by ${r.pickSkewed(users)} on vty0 (${insideAddress(r)})`,
        ),
    ],
    fault: r =>
      cisco(
        local7 + 3,
        `%LINK-3-UPDOWN: Interface TenGigabitEthernet1/1/${r.integer(1, 4)}, changed state to down`,
      ),
  },
  {
    kind: 'server',
    hosts: ['app-1', 'app-2', 'app-3', 'db-1', 'db-2', 'bastion-1', 'build-1'],
    share: 0.26,
    format: 'rfc3164',
    normal: [
      r =>
        program(
          auth + 6,
          'sshd',
          r,
          `Accepted publickey for ${r.pickSkewed(users)} from ${insideAddress(r)} port ${port(r)} ssh2`,
        ),
      r =>
        program(
          9 * 8 + 6,
          'CRON',
          r,
          `(${r.pickSkewed(users)}) CMD (/opt/jobs/${r.pick(['rotate', 'sync', 'report'] as const)}.sh)`,
        ),
      r =>
        program(
          daemon + 6,
          'systemd',
          r,
          `${r.pick(['Started', 'Stopped', 'Reloaded'] as const)} ${r.pick(['backup.service', 'metrics.service', 'app.service'] as const)}.`,
        ),
      r =>
        program(
          auth + 4,
          'sshd',
          r,
          `Failed password for invalid user ${r.pick(['admin', 'test', 'oracle', 'guest'] as const)} from ${outsideAddress(r)} port ${port(r)} ssh2`,
        ),
    ],
    fault: r => ({
      priority: 2,
      tag: 'kernel:',
      message: `EXT4-fs error (device sda${r.integer(1, 3)}): ext4_lookup:1785: inode #${r.integer(1000, 9999)}: comm app: iget: checksum invalid`,
    }),
  },
  {
    kind: 'web',
    hosts: ['web-1', 'web-2', 'web-3'],
    share: 0.26,
    format: 'rfc5424',
    normal: [
      r =>
        program(
          local0 + 6,
          'nginx',
          r,
          `${outsideAddress(r)} - - "GET /${r.pick(['', 'cart', 'search?q=wheel', 'api/v2/items', 'login'] as const)} HTTP/2.0" 200 ${r.integer(300, 60_000)} "${r.pickSkewed(sites)}" rt=0.0${r.integer(10, 99)} id=${hex(r, 12)}`,
        ),
      r =>
        program(
          local0 + 6,
          'haproxy',
          r,
          `${outsideAddress(r)}:${port(r)} [front] back/web${r.integer(1, 3)} 0/0/1/${r.integer(2, 90)}/${r.integer(3, 99)} 200 ${r.integer(300, 9000)} - - ---- 12/12/3/1/0 0/0 "GET / HTTP/1.1"`,
        ),
      r =>
        program(
          local0 + 5,
          'nginx',
          r,
          `${outsideAddress(r)} - - "GET /${r.pick(['wp-login.php', '.env', 'admin'] as const)} HTTP/1.1" 404 153 "${r.pickSkewed(sites)}" rt=0.00${r.integer(1, 9)} id=${hex(r, 12)}`,
        ),
    ],
    fault: r =>
      program(
        local0 + 3,
        'nginx',
        r,
        `upstream timed out (110: Connection timed out) while reading response header from upstream, client: ${outsideAddress(r)}, server: ${r.pickSkewed(sites)}, upstream: "http://${insideAddress(r)}:8080/api/v2/items"`,
      ),
  },
  {
    kind: 'hypervisor',
    hosts: ['esx-1', 'esx-2'],
    share: 0.06,
    format: 'rfc5424',
    normal: [
      r =>
        program(
          local4 + 6,
          'Hostd',
          r,
          `info hostd[${hex(r, 7)}] [Originator@6876 sub=Vimsvc.TaskManager opID=${hex(r, 8)}] Task Completed : haTask-${r.integer(1, 99)}-vim.VirtualMachine.acquireTicket`,
        ),
      r =>
        program(
          local4 + 7,
          'vmkernel',
          r,
          `cpu${r.integer(0, 31)}:${r.integer(2_000_000, 2_999_999)})ScsiDeviceIO: 3449: Cmd(0x${hex(r, 12)}) 0x1a, CmdSN 0x${hex(r, 4)} from world 0 to dev "naa.${hex(r, 16)}"`,
        ),
    ],
    fault: r =>
      program(
        local4 + 2,
        'vmkwarning',
        r,
        `cpu${r.integer(0, 31)}:${r.integer(2_000_000, 2_999_999)})ALERT: NMP: nmp_DeviceRetryCommand: device "naa.${hex(r, 16)}": awaiting fast path state update`,
      ),
  },
]

const [, flappingSwitch] = devices

/** One message that repeats itself, as a device does whose fan has failed. */
export const flapping = {
  device: flappingSwitch ?? devices[0],
  saying: cisco(local7 + 4, '%PLATFORM_ENV-4-FAN: Fan 2 in slot 1 has failed, speed 0 rpm'),
}

function cisco(priority: number, message: string): DeviceMessage {
  return { priority, tag: '', message }
}

function program(priority: number, name: string, random: Random, message: string): DeviceMessage {
  return { priority, tag: `${name}[${random.integer(300, 32_000)}]:`, message }
}
