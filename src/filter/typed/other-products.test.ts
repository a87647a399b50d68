import { expect, test } from 'vitest'
import type { FindTag } from './names-of-events.ts'
import { conditionPillsIn, pillText } from './pill.ts'
import { parseCondition, parseTypedQuery } from './typed-query.ts'

const tags = new Set(['user', 'SrcIP', 'bytes', 'env', 'http.status_code', 'path'])
/** All names were looked up. */
const findTag: FindTag = name => tags.has(name) && name

/** What users of other products type, the filters that it becomes, and the text that remains. */
type Row = readonly [typed: string, pills: readonly string[], text?: string]

const splunk: readonly Row[] = [
  ['host=web-1 error', ['host:eq:web-1'], 'error'],
  ['host="web-1" "Failed password"', ['host:eq:web-1'], '"Failed password"'],
  ['host=web-* NOT debug', ['host:eq:web-*'], 'NOT debug'],
  ['host!=web-1', ['host:ne:web-1']],
  ['NOT host=web-1', ['host:ne:web-1']],
  ['host IN (web-1, web-2)', ['host:eq:web-1,web-2']],
  ['user=root OR user=admin', ['user:eq:root,admin']],
  ['(host=web-1 OR host=web-2) user=root', ['host:eq:web-1,web-2', 'user:eq:root']],
  ['source=fw-1 denied', ['host:eq:fw-1'], 'denied'],
  ['bytes>1000', ['bytes:gt:1000']],
  ['bytes>=1000 bytes<=2000', ['bytes:ge:1000', 'bytes:le:2000']],
  ['user=*', ['user:eq:*']],
  ['NOT user=*', ['user:ne:*']],
  ['log_level=ERROR', ['severity:eq:3']],
  ['log_level=WARN OR log_level=ERROR', ['severity:eq:4,3']],
  // Splunk binds OR closer than AND. The filter shows its parentheses.
  [
    'app=sshd failed OR denied',
    [
      '{"any":[{"all":[{"field":"program","op":"eq","value":"sshd"},{"field":"message","op":"qp","value":"failed"}]},{"field":"message","op":"qp","value":"denied"}]}',
    ],
  ],
  ['app=sshd (failed OR denied)', ['program:eq:sshd'], '(failed OR denied)'],
  ['error fail* NOT "disk full"', [], 'error fail* NOT "disk full"'],
  ['SrcIP=10.1.2.3', ['SrcIP:eq:10.1.2.3']],
  ['process.name=cron', ['program:eq:cron']],
]

const kibana: readonly Row[] = [
  ['host.name : "web-1"', ['host:eq:web-1']],
  ['host.name:web-1 and log.level:error', ['host:eq:web-1', 'severity:eq:3']],
  ['message : "Failed password"', [], '"Failed password"'],
  ['message:"Failed password" and user : root', ['user:eq:root'], '"Failed password"'],
  ['message : (disk or cpu)', [], '(disk or cpu)'],
  ['not message : "disk full"', [], 'not "disk full"'],
  ['http.status_code >= 500', ['http.status_code:ge:500']],
  ['http.status_code : [500 TO 599]', ['http.status_code:ge:500', 'http.status_code:le:599']],
  ['http.status_code:(500 or 502)', ['http.status_code:eq:500,502']],
  ['http.status_code:{400 TO *}', ['http.status_code:gt:400']],
  ['user : *', ['user:eq:*']],
  ['not user : *', ['user:ne:*']],
  ['service.name : "nginx" and not user : root', ['program:eq:nginx', 'user:ne:root']],
  ['host.name : web*', ['host:eq:web*']],
  ['_exists_:user', ['user:eq:*']],
  ['NOT _exists_:user', ['user:ne:*']],
  ['host.name:/web-[0-9]+/', ['host:=~:^(?%3aweb-[0-9]+)$']],
  ['-host.name:/db-.*/', ['host:!~:^(?%3adb-.*)$']],
  ['error && timeout', [], 'error timeout'],
  ['+error -debug +host.name:web-1', ['host:eq:web-1'], '+error -debug'],
]

