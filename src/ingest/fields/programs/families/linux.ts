import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { pairsReader } from '../readers/pairs-reader.ts'
import { failure, success } from './constant-fields.ts'

const netfilterPairs = pairsReader({
  IN: 'observer.ingress.interface.name',
  OUT: 'observer.egress.interface.name',
  SRC: 'source.address',
  DST: 'destination.address',
  PROTO: ['network.transport', 'transport'],
  SPT: 'source.port',
  DPT: 'destination.port',
})
const uptime = new Pattern('[{:text}] *')
const maxUptimeLength = 24
const ufw = new Pattern('[UFW {event.action:lower}] *')

/** Maximum position of `IN=`, which follows the prefix of a rule. */
const maxPrefixLength = 128

/**
 * Reads a line of a LOG rule: `[7.1] [UFW BLOCK] IN=eth0 OUT= MAC=... SRC=192.0.2.7 DST=... PROTO=TCP ...`.
 * The text before `IN=` is the prefix that the operator gave the rule, which becomes its name.
 */
function readNetfilter(text: string, at: number, draft: FieldsDraft): boolean {
  const pairs = text.indexOf('IN=', at)
  if (pairs === -1 || pairs - at > maxPrefixLength || !text.includes(' SRC=', pairs)) return false
  let start = at
  // The uptime in seconds, padded by spaces: `[12346.000001]` or `[    7.1]`.
  const first = text.charCodeAt(at + 1)
  if (text.charCodeAt(at) === 0x5b && (first === 0x20 || (first >= 0x30 && first <= 0x39))) {
    if (!uptime.read(text, at, draft)) return false
    start = text.indexOf('] ', at) + 2
  }
  if (!netfilterPairs.read(text, pairs, draft)) return false
  if (ufw.read(text, start, draft)) return true
  draft.add('rule.name', prefixName(text.slice(start, pairs)))
  return true
}

/** The name of a rule: `[WAN_LOCAL-default-D]` without brackets, `DROP: ` without punctuation. */
function prefixName(prefix: string): string {
  return prefix.replace(/^[\s[]+/, '').replace(/[\s\]:,;-]{1,8}$/, '')
}

const netfilter: Parser = {
  product: 'iptables, nftables, UFW, UniFi gateways',
  programs: ['kernel', 'iptables', 'nftables', 'ulogd', 'ufw', 'firewalld', 'netfilter'],
  startsWith: '[I',
  example:
    '[12346.000001] [UFW BLOCK] IN=eth0 OUT= MAC=00:00:5e:00:53:01 SRC=198.51.100.23 DST=10.7.0.1 LEN=60 PROTO=TCP SPT=52214 DPT=22',
  read: readNetfilter,
  fields: [...netfilterPairs.fields, 'event.action', 'rule.name'],
}

const kernelLines = linesOf([
  [
    'Out of memory: Killed process {process.pid:number} ({process.executable.name:text}) *',
    { 'event.action': 'oom kill' },
  ],
  [
    'Out of memory: Kill process {process.pid:number} ({process.executable.name:text}) *',
    { 'event.action': 'oom kill' },
  ],
  [
    'Memory cgroup out of memory: Killed process {process.pid:number} ({process.executable.name:text}) *',
    { 'event.action': 'oom kill' },
  ],
  ['{process.executable.name:word}[{process.pid:number}]: segfault at *', { 'event.action': 'segfault' }],
  ['{:word} {:word} {network.interface.name:word}: Link is Up - *', { 'event.action': 'link up' }],
  ['{:word} {:word} {network.interface.name:word}: Link is Down', { 'event.action': 'link down' }],
  ['{:word} {:word} {network.interface.name:word}: NIC Link is Up *', { 'event.action': 'link up' }],
  ['{:word} {:word} {network.interface.name:word}: NIC Link is Down', { 'event.action': 'link down' }],
  ['device {network.interface.name:word} entered promiscuous mode', { 'event.action': 'promiscuous mode' }],
  [
    'device {network.interface.name:word} left promiscuous mode',
    { 'event.action': 'promiscuous mode ended' },
  ],
  ['EXT4-fs error (device {:word}): {event.reason:text}', failure],
  [
    'INFO: task {process.executable.name:text}:{process.pid:number} blocked for more than *',
    { 'event.action': 'blocked' },
  ],
])

