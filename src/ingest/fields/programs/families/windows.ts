import type { FieldName } from '../patterns/field-names.ts'
import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { cell, splitColumns } from '../readers/columns.ts'

/** First words of events of the security log, and their meaning. Outcome '': read from a code in the text. */
const securityEvents: readonly (readonly [
  start: string,
  action: string,
  outcome: 'success' | 'failure' | '',
])[] = [
  ['An account was successfully logged on.', 'login', 'success'],
  ['An account failed to log on.', 'login', 'failure'],
  ['An account was logged off.', 'logout', 'success'],
  ['User initiated logoff', 'logout', 'success'],
  ['A logon was attempted using explicit credentials.', 'login', 'success'],
  ['Special privileges assigned to new logon.', 'privileges assigned', 'success'],
  ['A new process has been created.', 'process started', 'success'],
  ['A process has exited.', 'process ended', 'success'],
  ['A user account was created.', 'user added', 'success'],
  ['A user account was deleted.', 'user deleted', 'success'],
  ['A user account was locked out.', 'user locked out', 'success'],
  ['A user account was enabled.', 'user enabled', 'success'],
  ['A user account was disabled.', 'user disabled', 'success'],
  ['A user account was changed.', 'user changed', 'success'],
  ['A user account was unlocked.', 'user unlocked', 'success'],
  ["An attempt was made to change an account's password.", 'password changed', 'success'],
  ["An attempt was made to reset an account's password.", 'password reset', 'success'],
  ['A member was added to a security-enabled', 'user added to group', 'success'],
  ['A member was removed from a security-enabled', 'user removed from group', 'success'],
  ['A Kerberos authentication ticket (TGT) was requested.', 'login', ''],
  ['A Kerberos service ticket was requested.', 'ticket requested', 'success'],
  ['Kerberos pre-authentication failed.', 'login', 'failure'],
  ['The computer attempted to validate the credentials for an account.', 'login', ''],
  ['The Windows Filtering Platform has permitted a connection.', 'allow', ''],
  ['The Windows Filtering Platform has blocked a connection.', 'deny', ''],
  ['The audit log was cleared.', 'log cleared', 'success'],
]

/** Sections whose account is the user of the event; the account of the subject is the one who acts. */
const targetSections = [
  'New Logon:',
  'Account For Which Logon Failed:',
  'Account Whose Credentials Were Used:',
  'New Account:',
  'Target Account:',
  'Account That Was Locked Out:',
  'Account Information:',
] as const

const labels: readonly (readonly [label: string, field: FieldName])[] = [
  ['Logon Type:', 'windows.logon.type'],
  ['Source Network Address:', 'source.address'],
  ['Network Address:', 'source.address'],
  ['Client Address:', 'source.address'],
  ['Source Address:', 'source.address'],
  ['Source Port:', 'source.port'],
  ['Destination Address:', 'destination.address'],
  ['Destination Port:', 'destination.port'],
  ['New Process Name:', 'process.executable.path'],
  ['Process Name:', 'process.executable.path'],
  ['Process Command Line:', 'process.command_line'],
  ['Failure Reason:', 'event.reason'],
]

const securityFields: readonly FieldName[] = [
  ...new Set(['event.action', 'event.outcome', 'user.name', ...labels.map(([, field]) => field)] as const),
]

/** Maximum length of a value. */
const maxValueLength = 512

/**
 * Reads the text of an event of the security log. Labels and values are on lines of their own, or all on one
 * line, as senders flatten it.
 */
function readSecurityText(text: string, at: number, draft: FieldsDraft): boolean {
  const event = securityEvents.find(([start]) => text.startsWith(start, at))
  if (event === undefined) return false
  const [, action, outcome] = event
  draft.add('event.action', action)
  draft.add('event.outcome', outcome)
  const hasLines = /[\n\t]/.test(text.slice(at, at + 1_024))
  const subject = text.indexOf('Subject:', at)
  const target = targetSections.map(section => text.indexOf(section, at)).find(found => found !== -1) ?? -1
  const account = target === -1 ? Math.max(at, subject) : target
  draft.add('user.name', labelled(text, 'Account Name:', account, hasLines))
  draft.add('user.name', labelled(text, 'Logon Account:', at, hasLines))
  if (outcome === '') draft.add('event.outcome', outcomeOf(text, at, hasLines))
  for (const [label, field] of labels) draft.add(field, labelled(text, label, at, hasLines))
  return true
}

/** The outcome by the code of a logon that a domain controller checks; '' for other events. */
function outcomeOf(text: string, at: number, hasLines: boolean): string {
  const code = labelled(text, 'Error Code:', at, hasLines) || labelled(text, 'Result Code:', at, hasLines)
  if (code === '') return ''
  return code === '0x0' ? 'success' : 'failure'
}

