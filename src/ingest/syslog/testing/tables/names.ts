import type { Table } from '../row.ts'

/** Golden lines of hosts and tags in unusual forms; see Table. */
export const names: readonly Table[] = [
  [
    'hosts',
    { program: 'a' },
    [
      { line: '<13>Jan  2 03:04:05 10.1.2.3 a: IPv4', host: '10.1.2.3', message: 'IPv4' },
      { line: '<13>Jan  2 03:04:05 2001:db8::5 a: IPv6', host: '2001:db8::5', message: 'IPv6' },
      {
        line: '<13>Jan  2 03:04:05 [2001:db8::5] a: IPv6 in brackets',
        host: '2001:db8::5',
        message: 'IPv6 in brackets',
      },
      {
        line: '<13>Jan  2 03:04:05 sshd[7]: no host',
        program: 'sshd',
        message: 'no host',
        extra: { PID: '7' },
      },
      { line: '<13>Jan  2 03:04:05 sshd: no host', program: 'sshd', message: 'no host' },
      {
        line: '<13>Jan  2 03:04:05 relay/web_1@edge a: a chain',
        host: 'relay/web_1@edge',
        message: 'a chain',
      },
      { line: '<13>Jan  2 03:04:05 bücher a: not ASCII', host: 'bücher', message: 'not ASCII' },
      { line: '<13>Jan  2 03:04:05 hello', program: '', message: 'hello' },
      { line: '<13>Jan  2 03:04:05 {"json": true}', program: '', message: '{"json": true}' },
      { line: '<13>Jan  2 03:04:05 k=v a: no host', program: 'k=v', message: 'a: no host' },
    ],
  ],
  [
    'tags',
    { host: 'h', program: 'a' },
    [
      { line: '<13>Jan  2 03:04:05 h a.b/c-d_e(f): marks', program: 'a.b/c-d_e(f)', message: 'marks' },
      {
        line: '<13>Jan  2 03:04:05 h a[b-1]: pid not a number',
        message: 'pid not a number',
        extra: { PID: 'b-1' },
      },
      { line: '<13>Jan  2 03:04:05 h a[]: empty pid', message: 'empty pid' },
      { line: '<13>Jan  2 03:04:05 h a[7] no colon', message: 'no colon', extra: { PID: '7' } },
      { line: '<13>Jan  2 03:04:05 h a[7]:no space', message: 'no space', extra: { PID: '7' } },
      { line: '<13>Jan  2 03:04:05 h a:no space', message: 'no space' },
      { line: '<13>Jan  2 03:04:05 h a:', message: '' },
      { line: '<13>Jan  2 03:04:05 h a[7', message: '[7' },
      { line: '<13>Jan  2 03:04:05 h word with no colon', program: 'word', message: 'with no colon' },
      {
        line: '<13>Jan  2 03:04:05 h http://example.org/ is no tag',
        program: '',
        message: 'http://example.org/ is no tag',
      },
      { line: '<13>Jan  2 03:04:05 h Foo::Bar: two colons', program: 'Foo::Bar', message: 'two colons' },
      {
        line: '<13>Jan  2 03:04:05 h CEF:0|Acme|Gate|1|100|login|3|src=198.51.100.4',
        program: 'CEF',
        message: '0|Acme|Gate|1|100|login|3|src=198.51.100.4',
      },
      {
        line: '<13>Jan  2 03:04:05 h LEEF:2.0|Acme|Gate|1|login|',
        program: 'LEEF',
        message: '2.0|Acme|Gate|1|login|',
      },
      {
        line: '<13>a[7]: no stamp',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        message: 'no stamp',
        extra: { PID: '7' },
      },
      {
        line: '<13>text with no stamp',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        program: 'text',
        message: 'with no stamp',
      },
      { line: '<13>a:   indented', ts: '2026-01-02T03:05:00Z', host: '192.0.2.7', message: '  indented' },
      { line: '<13>: colon', ts: '2026-01-02T03:05:00Z', host: '192.0.2.7', program: '', message: ': colon' },
      { line: '<13>Jan  2 03:04:05 h -- MARK --', program: '', message: '-- MARK --' },
      {
        line: '<13>Jan  2 03:04:05 h last message repeated 3 times',
        program: '',
        message: 'last message repeated 3 times',
      },
    ],
  ],
]