const kernel: Parser = {
  product: 'Linux kernel',
  programs: ['kernel'],
  example: 'Out of memory: Killed process 991 (java) total-vm:8388608kB, anon-rss:4194304kB, file-rss:0kB',
  fields: kernelLines.fields,
  read(text, at, draft) {
    if (text[at] !== '[') return kernelLines.read(text, at, draft)
    // The uptime: `[12346.000001] `.
    const end = text.indexOf('] ', at)
    return end !== -1 && end - at < maxUptimeLength && kernelLines.read(text, end + 2, draft)
  },
}

const auditHead = new Pattern('type={event.code:word} msg=audit({:text}): *')
const auditPairs = pairsReader(
  {
    acct: 'user.name',
    AUID: 'user.name',
    exe: 'process.executable.path',
    comm: 'process.executable.name',
    addr: 'source.address',
    op: 'event.action',
    res: ['event.outcome', 'outcome'],
    success: ['event.outcome', 'outcome'],
    unit: 'systemd.unit',
    name: 'file.path',
    pid: 'process.pid',
    key: 'rule.name',
  },
  { stops: "'" },
)
const appArmor = pairsReader({
  apparmor: ['event.action', 'lower'],
  operation: 'event.reason',
  profile: 'rule.name',
  name: 'file.path',
  comm: 'process.executable.name',
  pid: 'process.pid',
})

const audit: Parser = {
  product: 'Linux audit, SELinux, AppArmor',
  programs: ['audit', 'auditd', 'audispd', 'audisp-syslog', 'tag_audit_log', 'kernel'],
  startsWith: 't',
  example: `type=USER_LOGIN msg=audit(1767323045.678:4711): pid=991 uid=0 auid=4294967295 ses=1 msg='op=login acct="ann" exe="/usr/sbin/sshd" hostname=? addr=192.0.2.7 terminal=ssh res=failed'`,
  read: readAudit,
  fields: [...new Set([...auditHead.fields, ...auditPairs.fields, ...appArmor.fields])],
}

/** Maximum position of `): apparmor=` in a line of the kernel. */
const maxAppArmorHeadLength = 96

function readAudit(text: string, at: number, draft: FieldsDraft): boolean {
  // `audit: type=1400 audit(1767323045.678:4711): apparmor="DENIED" ...` of the kernel, after the uptime.
  const armored = text.indexOf('): apparmor="', at)
  if (armored !== -1 && armored - at < maxAppArmorHeadLength) return appArmor.read(text, armored + 3, draft)
  const type = text.startsWith('node=', at) ? text.indexOf(' type=', at) + 1 : at
  return auditHead.read(text, type, draft) && auditPairs.read(text, text.indexOf('): ', type) + 3, draft)
}

const unitStates: readonly (readonly [string, string])[] = [
  ['Starting', 'starting'],
  ['Started', 'started'],
  ['Stopping', 'stopping'],
  ['Stopped', 'stopped'],
  ['Reloading', 'reloading'],
  ['Reloaded', 'reloaded'],
  ['Finished', 'finished'],
  ['Mounting', 'mounting'],
  ['Mounted', 'mounted'],
]