/** The value after a label: to the end of its line, or the next word of a text that is all on one line. */
function labelled(text: string, label: string, from: number, hasLines: boolean): string {
  const found = text.indexOf(label, from)
  if (found === -1) return ''
  let start = found + label.length
  while (text.charCodeAt(start) === 0x20 || text.charCodeAt(start) === 0x09) start++
  const limit = Math.min(text.length, start + maxValueLength)
  let end = start
  while (end < limit && !endsValue(text, end, hasLines)) end++
  const value = text.slice(start, end)
  // Another label: this one has no value.
  return value.endsWith(':') ? '' : value
}

/** A tab, an end of line, or two spaces; in a text on one line any space. */
function endsValue(text: string, at: number, hasLines: boolean): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0x20) return true
  return unit === 0x20 && (!hasLines || text.charCodeAt(at + 1) === 0x20)
}

const securityPrograms = [
  'microsoft-windows-security-auditing',
  'security',
  'microsoft_windows_security_auditing.',
  'eventlog',
  'windows',
  'winlog',
]

const security: Parser = {
  product: 'Windows security log, as NXLog, syslog-ng, rsyslog and Winlogbeat send its text',
  programs: securityPrograms,
  startsWith: 'ATKSU',
  example:
    'An account failed to log on. Subject: Security ID: S-1-0-0 Account Name: - Logon Type: 3 Account For Which Logon Failed: Security ID: S-1-0-0 Account Name: ann Account Domain: ACME Network Information: Workstation Name: PC7 Source Network Address: 192.0.2.7 Source Port: 51000',
  read: readSecurityText,
  fields: securityFields,
}

const snare: Parser = {
  product: 'Windows events in the format of Snare',
  programs: ['mswineventlog'],
  startsWith: 'M',
  example:
    'MSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624\tMicrosoft-Windows-Security-Auditing\tACME\\ann\tN/A\tSuccess Audit\tWIN1\tLogon\t\tAn account was successfully logged on.\t9001',
  read: readSnare,
  fields: ['event.code', 'log.logger', ...securityFields],
}

/**
 * Columns: marker, criticality, log, number, time, event id, source, user, type of user, type, host,
 * category, data, text.
 */
function readSnare(text: string, at: number, draft: FieldsDraft): boolean {
  if (!text.startsWith('MSWinEventLog', at)) return false
  const columnCount = splitColumns(text, at, '\t', 15)
  if (columnCount < 11) return false
  draft.add('event.code', cell(5))
  draft.add('log.logger', cell(6))
  const user = cell(7)
  const outcome = cell(9)
  if (outcome === 'Success Audit') draft.add('event.outcome', 'success')
  if (outcome === 'Failure Audit') draft.add('event.outcome', 'failure')
  const message = cell(13)
  readSecurityText(message, 0, draft)
  if (user !== 'N/A' && user !== '') draft.add('user.name', user.slice(user.indexOf('\\') + 1))
  return true
}

const services: Parser = {
  product: 'Windows services',
  programs: [
    'microsoft-windows-service-control-manager',
    'service_control_manager',
    'service control manager',
  ],
  example: 'The Print Spooler service entered the stopped state.',
  ...linesOf([
    ['The {service.display_name:longest} service entered the {event.action:word} state.'],
    [
      'The {service.display_name:longest} service terminated unexpectedly.*',
      { 'event.action': 'terminated', 'event.outcome': 'failure' },
    ],
    [
      'The {service.display_name:longest} service failed to start due to the following error:*',
      { 'event.action': 'failed', 'event.outcome': 'failure' },
    ],
    [
      'The start type of the {service.display_name:longest} service was changed from {:text}',
      { 'event.action': 'configured' },
    ],
  ]),
}

const terminalServices: Parser = {
  product: 'Windows Remote Desktop',
  programs: [
    'microsoft-windows-terminalservices-localsessionmanager',
    'microsoft-windows-terminalservices-remoteconnectionmanager',
  ],
  example:
    'Remote Desktop Services: Session logon succeeded: User: ACME\\ann Session ID: 3 Source Network Address: 192.0.2.7',
  ...linesOf([
    [
      'Remote Desktop Services: Session logon succeeded: User: {user.name:text} Session ID: {:number} Source Network Address: {source.address:address}',
      { 'event.action': 'login', 'event.outcome': 'success' },
    ],
    [
      'Remote Desktop Services: Session logoff succeeded: User: {user.name:text} Session ID: {:number}',
      { 'event.action': 'logout', 'event.outcome': 'success' },
    ],
    [
      'Remote Desktop Services: Session has been disconnected: User: {user.name:text} Session ID: {:number} Source Network Address: {source.address:address}',
      { 'event.action': 'disconnect' },
    ],
    [
      'Remote Desktop Services: User authentication succeeded: User: {user.name:text} Domain: {:text} Source Network Address: {source.address:address}',
      { 'event.action': 'login', 'event.outcome': 'success' },
    ],
  ]),
}

/** Parsers of Windows events that senders pass on as text. See Pattern for the text in braces. */
export const windows: ParserFamily = {
  title: 'Windows',
  parsers: [security, snare, services, terminalServices],
}
