// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { readRuleFile } from '../../src/ingest/rules/read-file.ts'
import type { RuleFile } from '../../src/schema/intake/rule.ts'

/** Typical rules for the lines of events.ts: a fifth of these lines match one rule, a fifth match two. */
const usual: readonly unknown[] = [
  {
    match: {
      field: 'message',
      op: '=~',
      value: 'Failed \\w+ for (?:invalid user )?(\\S+) from (\\S+) port (\\d+)',
    },
    tag: { 'SSH User': '$1', SrcIP: '$2', SrcPort: '$3' },
  },
  {
    match: [
      { field: 'cisco_mnemonic', op: '=~', value: '(ASA|FTD)' },
      {
        field: 'message',
        op: '=~',
        value: 'Built (\\w+) (\\w+) connection \\d+ for ([^:]+):([^/]+)/(\\d+).* to ([^:]+):([^/]+)/(\\d+)',
      },
    ],
    tag: { Direction: '$1', Proto: '$2', SrcIP: '$4', DstIP: '$7', 'Dst Port': '$8' },
  },
  { match: { field: 'ut_Dst Port', value: '443' }, tag: { 'Dst Port': 'https' } },
  { match: { field: 'message', op: '=~', value: 'MARK --' }, drop: true },
  { match: { field: 'message', op: '=~', value: 'message repeated \\d+ times' }, drop: true },
  { match: { field: 'message', op: '=~', value: '^$' }, drop: true },
  { match: { field: 'message', value: 'Audit daemon rotating log files' }, drop: true },
  { match: { field: 'program', value: 'LEEF' }, tag: { Vendor: 'IBM' } },
  { match: { field: 'program', op: '=*', value: 'CEF' }, tag: { Format: 'CEF' } },
  {
    match: { field: 'message', op: '=~', value: 'pam_unix\\([^\\)]+\\): (session.+user (\\S+).*)' },
    rewrite: { message: '$1', program: 'pam_unix' },
    tag: { 'Linux Pam User Tracking': '$2' },
  },
  {
    match: { field: 'message', op: '=~', value: '(\\S+) (\\S+) \\S+ - RT_FLOW_(SESSION_\\w+)' },
    rewrite: { program: 'Juniper' },
  },
  {
    match: { field: 'message', op: '=~', value: 'IN=(\\S+) OUT=(\\S+) MAC=(\\S+) SRC=(\\S+) DST=(\\S+)' },
    tag: { srcIP: '$4' },
  },
  { match: { field: 'host', value: 'db-*' }, tag: { Role: 'database' } },
  { match: { field: 'severity', op: 'le', value: 2 }, rewrite: { status: 'actionable' } },
  {
    match: { field: 'message', op: '=*', value: ['Out of memory', 'oom-killer'] },
    rewrite: { status: 'actionable' },
  },
  { match: { field: 'message', op: '=~', value: '(?i)link (down|up)' }, tag: { Link: '$1' } },
  { match: { field: 'message', op: '=~', value: 'type="TRAFFIC"' }, tag: { 'Traffic Actions': '${action}' } },
  { match: { field: 'program', op: '=*', value: 'nginx-access' }, tag: { 'NGINX Statuses': '${status}' } },
  { match: { field: 'message', op: '=~', value: '\\d+ messages suppressed' }, drop: true },
  { match: { field: 'message', op: '=*', value: 'CRON[' }, tag: { Cron: 'yes' } },
]

/**
 * This many rules: the typical ones, followed by rules for many devices, each for its own message, program,
 * host, mnemonic or tag.
 */
export function ruleFiles(count: number): RuleFile[] {
  const read = readRuleFile('bench.yaml', ruleFileContent(count))
  if ('faults' in read) throw new Error(JSON.stringify(read.faults[0]))
  return [read.file]
}

/** The content of their file. */
export function ruleFileContent(count: number): unknown {
  return { rewrite_rules: Array.from({ length: count }, (_, i) => usual[i] ?? deviceRule(i)) }
}

function deviceRule(i: number): unknown {
  const tag = { Device: `device-${i}` }
  switch (i % 5) {
    case 0:
      return {
        match: { field: 'message', op: '=~', value: `unit${i} (\\w+) failed on port (\\d+)` },
        tag: { Port: '$2' },
      }
    case 1:
      return { match: { field: 'cisco_mnemonic', value: `ASA-4-${100_000 + i}` }, tag }
    case 2:
      return {
        match: [
          { field: 'program', value: 'sshd' },
          { field: 'message', op: '=*', value: `user svc-${i} ` },
        ],
        tag,
      }
    case 3:
      return { match: { field: 'ut_Dst Port', value: String(i) }, tag: { 'Dst Port': `service-${i}` } }
    default:
      return { match: { field: 'host', value: [`edge-${i}`, `edge-${i}.example.org`] }, tag }
  }
}
