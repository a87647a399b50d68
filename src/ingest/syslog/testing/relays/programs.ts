import type { RelayTable } from '../relay-row.ts'

/** How Millrace and relays read programs, process ids and texts; see RelayRow. */
export const programs: readonly RelayTable[] = [
  [
    'A program and a colon, a pid, or both',
    [
      {
        line: '<38>Jan  2 03:04:05 web-1 sshd[4242]: Accepted publickey for ann from 198.51.100.4 port 51000 ssh2',
        millrace: ['web-1', 'sshd', '4242', 'Accepted publickey for ann from 198.51.100.4 port 51000 ssh2'],
      },
      {
        line: '<86>Jan  2 03:04:05 web-1 su: pam_unix(su:session): session opened for user root',
        millrace: ['web-1', 'su', '', 'pam_unix(su:session): session opened for user root'],
      },
      {
        line: '<22>Jan  2 03:04:05 mail-1 postfix/smtpd[77]: connect from unknown[198.51.100.4]',
        millrace: ['mail-1', 'postfix/smtpd', '77', 'connect from unknown[198.51.100.4]'],
        rsyslog: ['mail-1', 'postfix', '77', 'connect from unknown[198.51.100.4]'],
      },
      { line: '<13>Jan  2 03:04:05 web-1 app[7] no colon', millrace: ['web-1', 'app', '7', 'no colon'] },
      { line: '<13>Jan  2 03:04:05 web-1 app[7]:no space', millrace: ['web-1', 'app', '7', 'no space'] },
      { line: '<13>Jan  2 03:04:05 web-1 app:no space', millrace: ['web-1', 'app', '', 'no space'] },
      {
        line: '<13>Jan  2 03:04:05 web-1 app[worker-3]: a pid of letters',
        millrace: ['web-1', 'app', 'worker-3', 'a pid of letters'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 app[]: an empty pid',
        millrace: ['web-1', 'app', '', 'an empty pid'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 app:  a second space is part of the text',
        millrace: ['web-1', 'app', '', ' a second space is part of the text'],
      },
      { line: '<13>Jan  2 03:04:05 web-1 app:', millrace: ['web-1', 'app', '', ''] },
      {
        line: '<14>Jan  2 03:04:05 esx-1 Hostd: info hostd[2099561] [Originator@6876 sub=Vimsvc] logged in',
        millrace: ['esx-1', 'Hostd', '', 'info hostd[2099561] [Originator@6876 sub=Vimsvc] logged in'],
      },
      {
        line: '<190>Jan  2 03:04:05 lb-1 haproxy[900]: 198.51.100.4:40000 [02/Jan/2026:03:04:05.000] www~ app/web-1 0/0/1/2/3 200',
        millrace: [
          'lb-1',
          'haproxy',
          '900',
          '198.51.100.4:40000 [02/Jan/2026:03:04:05.000] www~ app/web-1 0/0/1/2/3 200',
        ],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 CEF:0|Acme|Gate|1|100|login|3|src=198.51.100.4',
        millrace: ['web-1', 'CEF', '', '0|Acme|Gate|1|100|login|3|src=198.51.100.4'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 LEEF:2.0|Acme|Gate|1|login|src=198.51.100.4',
        millrace: ['web-1', 'LEEF', '', '2.0|Acme|Gate|1|login|src=198.51.100.4'],
      },
      {
        line: '<46>Jan  2 03:04:05 log-1 syslogd 1.4.1: restart.',
        millrace: ['log-1', 'syslogd', '', '1.4.1: restart.'],
      },
      {
        line: '<46>Jan  2 03:04:05 log-1 rsyslogd: [origin software="rsyslogd" swVersion="8.2302.0"] start',
        millrace: ['log-1', 'rsyslogd', '', '[origin software="rsyslogd" swVersion="8.2302.0"] start'],
      },
    ],
  ],
  [
    'A program and a space',
    [
      { line: '<14>Jan  2 03:04:05 host some words here', millrace: ['host', 'some', '', 'words here'] },
      {
        line: '<14>Jan  2 03:04:05 fw-1 PaloAlto_Traffic type="TRAFFIC" src="10.1.1.5" dst="203.0.113.7" rule="out" action="allow"',
        millrace: [
          'fw-1',
          'PaloAlto_Traffic',
          '',
          'type="TRAFFIC" src="10.1.1.5" dst="203.0.113.7" rule="out" action="allow"',
        ],
      },
      {
        line: '<14>Jan  2 03:04:05 fw-1 PaloAlto_Threat type="THREAT" src="10.1.1.5" action="alert"',
        millrace: ['fw-1', 'PaloAlto_Threat', '', 'type="THREAT" src="10.1.1.5" action="alert"'],
      },
      {
        line: '<14>Jan  2 03:04:05 fw-1 PaloAlto_Traffic 1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,1',
        millrace: ['fw-1', 'PaloAlto_Traffic', '', '1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,1'],
      },
      {
        line: '<181>Jan  2 03:04:05 ise-1 CISE_Failed_Attempts 0001237895 1 0 2026-01-02 03:04:05.678 +00:00 0005434567 5400 NOTICE Failed-Attempt: Authentication failed',
        millrace: [
          'ise-1',
          'CISE_Failed_Attempts',
          '',
          '0001237895 1 0 2026-01-02 03:04:05.678 +00:00 0005434567 5400 NOTICE Failed-Attempt: Authentication failed',
        ],
      },
      {
        line: '<181>Jan  2 03:04:05 ise-1 CISE_Passed_Authentications 0000012345 2 1 Step=11001,Step=11017',
        millrace: ['ise-1', 'CISE_Passed_Authentications', '', '0000012345 2 1 Step=11001,Step=11017'],
      },
      {
        line: '<14>Jan  2 03:04:05 10.20.0.1 00077 ports: port 1 is now off-line',
        millrace: ['10.20.0.1', '00077', '', 'ports: port 1 is now off-line'],
      },
      {
        line: '<14> Jan  2 03:04:05 10.20.0.1 00076 ports:  port 1 is now on-line',
        millrace: ['10.20.0.1', '00076', '', 'ports:  port 1 is now on-line'],
      },
      {
        line: '<134>Jan  2 03:04:05 fw-2 id=firewall sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        millrace: [
          'fw-2',
          'id=firewall',
          '',
          'sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97',
        ],
      },
      {
        line: '<30>Jan  2 03:04:05 fw-3 device="SFW" date=2026-01-02 time=03:04:05 log_type="Firewall"',
        millrace: ['fw-3', 'device="SFW"', '', 'date=2026-01-02 time=03:04:05 log_type="Firewall"'],
      },
      {
        line: '<29>Jan  2 03:04:05 mx-1 fpc0 PFE: Detected error, clear it',
        millrace: ['mx-1', 'fpc0', '', 'PFE: Detected error, clear it'],
      },
      {
        line: '<13>Jan  2 03:04:05 nas-1 WinFileService Event: read, Path: /photo/1.jpg, User: ann',
        millrace: ['nas-1', 'WinFileService', '', 'Event: read, Path: /photo/1.jpg, User: ann'],
      },
      {
        line: '<12>Jan  2 03:04:05 nas-1 System SYSTEM: Fan on NAS is malfunctioning',
        millrace: ['nas-1', 'System', '', 'SYSTEM: Fan on NAS is malfunctioning'],
      },
      {
        line: '<134>Jan  2 03:04:05 mx-2 flows src=10.1.1.5 dst=203.0.113.7 mac=00:00:5E:00:53:01 protocol=tcp',
        millrace: ['mx-2', 'flows', '', 'src=10.1.1.5 dst=203.0.113.7 mac=00:00:5E:00:53:01 protocol=tcp'],
      },
      {
        line: '<141>Jan  2 03:04:05 sw-1 RT_FLOW_SESSION_CLOSE session closed TCP FIN',
        millrace: ['sw-1', 'RT_FLOW_SESSION_CLOSE', '', 'session closed TCP FIN'],
      },
      {
        line: '<86>Jan  2 03:04:05 aix-1 Message forwarded from aix-2: sshd[7]: text',
        millrace: ['aix-2', 'sshd', '7', 'text'],
        syslogNg: ['aix-1', 'Message', '', 'forwarded from aix-2: sshd[7]: text'],
        rsyslog: ['aix-1', 'Message', '', 'forwarded from aix-2: sshd[7]: text'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 last message repeated 3 times',
        millrace: ['web-1', '', '', 'last message repeated 3 times'],
        syslogNg: ['web-1', 'last', '', 'message repeated 3 times'],
        rsyslog: ['web-1', 'last', '', 'message repeated 3 times'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 app  a second space is part of the text',
        millrace: ['web-1', 'app', '', ' a second space is part of the text'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 sshd : a colon on its own',
        millrace: ['web-1', 'sshd', '', ': a colon on its own'],
      },
      {
        line: '<187>Jan  2 2026 03:04:05 hw-1 %%01IFNET/4/IF_STATE(l)[5]:Interface GigabitEthernet0/0/1 has turned into DOWN state.',
        millrace: [
          'hw-1',
          '%%01IFNET/4/IF_STATE(l)',
          '5',
          'Interface GigabitEthernet0/0/1 has turned into DOWN state.',
        ],
        rsyslog: ['hw-1', '%%01IFNET', '5', 'Interface GigabitEthernet0/0/1 has turned into DOWN state.'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 123: digits and a colon',
        millrace: ['web-1', '123', '', 'digits and a colon'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 123[4]: digits and a pid',
        millrace: ['web-1', '123', '4', 'digits and a pid'],
      },
    ],
  ],
  [
    'Texts whose first word is no name',
    [
      {
        line: '<13>Jan  2 03:04:05 web-1 (root) CMD (run-parts /etc/cron.hourly)',
        millrace: ['web-1', '', '', '(root) CMD (run-parts /etc/cron.hourly)'],
        syslogNg: ['web-1', '(root)', '', 'CMD (run-parts /etc/cron.hourly)'],
        rsyslog: ['web-1', '(root)', '', 'CMD (run-parts /etc/cron.hourly)'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 {"level": "info", "text": "ready"}',
        millrace: ['web-1', '', '', '{"level": "info", "text": "ready"}'],
        syslogNg: ['web-1', '{"level"', '', '"info", "text": "ready"}'],
        rsyslog: ['web-1', '{"level"', '', '"info", "text": "ready"}'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 [notice] configuration reloaded',
        millrace: ['web-1', '', '', '[notice] configuration reloaded'],
        syslogNg: ['web-1', '', 'notice', 'configuration reloaded'],
        rsyslog: ['web-1', '', 'notice', 'configuration reloaded'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 "GET / HTTP/1.1" 200',
        millrace: ['web-1', '', '', '"GET / HTTP/1.1" 200'],
        syslogNg: ['web-1', '"GET', '', '/ HTTP/1.1" 200'],
        rsyslog: ['web-1', '"GET', '', '/ HTTP/1.1" 200'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 <Event xmlns="urn:x"> text',
        millrace: ['web-1', '', '', '<Event xmlns="urn:x"> text'],
        syslogNg: ['web-1', '<Event', '', 'xmlns="urn:x"> text'],
        rsyslog: ['web-1', '<Event', '', 'xmlns="urn:x"> text'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 msg="Connection Opened" src=198.51.100.4',
        millrace: ['web-1', '', '', 'msg="Connection Opened" src=198.51.100.4'],
        syslogNg: ['web-1', 'msg="Connection', '', 'Opened" src=198.51.100.4'],
        rsyslog: ['web-1', 'msg="Connection', '', 'Opened" src=198.51.100.4'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 http://example.org/ was fetched',
        millrace: ['web-1', '', '', 'http://example.org/ was fetched'],
        syslogNg: ['web-1', 'http', '', '//example.org/ was fetched'],
        rsyslog: ['web-1', 'http', '', '//example.org/ was fetched'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 2026-01-02 03:04:05,123 INFO started',
        millrace: ['web-1', '', '', '2026-01-02 03:04:05,123 INFO started'],
        syslogNg: ['web-1', '2026-01-02', '', '03:04:05,123 INFO started'],
        rsyslog: ['web-1', '2026-01-02', '', '03:04:05,123 INFO started'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 2026-01-02T03:04:05Z started',
        millrace: ['web-1', '', '', '2026-01-02T03:04:05Z started'],
        syslogNg: ['web-1', '2026-01-02T03', '', '04:05Z started'],
        rsyslog: ['web-1', '2026-01-02T03', '', '04:05Z started'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 03:04:05.123 started',
        millrace: ['web-1', '', '', '03:04:05.123 started'],
        syslogNg: ['web-1', '03', '', '04:05.123 started'],
        rsyslog: ['web-1', '03', '', '04:05.123 started'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 Jan  2 03:04:05 started',
        millrace: ['web-1', '', '', 'Jan  2 03:04:05 started'],
        syslogNg: ['web-1', 'Jan', '', ' 2 03:04:05 started'],
        rsyslog: ['web-1', 'Jan', '', ' 2 03:04:05 started'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 00:00:5e:00:53:01 deauthenticated',
        millrace: ['web-1', '', '', '00:00:5e:00:53:01 deauthenticated'],
        syslogNg: ['web-1', '00', '', '00:5e:00:53:01 deauthenticated'],
        rsyslog: ['web-1', '00', '', '00:5e:00:53:01 deauthenticated'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 198.51.100.4 - - "GET / HTTP/1.1" 200',
        millrace: ['web-1', '', '', '198.51.100.4 - - "GET / HTTP/1.1" 200'],
        syslogNg: ['web-1', '198.51.100.4', '', '- - "GET / HTTP/1.1" 200'],
        rsyslog: ['web-1', '198.51.100.4', '', '- - "GET / HTTP/1.1" 200'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 -- MARK --',
        millrace: ['web-1', '', '', '-- MARK --'],
        syslogNg: ['web-1', '--', '', 'MARK --'],
        rsyslog: ['web-1', '--', '', 'MARK --'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 ready',
        millrace: ['web-1', '', '', 'ready'],
        syslogNg: ['web-1', 'ready', '', ''],
        rsyslog: ['web-1', 'ready', '', ''],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 User[john doe] logged in',
        millrace: ['web-1', 'User', '', '[john doe] logged in'],
        syslogNg: ['web-1', 'User', 'john', 'doe] logged in'],
        rsyslog: ['web-1', 'User', '', 'doe] logged in'],
      },
      {
        line: '<13>Jan  2 03:04:05 web-1 Foo::Bar: two colons',
        millrace: ['web-1', 'Foo::Bar', '', 'two colons'],
        syslogNg: ['web-1', 'Foo', '', ':Bar: two colons'],
        rsyslog: ['web-1', 'Foo', '', ':Bar: two colons'],
      },
    ],
  ],
]
