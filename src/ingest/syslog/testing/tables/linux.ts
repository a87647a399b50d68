import type { Table } from '../row.ts'

/** Golden lines of Linux programs; see Table. */
export const linux: readonly Table[] = [
  [
    'Linux',
    { host: 'web-1', program: 'sshd', priority: 'AUTH.INFO' },
    [
      {
        line: '<38>Jan  2 03:04:05 web-1 sshd[4021]: Failed password for invalid user oracle from 198.51.100.23 port 52211 ssh2',
        message: 'Failed password for invalid user oracle from 198.51.100.23 port 52211 ssh2',
        extra: { PID: '4021' },
      },
      {
        line: '<38>Jan  2 03:04:05 web-1 sshd[4021]: Accepted publickey for deploy from 10.7.0.4 port 40022 ssh2: ED25519 SHA256:AAAABBBB',
        message: 'Accepted publickey for deploy from 10.7.0.4 port 40022 ssh2: ED25519 SHA256:AAAABBBB',
        extra: { PID: '4021' },
      },
      {
        line: '<86>Jan  2 03:04:05 web-1 sshd[4021]: pam_unix(sshd:session): session opened for user deploy(uid=1001) by (uid=0)',
        priority: 'AUTHPRIV.INFO',
        message: 'pam_unix(sshd:session): session opened for user deploy(uid=1001) by (uid=0)',
        extra: { PID: '4021' },
      },
      {
        line: '<38>2026-01-02T04:04:05.123456+01:00 web-1 sshd-session[4021]: Connection closed by authenticating user root 198.51.100.23 port 52212 [preauth]',
        ts: '2026-01-02T03:04:05.123456Z',
        program: 'sshd-session',
        message: 'Connection closed by authenticating user root 198.51.100.23 port 52212 [preauth]',
        extra: { PID: '4021' },
      },
      {
        line: '<38>1 2026-01-02T03:04:05.123456+00:00 web-1 sshd 4021 - - Received disconnect from 198.51.100.23 port 52213:11: Bye Bye [preauth]',
        ts: '2026-01-02T03:04:05.123456Z',
        message: 'Received disconnect from 198.51.100.23 port 52213:11: Bye Bye [preauth]',
        extra: { PID: '4021' },
      },
      {
        line: '<78>Jan  2 03:05:01 web-1 CRON[5120]: (root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.daily)',
        ts: '2026-01-02T03:05:01Z',
        program: 'CRON',
        priority: 'CLOCK.INFO',
        message: '(root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.daily)',
        extra: { PID: '5120' },
      },
      {
        line: '<77>Jan  2 03:05:01 web-1 crond[5121]: (ann) CMD (/home/ann/bin/report --day yesterday)',
        ts: '2026-01-02T03:05:01Z',
        program: 'crond',
        priority: 'CLOCK.NOTICE',
        message: '(ann) CMD (/home/ann/bin/report --day yesterday)',
        extra: { PID: '5121' },
      },
      {
        line: '<78>Jan  2 03:05:01 web-1 /usr/sbin/cron[5122]: (*system*) RELOAD (/etc/cron.d/sync)',
        ts: '2026-01-02T03:05:01Z',
        program: '/usr/sbin/cron',
        priority: 'CLOCK.INFO',
        message: '(*system*) RELOAD (/etc/cron.d/sync)',
        extra: { PID: '5122' },
      },
      {
        line: '<86>Jan  2 03:05:01 web-1 CRON[5120]: pam_unix(cron:session): session closed for user root',
        ts: '2026-01-02T03:05:01Z',
        program: 'CRON',
        priority: 'AUTHPRIV.INFO',
        message: 'pam_unix(cron:session): session closed for user root',
        extra: { PID: '5120' },
      },
      {
        line: '<6>Jan  2 03:04:05 web-1 kernel: [12345.678901] eth0: Link is Up - 1Gbps/Full - flow control rx/tx',
        program: 'kernel',
        priority: 'KERN.INFO',
        message: '[12345.678901] eth0: Link is Up - 1Gbps/Full - flow control rx/tx',
      },
      {
        line: '<4>Jan  2 03:04:05 web-1 kernel: [12346.000001] [UFW BLOCK] IN=eth0 OUT= MAC=00:00:5e:00:53:01 SRC=198.51.100.23 DST=10.7.0.1 LEN=60 PROTO=TCP SPT=52214 DPT=22',
        program: 'kernel',
        priority: 'KERN.WARNING',
        message:
          '[12346.000001] [UFW BLOCK] IN=eth0 OUT= MAC=00:00:5e:00:53:01 SRC=198.51.100.23 DST=10.7.0.1 LEN=60 PROTO=TCP SPT=52214 DPT=22',
      },
      {
        line: '<3>Jan  2 03:04:05 web-1 kernel: Out of memory: Killed process 991 (java) total-vm:8388608kB',
        program: 'kernel',
        priority: 'KERN.ERROR',
        message: 'Out of memory: Killed process 991 (java) total-vm:8388608kB',
      },
      {
        line: '<2>Jan  2 03:04:05 db-1 kernel: EXT4-fs error (device sda1): ext4_find_entry:1436: inode #2: comm ls: reading directory lblock 0',
        host: 'db-1',
        program: 'kernel',
        priority: 'KERN.CRITICAL',
        message:
          'EXT4-fs error (device sda1): ext4_find_entry:1436: inode #2: comm ls: reading directory lblock 0',
      },
      {
        line: '<85>Jan  2 03:04:05 web-1 sudo:      ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/systemctl restart nginx',
        program: 'sudo',
        priority: 'AUTHPRIV.NOTICE',
        message:
          '     ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/systemctl restart nginx',
      },
      {
        line: '<86>Jan  2 03:04:05 web-1 sudo[6001]: pam_unix(sudo:session): session opened for user root(uid=0) by ann(uid=1000)',
        program: 'sudo',
        priority: 'AUTHPRIV.INFO',
        message: 'pam_unix(sudo:session): session opened for user root(uid=0) by ann(uid=1000)',
        extra: { PID: '6001' },
      },
      {
        line: '<30>Jan  2 03:04:05 web-1 systemd[1]: Started nginx.service - A high performance web server.',
        program: 'systemd',
        priority: 'DAEMON.INFO',
        message: 'Started nginx.service - A high performance web server.',
        extra: { PID: '1' },
      },
      {
        line: '<27>Jan  2 03:04:05 web-1 systemd[1]: backup.service: Main process exited, code=exited, status=1/FAILURE',
        program: 'systemd',
        priority: 'DAEMON.ERROR',
        message: 'backup.service: Main process exited, code=exited, status=1/FAILURE',
        extra: { PID: '1' },
      },
      {
        line: '<30>Jan  2 03:04:05 web-1 (sd-pam)[77]: pam_unix(systemd-user:session): session closed for user ann',
        program: '(sd-pam)',
        priority: 'DAEMON.INFO',
        message: 'pam_unix(systemd-user:session): session closed for user ann',
        extra: { PID: '77' },
      },
      {
        line: '<22>Jan  2 03:04:05 mail-1 postfix/smtpd[8001]: NOQUEUE: reject: RCPT from unknown[198.51.100.5]: 554 5.7.1 Service unavailable',
        host: 'mail-1',
        program: 'postfix/smtpd',
        priority: 'MAIL.INFO',
        message: 'NOQUEUE: reject: RCPT from unknown[198.51.100.5]: 554 5.7.1 Service unavailable',
        extra: { PID: '8001' },
      },
      {
        line: '<46>Jan  2 03:04:05 web-1 rsyslogd: [origin software="rsyslogd" swVersion="8.2302.0" x-pid="600"] start',
        program: 'rsyslogd',
        priority: 'SYSLOG.INFO',
        message: '[origin software="rsyslogd" swVersion="8.2302.0" x-pid="600"] start',
      },
    ],
  ],
]
