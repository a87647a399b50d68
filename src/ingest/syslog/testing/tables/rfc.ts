import type { Table } from '../row.ts'

export const rfc: readonly Table[] = [
  [
    'RFC 5424 section 6.5',
    {
      ts: '2003-10-11T22:14:15.003Z',
      host: 'mymachine.example.com',
      program: 'evntslog',
      priority: 'LOCAL4.NOTICE',
    },
    [
      {
        line: "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \ufeff'su root' failed for lonvick on /dev/pts/8",
        program: 'su',
        priority: 'AUTH.CRITICAL',
        message: "'su root' failed for lonvick on /dev/pts/8",
        extra: { MSGID: 'ID47' },
      },
      {
        line: "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
        ts: '2003-08-24T12:14:15.000003Z',
        host: '192.0.2.1',
        program: 'myproc',
        message: "%% It's time to make the do-nuts.",
        extra: { PID: '8710' },
      },
      {
        line: '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] \ufeffAn application event log entry...',
        message: 'An application event log entry...',
        extra: {
          MSGID: 'ID47',
          'SDATA.exampleSDID@32473.iut': '3',
          'SDATA.exampleSDID@32473.eventSource': 'Application',
          'SDATA.exampleSDID@32473.eventID': '1011',
        },
      },
      {
        line: '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]',
        message:
          'ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]',
        extra: {
          MSGID: 'ID47',
          'SDATA.exampleSDID@32473.iut': '3',
          'SDATA.exampleSDID@32473.eventSource': 'Application',
          'SDATA.exampleSDID@32473.eventID': '1011',
          'SDATA.examplePriority@32473.class': 'high',
        },
      },
    ],
  ],
  [
    'RFC 5424 section 6.2.3 and 6.3',
    { host: 'h', program: 'a' },
    [
      {
        line: '<13>1 1985-04-12T23:20:50.52Z h a 1 - - t',
        ts: '1985-04-12T23:20:50.52Z',
        message: 't',
        extra: { PID: '1' },
      },
      {
        line: '<13>1 1985-04-12T19:20:50.52-04:00 h a 1 - - t',
        ts: '1985-04-12T23:20:50.52Z',
        message: 't',
        extra: { PID: '1' },
      },
      {
        line: '<13>1 2003-10-11T22:14:15.003Z h a 1 - - t',
        ts: '2003-10-11T22:14:15.003Z',
        message: 't',
        extra: { PID: '1' },
      },
      {
        line: '<13>1 2003-08-24T05:14:15.000003-07:00 h a 1 - - t',
        ts: '2003-08-24T12:14:15.000003Z',
        message: 't',
        extra: { PID: '1' },
      },
      {
        line: '<13>1 2003-08-24T05:14:15.000000003-07:00 h a 1 - - nine digits are cut to microseconds',
        ts: '2003-08-24T12:14:15Z',
        message: 'nine digits are cut to microseconds',
        extra: { PID: '1' },
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 - [x@1 p="a \\"quoted\\" \\\\ and \\] and \\n"] escapes',
        message: 'escapes',
        extra: { PID: '1', 'SDATA.x@1.p': 'a "quoted" \\ and ] and \\n' },
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 - [origin ip="192.0.2.1" ip="192.0.2.129"][timeQuality tzKnown="1"][meta] several',
        message: 'several',
        extra: {
          PID: '1',
          'SDATA.origin.ip': ['192.0.2.1', '192.0.2.129'],
          'SDATA.timeQuality.tzKnown': '1',
        },
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 - [x@1 p="läuft ] bracket not escaped"] naïve',
        message: 'naïve',
        extra: { PID: '1', 'SDATA.x@1.p': 'läuft ] bracket not escaped' },
      },
      { line: '<13>1 - - - - - -', ts: '2026-01-02T03:05:00Z', host: '192.0.2.7', program: '', message: '' },
      {
        line: '<13>1 - - - - - - only a text',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        program: '',
        message: 'only a text',
      },
      { line: '<13>1 2026-01-02T03:04:05Z h a 1 ID - ', message: 'ID', extra: { PID: '1', MSGID: 'ID' } },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a - - [x@1 p=""]   three spaces before',
        message: ' three spaces before',
        extra: { 'SDATA.x@1.p': '' },
      },
    ],
  ],
  [
    'RFC 5424, broken',
    { ts: '2026-01-02T03:05:00Z', program: 'a' },
    [
      {
        line: '<13>1 2026-01-02T03:04:05Z h a',
        program: '',
        message: '1 2026-01-02T03:04:05Z h a',
        type: 'UNKNOWN',
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 ID',
        program: '',
        message: '1 2026-01-02T03:04:05Z h a 1 ID',
        type: 'UNKNOWN',
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 ID [x@1 p="cut',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        message: '[x@1 p="cut',
        extra: { PID: '1', MSGID: 'ID' },
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 ID [action:"Accept"; src:"198.51.100.4"] text',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        message: '[action:"Accept"; src:"198.51.100.4"] text',
        extra: { PID: '1', MSGID: 'ID' },
      },
      {
        line: '<13>1 2026-01-02T03:04:05Z h a 1 ID no structured data',
        ts: '2026-01-02T03:04:05Z',
        host: 'h',
        message: 'no structured data',
        extra: { PID: '1', MSGID: 'ID' },
      },
      {
        line: '<13>1 0001-01-01T00:00:00Z h a 1 ID - zero time of Go',
        host: 'h',
        message: 'zero time of Go',
        extra: { TIMESTAMP: '0001-01-01T00:00:00Z', PID: '1', MSGID: 'ID' },
      },
      {
        line: '<13>1 2026-02-30T00:00:00Z h a 1 ID - no such day',
        host: 'h',
        message: 'no such day',
        extra: { TIMESTAMP: '2026-02-30T00:00:00Z', PID: '1', MSGID: 'ID' },
      },
      { line: '<13>1 file was copied by 3 people', program: '1', message: 'file was copied by 3 people' },
      {
        line: '<13>2 2026-01-02T03:04:05Z h a 1 ID - version two',
        program: '2',
        message: '2026-01-02T03:04:05Z h a 1 ID - version two',
      },
    ],
  ],
  [
    'RFC 3164 section 5.4',
    {},
    [
      {
        line: "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
        ts: '2025-10-11T22:14:15Z',
        host: 'mymachine',
        program: 'su',
        priority: 'AUTH.CRITICAL',
        message: "'su root' failed for lonvick on /dev/pts/8",
      },
      { line: 'Use the BFG!', ts: '2026-01-02T03:05:00Z', message: 'Use the BFG!', type: 'UNKNOWN' },
      {
        line: '<13>Feb  5 17:32:18 10.0.0.99 Use the BFG!',
        ts: '2026-02-05T17:32:18Z',
        host: '10.0.0.99',
        program: 'Use',
        message: 'the BFG!',
      },
      {
        line: "<165>Aug 24 05:34:00 CST 1987 mymachine myproc[10]: %% It's time to make the do-nuts.  %%  Ingredients: Mix=OK, Jelly=OK # Devices: Mixer=OK, Jelly_Injector=OK, Frier=OK # Transport: Conveyer1=OK, Conveyer2=OK # %%",
        ts: '1987-08-24T11:34:00Z',
        host: 'mymachine',
        program: 'myproc',
        priority: 'LOCAL4.NOTICE',
        message:
          "%% It's time to make the do-nuts.  %%  Ingredients: Mix=OK, Jelly=OK # Devices: Mixer=OK, Jelly_Injector=OK, Frier=OK # Transport: Conveyer1=OK, Conveyer2=OK # %%",
        extra: { PID: '10' },
      },
      {
        line: "<0>1990 Oct 22 10:52:01 TZ-6 scapegoat.dmz.example.org 10.1.2.3 sched[0]: That's All Folks!",
        ts: '1990-10-22T16:52:01Z',
        host: 'scapegoat.dmz.example.org',
        priority: 'KERN.EMERGENCY',
        message: "10.1.2.3 sched[0]: That's All Folks!",
      },
    ],
  ],
]
