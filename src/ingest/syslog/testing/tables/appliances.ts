import type { Table } from '../row.ts'

/** Golden lines of UniFi, MikroTik and Synology devices; see Table. */
export const appliances: readonly Table[] = [
  [
    'UniFi',
    { priority: 'DAEMON.INFO' },
    [
      {
        line: '<30>Jan 2 03:04:05 ("U7PG2,b4fbe4000000,v4.3.20.11298") hostapd: ath0: STA 00:00:5e:00:53:11 IEEE 802.11: associated',
        program: 'hostapd',
        message: 'ath0: STA 00:00:5e:00:53:11 IEEE 802.11: associated',
        extra: { MODEL: 'U7PG2', MAC: 'b4fbe4000000', VERSION: 'v4.3.20.11298' },
      },
      {
        line: '<30>Jan  2 03:04:05 ("U7PG2,b4fbe4000000,v4.3.20.11298") mcad[1203]: ace_reporter.reporter_fail(): Unable to resolve',
        program: 'mcad',
        message: 'ace_reporter.reporter_fail(): Unable to resolve',
        extra: { MODEL: 'U7PG2', MAC: 'b4fbe4000000', VERSION: 'v4.3.20.11298', PID: '1203' },
      },
      {
        line: '<30>Jan  2 03:04:05 U6-Lite b4fbe4000001,U6-Lite-6.5.28+14491: hostapd[1234]: ath0: STA 00:00:5e:00:53:12 DRIVER: Sead AUTH addr',
        host: 'U6-Lite',
        program: 'hostapd',
        message: 'ath0: STA 00:00:5e:00:53:12 DRIVER: Sead AUTH addr',
        extra: { MAC: 'b4fbe4000001', MODEL: 'U6-Lite-6.5.28+14491', PID: '1234' },
      },
      {
        line: '<30>Jan  2 03:04:05 b4fbe4000001,U6-Lite-6.5.28+14491: stahtd[99]: [STA-TRACKER].stahtd_dump_event(): {"message_type":"STA_ASSOC_TRACKER"}',
        program: 'stahtd',
        message: '[STA-TRACKER].stahtd_dump_event(): {"message_type":"STA_ASSOC_TRACKER"}',
        extra: { MAC: 'b4fbe4000001', MODEL: 'U6-Lite-6.5.28+14491', PID: '99' },
      },
      {
        line: '<28>Jan  2 03:04:05 UDM-Pro kernel: [WAN_LOCAL-default-D]IN=eth8 OUT= SRC=198.51.100.4 DST=203.0.113.1',
        host: 'UDM-Pro',
        program: 'kernel',
        priority: 'DAEMON.WARNING',
        message: '[WAN_LOCAL-default-D]IN=eth8 OUT= SRC=198.51.100.4 DST=203.0.113.1',
      },
      {
        line: '<13>Jan  2 03:04:05 UDM-Pro CEF:0|Ubiquiti|UniFi Network|9.0.1|400|WiFi Client Connected|1|UNIFIclientMac=00:00:5e:00:53:13',
        host: 'UDM-Pro',
        program: 'CEF',
        priority: 'USER.NOTICE',
        message:
          '0|Ubiquiti|UniFi Network|9.0.1|400|WiFi Client Connected|1|UNIFIclientMac=00:00:5e:00:53:13',
      },
      { line: '<30>Jan 2 03:04:05 ("broken', message: '("broken' },
    ],
  ],
  [
    'MikroTik',
    { host: 'rb-1', program: 'MikroTik', priority: 'DAEMON.INFO' },
    [
      {
        line: '<30>Jan  2 03:04:05 rb-1 system,info,account user admin logged in from 10.9.0.5 via winbox',
        message: 'system,info,account user admin logged in from 10.9.0.5 via winbox',
      },
      {
        line: '<30>system,error,critical login failure for user root from 198.51.100.4 via ssh',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        message: 'system,error,critical login failure for user root from 198.51.100.4 via ssh',
      },
      {
        line: '<30>Jan  2 03:04:05 rb-1 dhcp,info lan assigned 10.9.0.77 for 00:00:5E:00:53:14 phone',
        message: 'dhcp,info lan assigned 10.9.0.77 for 00:00:5E:00:53:14 phone',
      },
      {
        line: '<134>Jan  2 03:04:05 rb-1 firewall,info drop-in input: in:ether1 out:(unknown 0), proto TCP (SYN), 198.51.100.4:40000->203.0.113.1:23, len 40',
        priority: 'LOCAL0.INFO',
        message:
          'firewall,info drop-in input: in:ether1 out:(unknown 0), proto TCP (SYN), 198.51.100.4:40000->203.0.113.1:23, len 40',
      },
      { line: '<30>Jan  2 03:04:05 rb-1 one,two three', program: 'one,two', message: 'three' },
    ],
  ],
  [
    'Synology',
    { host: 'nas-1', program: 'System' },
    [
      {
        line: '<14>Jan  2 03:04:05 nas-1 Connection: User [ann] from [10.10.0.5] logged in successfully via [DSM].',
        program: 'Connection',
        priority: 'USER.INFO',
        message: 'User [ann] from [10.10.0.5] logged in successfully via [DSM].',
      },
      {
        line: '<13>Jan  2 03:04:05 nas-1 WinFileService Event: read, Path: /photo/1.jpg, File/Folder: File, Size: 2.00 MB, User: ann, IP: 10.10.0.5',
        program: 'WinFileService',
        message:
          'Event: read, Path: /photo/1.jpg, File/Folder: File, Size: 2.00 MB, User: ann, IP: 10.10.0.5',
      },
      {
        line: '<11>1 2026-01-02T03:04:05+01:00 nas-1 System - - - Volume 1 has crashed.',
        ts: '2026-01-02T02:04:05Z',
        priority: 'USER.ERROR',
        message: 'Volume 1 has crashed.',
      },
      {
        line: '<14>Jan  2 03:04:05 nas-1 synoscheduler[3021]: Scheduled task [backup] finished',
        program: 'synoscheduler',
        priority: 'USER.INFO',
        message: 'Scheduled task [backup] finished',
        extra: { PID: '3021' },
      },
      {
        line: '<12>Jan  2 03:04:05 nas-1 System SYSTEM: Fan on NAS is malfunctioning',
        priority: 'USER.WARNING',
        message: 'SYSTEM: Fan on NAS is malfunctioning',
      },
    ],
  ],
]
