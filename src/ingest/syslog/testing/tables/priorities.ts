import type { Table } from '../row.ts'

/** Golden lines of valid and invalid priorities, and of bytes that are not text; see Table. */
export const priorities: readonly Table[] = [
  [
    'priorities',
    { ts: '2026-01-02T03:05:00Z' },
    [
      {
        line: '<192>Jan  2 03:04:05 h a: over 191',
        message: '<192>Jan  2 03:04:05 h a: over 191',
        type: 'UNKNOWN',
      },
      { line: '<999>x', message: '<999>x', type: 'UNKNOWN' },
      {
        line: '<>Jan  2 03:04:05 h a: no digits',
        message: '<>Jan  2 03:04:05 h a: no digits',
        type: 'UNKNOWN',
      },
      {
        line: '<0000013>Jan  2 03:04:05 h a: too many',
        message: '<0000013>Jan  2 03:04:05 h a: too many',
        type: 'UNKNOWN',
      },
      { line: '<13', message: '<13', type: 'UNKNOWN' },
      { line: '<13>', message: '' },
      { line: '<a>b', message: '<a>b', type: 'UNKNOWN' },
      {
        line: '<0>Jan  2 03:04:05 h a: lowest',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        program: 'a',
        priority: 'KERN.EMERGENCY',
        message: 'lowest',
      },
      {
        line: '<191>Jan  2 03:04:05 h a: highest',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        program: 'a',
        priority: 'LOCAL7.DEBUG',
        message: 'highest',
      },
      {
        line: '<013>Jan  2 03:04:05 h a: three digits',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        program: 'a',
        message: 'three digits',
      },
      { line: '<-1>x', message: '<-1>x', type: 'UNKNOWN' },
      {
        line: 'Jan  2 03:04:05 h a[7]: no priority',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        program: 'a',
        message: 'no priority',
        extra: { PID: '7' },
      },
      {
        line: '2026-01-02T03:04:05Z h a[7]: no priority',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        program: 'a',
        message: 'no priority',
        extra: { PID: '7' },
      },
      { line: 'no priority and no stamp: text', message: 'no priority and no stamp: text', type: 'UNKNOWN' },
      { line: 'a[7]: neither, but a tag', message: 'a[7]: neither, but a tag', type: 'UNKNOWN' },
      { line: '{"json":"line"}', message: '{"json":"line"}', type: 'UNKNOWN' },
    ],
  ],
  [
    'bytes',
    { host: 'h', program: 'a' },
    [
      { line: '<13>Jan  2 03:04:05 h a: end\r\n', message: 'end' },
      { line: '<13>Jan  2 03:04:05 h a: end\n\u0000\u0000', message: 'end' },
      {
        line: '<13>Jan  2 03:04:05 h a: \u001b[31mred\u001b[0m\ttab\nline',
        message: '\u001b[31mred\u001b[0m\ttab\nline',
      },
      { line: '<13>Jan  2 03:04:05 h a: zwölf 😀 日本', message: 'zwölf 😀 日本' },
      {
        line: '\r\n',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        program: '',
        message: '',
        type: 'UNKNOWN',
      },
      { line: '', ts: '2026-01-02T03:05:00Z', host: '192.0.2.7', program: '', message: '', type: 'UNKNOWN' },
    ],
  ],
]