const datadog: readonly Row[] = [
  ['service:nginx', ['program:eq:nginx']],
  ['service:nginx status:error', ['program:eq:nginx', 'severity:eq:3']],
  ['status:(error OR warn)', ['severity:eq:3,4']],
  ['-status:info', ['severity:ne:6']],
  ['-service:cron', ['program:ne:cron']],
  ['host:web-1', ['host:eq:web-1']],
  ['host:(web-1 OR web-2)', ['host:eq:web-1,web-2']],
  ['env:prod service:api', ['env:eq:prod', 'program:eq:api']],
  ['@http.status_code:500', ['http.status_code:eq:500']],
  ['@http.status_code:[500 TO 599]', ['http.status_code:ge:500', 'http.status_code:le:599']],
  ['@http.status_code:>=500', ['http.status_code:ge:500']],
  ['@user:root', ['user:eq:root']],
  ['-@user:root', ['user:ne:root']],
  ['@user:*', ['user:eq:*']],
  ['-@user:*', ['user:ne:*']],
  ['@user:(root OR admin) "logged in"', ['user:eq:root,admin'], '"logged in"'],
  ['service:web* error', ['program:eq:web*'], 'error'],
  ['"connection refused" service:db', ['program:eq:db'], '"connection refused"'],
  ['*timeout*', [], '*timeout*'],
  ['service:(api OR web) AND NOT env:dev', ['program:eq:api,web', 'env:ne:dev']],
]

const graylog: readonly Row[] = [
  ['source:fw-1', ['host:eq:fw-1']],
  ['source:(fw-1 OR fw-2)', ['host:eq:fw-1,fw-2']],
  ['source:(fw-1 fw-2)', ['host:eq:fw-1,fw-2']],
  ['level:3', ['severity:eq:3']],
  ['level:<=3', ['severity:le:3']],
  ['level:[0 TO 3]', ['severity:ge:0', 'severity:le:3']],
  ['NOT level:7', ['severity:ne:7']],
  ['facility:auth', ['facility:eq:4']],
  ['application_name:sshd', ['program:eq:sshd']],
  ['application_name:sshd AND "Failed password"', ['program:eq:sshd'], '"Failed password"'],
  ['message:"Failed password"', [], '"Failed password"'],
  ['full_message:"at main.c"', [], '"at main.c"'],
  ['message:(error timeout)', [], '(error timeout)'],
  ['_exists_:SrcIP', ['SrcIP:eq:*']],
  ['!_exists_:SrcIP', ['SrcIP:ne:*']],
  ['http.status_code:(500 502)', ['http.status_code:eq:500,502']],
  ['bytes:[1000 TO 2000}', ['bytes:ge:1000', 'bytes:lt:2000']],
  ['source:web-? AND NOT user:root', ['host:eq:web-?', 'user:ne:root']],
  ['user:/adm.*/', ['user:=~:^(?%3aadm.*)$']],
  ['error || denied', [], 'error | denied'],
]

const loki: readonly Row[] = [
  ['{app="nginx"}', ['program:eq:nginx']],
  ['{app="nginx"} |= "timeout"', ['program:eq:nginx', 'message:=~:timeout']],
  ['{app="nginx"} |= `a.b`', ['program:eq:nginx', 'message:=~:a\\.b']],
  ['{app="nginx"} != "debug"', ['program:eq:nginx', 'message:!~:debug']],
  ['{app="nginx"} |~ "5[0-9]{2}"', ['program:eq:nginx', 'message:=~:5[0-9]{2}']],
  ['{app="nginx"} !~ "^GET"', ['program:eq:nginx', 'message:!~:^GET']],
  [
    '{app="nginx"} |= "a" |= "b" != "c"',
    ['program:eq:nginx', 'message:=~:a', 'message:=~:b', 'message:!~:c'],
  ],
  ['{hostname="web-1", app="sshd"}', ['host:eq:web-1', 'program:eq:sshd']],
  ['{hostname=~"web-.*"}', ['host:=~:^(?%3aweb-.*)$']],
  ['{hostname!="web-1"}', ['host:ne:web-1']],
  ['{hostname!~"web-.*"}', ['host:!~:^(?%3aweb-.*)$']],
  ['{level="error"}', ['severity:eq:3']],
  ['{level=~"error|warn"}', ['severity:eq:3,4']],
  ['{level!~"debug|info"}', ['severity:ne:7,6']],
  ['{service_name="api", env="prod"}', ['program:eq:api', 'env:eq:prod']],
  ['{ app = "nginx" }', ['program:eq:nginx']],
  ['{app="sshd"} |= "Failed" or "Invalid"', ['program:eq:sshd', 'message:=~:Failed|Invalid']],
  ['{app="nginx"} |= ""', ['program:eq:nginx']],
  ['{app="nginx"} != "a" or ""', ['program:eq:nginx', 'message:!~:.*']],
  ['{app="a \\"b\\""}', ['program:eq:a "b"']],
  ['{host="web-1"} |= "x" ', ['host:eq:web-1', 'message:=~:x']],
]