const systemd: Parser = {
  product: 'systemd',
  programs: ['systemd'],
  example: 'nginx.service: Main process exited, code=exited, status=1/FAILURE',
  ...linesOf([
    [
      '{systemd.unit:word}: Main process exited, code={event.reason:word}, status={process.exit.code:text}/{:word}',
      { 'event.action': 'exited' },
    ],
    [
      '{systemd.unit:word}: Control process exited, code={event.reason:word}, status={process.exit.code:text}/{:word}',
      { 'event.action': 'exited' },
    ],
    [
      "{systemd.unit:word}: Failed with result '{event.reason:text}'.",
      { 'event.action': 'failed', ...failure },
    ],
    ['{systemd.unit:word}: Deactivated successfully.', { 'event.action': 'stopped', ...success }],
    ['{systemd.unit:word}: Succeeded.', { 'event.action': 'stopped', ...success }],
    [
      '{systemd.unit:word}: Scheduled restart job, restart counter is at {:number}.',
      { 'event.action': 'restart' },
    ],
    ['{systemd.unit:word}: Start request repeated too quickly.', { 'event.action': 'failed', ...failure }],
    ['{systemd.unit:word}: Consumed {:text} CPU time*', { 'event.action': 'consumed' }],
    [
      '{systemd.unit:word}: A process of this unit has been killed by the OOM killer.',
      { 'event.action': 'oom kill', ...failure },
    ],
    ['{systemd.unit:word}: State {:text} timed out. *', { 'event.action': 'timeout', ...failure }],
    ...unitStates.flatMap(([word, action]) => {
      const states = { 'event.action': action } as const
      return [
        [`${word} {systemd.unit:word} - *`, states],
        [`${word} Session {:word} of user {user.name:word}.`, states],
        [`${word} Session {:word} of User {user.name:word}.`, states],
        [`${word} {service.display_name:text}...`, states],
        [`${word} {service.display_name:longest}.`, states],
      ] as const
    }),
    ['Failed to start {systemd.unit:word} - *', { 'event.action': 'failed', ...failure }],
    ['Failed to start {service.display_name:longest}.', { 'event.action': 'failed', ...failure }],
    ['Dependency failed for {systemd.unit:word} - *', { 'event.action': 'failed', ...failure }],
    ['Dependency failed for {service.display_name:longest}.', { 'event.action': 'failed', ...failure }],
    ['Reached target {systemd.unit:word} - *', { 'event.action': 'reached' }],
    ['Reached target {service.display_name:longest}.', { 'event.action': 'reached' }],
    ['Created slice {systemd.unit:word} - *', { 'event.action': 'created' }],
    ['Created slice {service.display_name:longest}.', { 'event.action': 'created' }],
    ['Listening on {systemd.unit:word} - *', { 'event.action': 'listening' }],
    ['Listening on {service.display_name:longest}.', { 'event.action': 'listening' }],
  ]),
}

const networkManager: Parser = {
  product: 'NetworkManager',
  programs: ['networkmanager'],
  example:
    "<info>  [1767323045.6789] device (eth0): state change: activated -> unavailable (reason 'carrier-changed', sys-iface-state: 'managed')",
  ...linesOf([
    [
      "<{:word}>  [{:number}] device ({network.interface.name:text}): state change: {:word} -> {event.action:word} (reason '{event.reason:text}'*",
    ],
    ['<{:word}>  [{:number}] device ({network.interface.name:text}): carrier: {event.action:text}'],
    ['<{:word}>  [{:number}] dhcp4 ({network.interface.name:text}): state changed {event.action:text}'],
  ]),
}

/** Parsers of lines of the kernel, the audit log, systemd and cron. See Pattern for the text in braces. */
export const linux: ParserFamily = {
  title: 'Linux',
  parsers: [
    netfilter,
    audit,
    kernel,
    systemd,
    networkManager,
    {
      product: 'cron',
      programs: ['cron', 'crond', 'anacron', 'crontab'],
      example: '(root) CMD (run-parts /etc/cron.hourly)',
      ...linesOf([
        ['({user.name:text}) CMD ({process.command_line:longest})', { 'event.action': 'start' }],
        ['({user.name:text}) CMDEND ({process.command_line:longest})', { 'event.action': 'end' }],
        ['({user.name:text}) CMDOUT ({event.reason:longest})', { 'event.action': 'output' }],
        ['({user.name:text}) MAIL (mailed {:number} byte*', { 'event.action': 'mail' }],
        ['({user.name:text}) RELOAD ({file.path:longest})', { 'event.action': 'reload' }],
        ['({user.name:text}) REPLACE ({:longest})', { 'event.action': 'replace' }],
        ['({user.name:text}) BEGIN EDIT ({:longest})', { 'event.action': 'edit' }],
        ['({user.name:text}) END EDIT ({:longest})', { 'event.action': 'edit' }],
        ['({user.name:text}) LIST ({:longest})', { 'event.action': 'list' }],
        ['({user.name:text}) ORPHAN ({event.reason:longest})', failure],
        ['({user.name:text}) ERROR ({event.reason:longest})', failure],
        ["Job `{process.command_line:text}' started", { 'event.action': 'start' }],
        ["Job `{process.command_line:text}' terminated*", { 'event.action': 'end' }],
      ]),
    },
  ],
}
