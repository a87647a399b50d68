import type { RelayTable } from '../relay-row.ts'

/** How Millrace and relays read headers: time and host; see RelayRow. */
export const headers: readonly RelayTable[] = [
  [
    'Stamps',
    [
      { line: '<13>Jan  2 03:04:05.678 web-1 app: a fraction', millrace: ['web-1', 'app', '', 'a fraction'] },
      { line: '<13>Jan  2 2026 03:04:05 web-1 app: a year', millrace: ['web-1', 'app', '', 'a year'] },
      {
        line: '<13>Jan 2 03:04:05 web-1 app: a day of one digit',
        millrace: ['web-1', 'app', '', 'a day of one digit'],
        syslogNg: ['-', 'Jan', '', '2 03:04:05 web-1 app: a day of one digit'],
      },
      {
        line: '<13>2026-01-02T03:04:05.678+01:00 web-1 app[7]: RFC 3339',
        millrace: ['web-1', 'app', '7', 'RFC 3339'],
      },
      {
        line: '<13>2026-01-02T03:04:05Z web-1 some words here',
        millrace: ['web-1', 'some', '', 'words here'],
      },
      {
        line: '<13>Jan  2 03:04:05 2001:db8::5 app: an address',
        millrace: ['2001:db8::5', 'app', '', 'an address'],
        rsyslog: ['-', '2001', '', 'db8::5 app: an address'],
      },
    ],
  ],
  [
    'No host',
    [
      { line: '<13>Jan  2 03:04:05 sshd[7]: no host', millrace: ['-', 'sshd', '7', 'no host'] },
      { line: '<13>Jan  2 03:04:05 sshd: no host', millrace: ['-', 'sshd', '', 'no host'] },
      {
        line: '<13>Jan  2 03:04:05 hello',
        millrace: ['-', '', '', 'hello'],
        syslogNg: ['-', 'hello', '', ''],
        rsyslog: ['hello', '', '', ''],
      },
      {
        line: '<13>Jan  2 03:04:05 k=v app: no name of a host',
        millrace: ['-', 'k=v', '', 'app: no name of a host'],
        syslogNg: ['k=v', 'app', '', 'no name of a host'],
      },
    ],
  ],
  [
    'No stamp',
    [
      { line: '<13>app[7]: no stamp', millrace: ['-', 'app', '7', 'no stamp'] },
      { line: '<13>app: no stamp', millrace: ['-', 'app', '', 'no stamp'] },
      {
        line: '<13>text with no stamp',
        millrace: ['-', 'text', '', 'with no stamp'],
        rsyslog: ['text', 'with', '', 'no stamp'],
      },
      {
        line: '<134>id=firewall sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        millrace: [
          '-',
          'id=firewall',
          '',
          'sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        ],
      },
      {
        line: '<134>  id=firewall sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        millrace: [
          '-',
          'id=firewall',
          '',
          'sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        ],
        rsyslog: [
          '-',
          '',
          '',
          ' id=firewall sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        ],
      },
      {
        line: '<13>CEF:0|Acme|Gate|1|100|login|3|src=198.51.100.4',
        millrace: ['-', 'CEF', '', '0|Acme|Gate|1|100|login|3|src=198.51.100.4'],
      },
      {
        line: '<189>46: a sequence number',
        millrace: ['-', '', '', '46: a sequence number'],
        syslogNg: ['-', 'a', '', 'sequence number'],
        rsyslog: ['-', '46', '', 'a sequence number'],
      },
      {
        line: '<13>: a colon',
        millrace: ['-', '', '', ': a colon'],
        syslogNg: ['-', 'a', '', 'colon'],
        rsyslog: ['-', '', '', 'a colon'],
      },
      {
        line: '<13>Feb 30 12:00:00 web-1 app: no such day',
        millrace: ['-', '', '', 'Feb 30 12:00:00 web-1 app: no such day'],
        syslogNg: ['web-1', 'app', '', 'no such day'],
        rsyslog: ['web-1', 'app', '', 'no such day'],
      },
      {
        line: '<134>1767323045.123456789 MX84 flows src=10.1.1.5',
        millrace: ['MX84', 'flows', '', 'src=10.1.1.5'],
        syslogNg: ['-', '1767323045.123456789', '', 'MX84 flows src=10.1.1.5'],
        rsyslog: ['1767323045.123456789', 'MX84', '', 'flows src=10.1.1.5'],
      },
    ],
  ],
  [
    'Devices that are known',
    [
      {
        line: '<14>Jan  2 03:04:05 fw-1 1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,1',
        millrace: ['fw-1', 'PaloAlto_Traffic', '', '1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,1'],
        syslogNg: ['fw-1', '1,2026/01/02', '', '03:04:05,000000000001,TRAFFIC,end,1'],
        rsyslog: ['fw-1', '1,2026', '', '03:04:05,000000000001,TRAFFIC,end,1'],
      },
      {
        line: '<166>Jan  2 2026 03:04:05 fw-4 : %ASA-6-302013: Built outbound TCP connection 7',
        millrace: ['fw-4', 'Cisco', '', '%ASA-6-302013: Built outbound TCP connection 7'],
        syslogNg: ['fw-4', '', '', '%ASA-6-302013: Built outbound TCP connection 7'],
        rsyslog: ['fw-4', '', '', '%ASA-6-302013: Built outbound TCP connection 7'],
      },
      {
        line: '<166>Jan  2 2026 03:04:05: %ASA-6-302014: Teardown TCP connection 7',
        millrace: ['-', 'Cisco', '', '%ASA-6-302014: Teardown TCP connection 7'],
        syslogNg: ['-', '%ASA-6-302014', '', 'Teardown TCP connection 7'],
        rsyslog: ['-', '%ASA-6-302014', '', 'Teardown TCP connection 7'],
      },
      {
        line: '<189>45: 000045: *Jan  2 03:04:03.423: %SYS-5-CONFIG_I: Configured from console',
        millrace: ['-', 'Cisco', '', '%SYS-5-CONFIG_I: Configured from console'],
        syslogNg: ['-', '000045', '', '*Jan  2 03:04:03.423: %SYS-5-CONFIG_I: Configured from console'],
        rsyslog: ['-', '45', '', '000045: *Jan  2 03:04:03.423: %SYS-5-CONFIG_I: Configured from console'],
      },
      {
        line: '<189>Jan  2 03:04:05 dist-1 51: 000051: *Jan  2 03:04:04.000: %OSPF-5-ADJCHG: Process 1',
        millrace: ['dist-1', 'Cisco', '', '%OSPF-5-ADJCHG: Process 1'],
        syslogNg: ['dist-1', '51', '', '000051: *Jan  2 03:04:04.000: %OSPF-5-ADJCHG: Process 1'],
        rsyslog: ['dist-1', '51', '', '000051: *Jan  2 03:04:04.000: %OSPF-5-ADJCHG: Process 1'],
      },
      {
        line: '<189>date=2026-01-02 time=03:04:05 devname="FG1" devid="FGT0000000001" logid="0000000013"',
        millrace: [
          'FG1',
          'FortiGate',
          '',
          'date=2026-01-02 time=03:04:05 devname="FG1" devid="FGT0000000001" logid="0000000013"',
        ],
        syslogNg: [
          '-',
          'date=2026-01-02',
          '',
          'time=03:04:05 devname="FG1" devid="FGT0000000001" logid="0000000013"',
        ],
        rsyslog: [
          '-',
          'date=2026-01-02',
          '',
          'time=03:04:05 devname="FG1" devid="FGT0000000001" logid="0000000013"',
        ],
      },
      {
        line: '<30>Jan  2 03:04:05 rb-1 system,info,account user admin logged in from 10.9.0.5 via winbox',
        millrace: [
          'rb-1',
          'MikroTik',
          '',
          'system,info,account user admin logged in from 10.9.0.5 via winbox',
        ],
        syslogNg: ['rb-1', 'system,info,account', '', 'user admin logged in from 10.9.0.5 via winbox'],
        rsyslog: ['rb-1', 'system,info,account', '', 'user admin logged in from 10.9.0.5 via winbox'],
      },
    ],
  ],
  [
    'RFC 5424',
    [
      {
        line: '<38>1 2026-01-02T03:04:05.678Z web-1 sshd 4242 ID47 - Accepted publickey for ann',
        millrace: ['web-1', 'sshd', '4242', 'Accepted publickey for ann'],
      },
      {
        line: '<38>1 2026-01-02T03:04:05.678Z web-1 sshd 4242 ID47 -  a space before the message',
        millrace: ['web-1', 'sshd', '4242', 'a space before the message'],
        syslogNg: ['web-1', 'sshd', '4242', ' a space before the message'],
      },
      {
        line: '<38>1 2026-01-02T03:04:05.678Z web-1 sshd 4242 ID47 [x@32473 a="b"]  a space before the message',
        millrace: ['web-1', 'sshd', '4242', 'a space before the message'],
        syslogNg: ['web-1', 'sshd', '4242', ' a space before the message'],
      },
      {
        line: '<38>1 2026-01-02T03:04:05.678Z web-1 sshd 4242 ID47 -   an indented message',
        millrace: ['web-1', 'sshd', '4242', ' an indented message'],
        syslogNg: ['web-1', 'sshd', '4242', '  an indented message'],
      },
      {
        line: '<189>1 2026-01-02T03:04:05.678Z r-1 - - - - some words here',
        millrace: ['r-1', '', '', 'some words here'],
        rsyslog: ['r-1', '-', '', 'some words here'],
      },
    ],
  ],
]