for (const [product, rows] of Object.entries({ splunk, kibana, datadog, graylog, loki }))
  test.each(rows.map(([typed, pills, text = '']) => ({ typed, pills, text })))(
    `${product}: $typed`,
    ({ typed, pills, text }) => {
      const read = parseTypedQuery(typed, findTag)
      expect(read.pills.map(pillText)).toEqual(pills)
      expect(read.text).toBe(text)
      expect(read.fault).toBeUndefined()
    },
  )

test.each<[typed: string, before: string, expected: string]>([
  ['error | stats count by host', 'error ', 'command "stats"'],
  ['error | top limit=20 host', 'error ', 'command "top"'],
  ['error | top host', 'error ', 'command "top"'],
  ['error | rare 5 host', 'error ', 'command "rare"'],
  ['error | head 10', 'error ', 'command "head"'],
  ['error |timechart span=1h count', 'error ', 'command "timechart"'],
  ['error | dedup host', 'error ', 'command "dedup"'],
  ['error | rex "(?<x>a)"', 'error ', 'command "rex"'],
  ['error | eval x=1', 'error ', 'command "eval"'],
  ['error | where bytes > 5 | head 3', 'error ', 'command "where"'],
  ['error | table host, user', 'error ', 'command "table"'],
  ['error | sort -bytes', 'error ', 'command "sort"'],
  ['error | fields - user', 'error ', 'command "fields"'],
  ['error | summarize count() by host', 'error ', 'command "summarize"'],
  ['{app="nginx"} | json', '{app="nginx"} ', 'command "json"'],
  ['{app="nginx"} |= "x" | line_format "{{.a}}"', '{app="nginx"} |= "x" ', 'command "line_format"'],
  ['error | top host program', 'error ', 'command "top"'],
  ['error | table _time host', 'error ', 'command "table"'],
  ['program=sshd | regex _raw="Failed"', 'program=sshd ', 'command "regex"'],
  ['{job="varlogs"}', '', 'job'],
  ['{severity="bogus"} |= "x"', '', 'severity is emergency to debug'],
  ['{app="nginx"} | bytes > 1000', '{app="nginx"} ', 'line filter'],
  ['sum by (host) (rate({app="x"}[5m]))', 'sum by (host) (rate({app="x"', 'metric of LogQL'],
  ['"disk full"~2', '"disk full"', 'distance'],
  ['earliest=-24h error', '', 'time range'],
  ['timestamp:["2026-01-01 00:00:00" TO "2026-01-02 00:00:00"]', '', 'time range'],
  ['@timestamp >= now-1h', '', 'time range'],
  ['error timestamp:[2026-01-01 TO 2026-01-02]', 'error ', 'time range'],
])('%s is refused, with the reason', (typed, before, expected) => {
  const { fault, pills } = parseTypedQuery(typed, findTag)
  expect(pills).toEqual([])
  expect(fault?.before).toBe(before)
  expect(fault?.expected).toContain(expected)
})

test.each([
  'failed | top',
  'head | tail',
  'a | json parse',
  '"error | stats count by host"',
  'sort | where is it',
  'a | table',
  'disk || stats',
  'xml | json',
  'error | transaction aborted',
  'disk | rename failed',
  'timeout | pattern mismatch',
  'error | top secret',
  'error | limit 5',
  'error | sort x',
  '`a | json',
  '"} retry in [5s]"',
])('%s is an alternative of words', typed => {
  expect(parseTypedQuery(typed, findTag)).toMatchObject({ pills: [], fault: undefined })
})

test.each<[typed: string, reason: string | undefined]>([
  ['earliest=never error', 'the time range is beside the search'],
  ['index=5 out of range', undefined],
  ['status:success', 'status is unknown, actionable, non_actionable (0 to 2)'],
  ['index=main error', 'all events are in one index'],
  ['_exists_:severity', 'every event has a severity'],
  ['level:loud', 'severity is emergency to debug (0 to 7)'],
  ['source: disk', undefined],
])('%s is searched as text, and the reason said', (typed, reason) => {
  const { textTerms, pills, text } = parseTypedQuery(typed, findTag)
  expect([text, pills]).toEqual([typed, []])
  expect(textTerms.map(term => term.reason)).toEqual([reason])
})

