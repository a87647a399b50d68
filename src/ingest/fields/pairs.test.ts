import { expect, it } from 'vitest'
import { fieldsOf } from './testing/fields-of.ts'

it.each<[name: string, message: string, fields: Record<string, string>]>([
  ['words', 'a=1 b=two c=3', { a: '1', b: 'two', c: '3' }],
  ['among other text', 'Deny tcp a=1 then b=2 end', { a: '1', b: '2' }],
  ['quotes', 'a="x y" b=\'z w\' c=""', { a: 'x y', b: 'z w' }],
  [
    'escapes in quotes',
    'a="say \\"hi\\"" b="back\\\\slash" c="l1\\nl2"',
    { a: 'say "hi"', b: 'back\\slash', c: 'l1\nl2' },
  ],
  [
    'a path of Windows in quotes',
    'a="C:\\Program Files\\x.exe" b=1',
    { a: 'C:\\Program Files\\x.exe', b: '1' },
  ],
  ['quotes that nothing closes', 'a=1 b="cut off he', { a: '1', b: 'cut off he' }],
  ['a message that is cut after an escaped quote', 'a=1 b="say \\"', { a: '1', b: 'say "' }],
  ['a backslash at the end of quotes', 'a=1 b="C:\\\\"', { a: '1', b: 'C:\\' }],
  ['a text in single quotes that has a pair in it', "a='x b=1' c=2", { a: 'x b=1', c: '2' }],
  ['an apostrophe', "a='tis b=1", { a: "'tis", b: '1' }],
  ['commas', 'a=1,b=2, c=3,', { a: '1', b: '2', c: '3' }],
  ['commas and semicolons in values', 'a=x,y b=1;2 c=3', { a: 'x,y', b: '1;2', c: '3' }],
  ['semicolons and pipes', 'a=1;b=2|c=3', { a: '1', b: '2', c: '3' }],
  ['brackets around', '[a=1 b=2] (c=3)', { a: '1', b: '2', c: '3' }],
  ['quotes around', '"a=1 b=2"', { a: '1', b: '2' }],
  ['several closing characters', 'text ["a=1 b=2"],', { a: '1', b: '2' }],
  ['quotes in a value', 'a=x"y" b=z\'s\'', { a: 'x"y"', b: "z's'" }],
  ['brackets in a value', 'a=f(x) b=list[0]', { a: 'f(x)', b: 'list[0]' }],
  ['equals signs in a value', 'a=b=c d=e==', { a: 'b=c', d: 'e==' }],
  ['empty values', 'a= b=2 c=', { b: '2' }],
  [
    'keys of several kinds',
    'x.y=1 x-y=2 x_y=3 9=4 über=5',
    { 'x.y': '1', 'x-y': '2', x_y: '3', '9': '4', über: '5' },
  ],
  ['a key twice: the first holds', 'a=1 a=2', { a: '1' }],
])('%s', (_, message, fields) => {
  expect(fieldsOf(message)).toEqual(fields)
})

it.each([
  ['a single pair', 'the user=bob has left'],
  ['no key', '= =a ==b x = y'],
  ['a query string', 'GET /search?q=a&lang=en&page=2 HTTP/1.1'],
  ['options of a command', 'run --color=auto --sort=size'],
  ['nothing', ''],
])('no message of pairs: %s', (_, message) => {
  expect(fieldsOf(message)).toEqual({})
})

it.each<[name: string, message: string, fields: Record<string, string>]>([
  [
    'a firewall that quotes',
    'date=2026-01-02 time=03:04:05 devname="fgt-1" logid="0000000013" type="traffic" srcip=192.0.2.7 srcport=50432 dstip=198.51.100.4 dstcountry="Reserved" action="accept" app="HTTPS.BROWSER" sentbyte=1420',
    {
      date: '2026-01-02',
      time: '03:04:05',
      devname: 'fgt-1',
      logid: '0000000013',
      type: 'traffic',
      srcip: '192.0.2.7',
      srcport: '50432',
      dstip: '198.51.100.4',
      dstcountry: 'Reserved',
      action: 'accept',
      app: 'HTTPS.BROWSER',
      sentbyte: '1420',
    },
  ],
  [
    'a firewall with ports behind colons',
    'id=firewall sn=00AB time="2026-01-02 03:04:05 UTC" fw=192.0.2.1 pri=6 c=1024 m=537 msg="Connection Closed" n=0 src=192.0.2.7:50432:X0 dst=198.51.100.4:443:X1 proto=tcp/https',
    {
      id: 'firewall',
      sn: '00AB',
      time: '2026-01-02 03:04:05 UTC',
      fw: '192.0.2.1',
      pri: '6',
      c: '1024',
      m: '537',
      msg: 'Connection Closed',
      n: '0',
      src: '192.0.2.7:50432:X0',
      dst: '198.51.100.4:443:X1',
      proto: 'tcp/https',
    },
  ],
  [
    'netfilter',
    '[12345.678] DROP IN=eth0 OUT= MAC=00:00:5e:00:53:01 SRC=192.0.2.7 DST=198.51.100.4 LEN=60 DF PROTO=TCP SPT=50432 DPT=22 SYN URGP=0',
    {
      IN: 'eth0',
      MAC: '00:00:5e:00:53:01',
      SRC: '192.0.2.7',
      DST: '198.51.100.4',
      LEN: '60',
      PROTO: 'TCP',
      SPT: '50432',
      DPT: '22',
      URGP: '0',
    },
  ],
  [
    'the audit log',
    'type=USER_LOGIN msg=audit(1767225598.123:456): pid=812 uid=0 msg=\'op=login acct="root" exe="/usr/sbin/sshd" res=success\'',
    {
      type: 'USER_LOGIN',
      msg: 'audit(1767225598.123:456):',
      pid: '812',
      uid: '0',
      op: 'login',
      acct: 'root',
      exe: '/usr/sbin/sshd',
      res: 'success',
    },
  ],
  [
    'logfmt',
    'ts=2026-01-02T03:04:05.678Z level=warn caller=ring.go:42 msg="ring \\"a\\" is full" dur=1.5ms err="dial tcp: timeout"',
    {
      ts: '2026-01-02T03:04:05.678Z',
      level: 'warn',
      caller: 'ring.go:42',
      msg: 'ring "a" is full',
      dur: '1.5ms',
      err: 'dial tcp: timeout',
    },
  ],
  [
    'identity services with commas',
    'CISE_Passed_Authentications 0000001 1 0 2026-01-02 03:04:05.678, Step=11001, UserName=bob, NetworkDeviceName=sw-1, Protocol=Radius,',
    { Step: '11001', UserName: 'bob', NetworkDeviceName: 'sw-1', Protocol: 'Radius' },
  ],
])('%s', (_, message, fields) => {
  expect(fieldsOf(message)).toEqual(fields)
})