const forms: readonly Row[] = [
  ['message="*timeout*"', ['message:eq:*timeout*']],
  ['message:"fail* login"', ['message:eq:fail* login']],
  ["message:'disk full'", ['message:eq:disk full']],
  ['message!="disk full"', [], '-"disk full"'],
  ['-message!="disk full"', [], '"disk full"'],
  ['message:"a b" OR message:c', [], '"a b" OR c'],
  ['(message:"fail* login" | message:x)', ['message:eq:fail* login,x']],
  ['message:""', ['message:eq:']],
  ['msg:(disk AND cpu)', [], '(disk AND cpu)'],
  ['+"disk full" +(a b)', [], '"disk full" (a b)'],
  ['message: "connection refused" and not host: web-1', ['host:ne:web-1'], '"connection refused"'],
  ['host.name: "web-1" and message: error', ['host:eq:web-1', 'message:eq:error']],
  ['log.level: error', ['severity:eq:3']],
  ['log.level: (error or critical)', ['severity:eq:3,2']],
  ['not log.level: debug', ['severity:ne:7']],
  ['user: root or user: admin', ['user:eq:root,admin']],
  ['user: *', ['user:eq:*']],
  ['http.status_code >= 500 and env: prod', ['http.status_code:ge:500', 'env:eq:prod']],
  ['path: "/api/v1/users"', ['path:eq:/api/v1/users']],
  ['path:\\/api\\/v1', ['path:eq:/api/v1']],
  ['bytes:["1" TO "5"]', ['bytes:ge:1', 'bytes:le:5']],
  ['host:/a||b+/', ['host:=~:^(?%3aa||b+)$']],
  ["program:'a && b'", ['program:eq:a && b']],
]
test.each(forms.map(([typed, pills, text = '']) => ({ typed, pills, text })))(
  '$typed is read as it is meant',
  ({ typed, pills, text }) => {
    const read = parseTypedQuery(typed, findTag)
    expect([read.pills.map(pillText), read.text, read.fault]).toEqual([pills, text, undefined])
  },
)

test.each([
  'source=foo.go:12 msg="started"',
  'user:(root -admin)',
  'user:(* -root)',
  'host:(a AND b)',
  '/proc (x) user /',
  'host: web-1',
  'host: web-1 program: sshd',
  '_exists_!=user',
])('%s stays text', typed => {
  expect(parseTypedQuery(typed, findTag)).toMatchObject({ text: typed, pills: [] })
})

test('a label of LogQL that is being looked up is neither a filter nor a fault', () => {
  const read = parseTypedQuery('{app="nginx"} |= "timeout"', () => undefined)
  expect(read).toMatchObject({ pills: [], filterTerms: [], fault: undefined })
})

test('one condition is read without forms of other products', () => {
  const own = (typed: string) => parseCondition(typed, name => name).pills.map(pillText)
  expect(own('message="disk full"')).toEqual(['message:eq:disk full'])
  expect(own('service:api')).toEqual(['service:eq:api'])
})

test('a text of any length is read in time that grows with it', () => {
  for (const piece of ['|table    ', 'message:(', '/a[', '{a="', '"~2 ', '| where '])
    parseTypedQuery(piece.repeat(20_000), findTag)
  expect(parseTypedQuery(`|table${' '.repeat(9_000)}(`, findTag).pills).toEqual([])
})

test.each([
  'level:[INFO]',
  'data:{"a":1}',
  'user:[abc',
  'path:/var/log/',
  '/opt/x/',
  '/api*/',
  'line:42',
  'text:foo',
])('%s is no filter by another name', typed => {
  const { pills } = parseTypedQuery(typed, findTag)
  const conditions = pills.flatMap(conditionPillsIn)
  expect(conditions.filter(({ field }) => field !== 'path')).toEqual([])
  expect(conditions.filter(({ op }) => op === '=~')).toEqual([])
})

test('a tag with the name goes before the field of another product, also while it may exist', () => {
  const read = (found: FindTag) => parseTypedQuery('service:api status:error', found).pills.map(pillText)
  expect(read(name => name)).toEqual(['service:eq:api', 'ut_status:eq:error'])
  expect(read(() => undefined)).toEqual([])
  expect(read(() => false)).toEqual(['program:eq:api', 'severity:eq:3'])
})
