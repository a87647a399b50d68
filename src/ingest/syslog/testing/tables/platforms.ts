import type { Table } from '../row.ts'

/** Golden lines of Windows agents and VMware ESXi; see Table. */
export const platforms: readonly Table[] = [
  [
    'Windows agents',
    { host: 'WIN1', program: 'MSWinEventLog' },
    [
      {
        line: '<13>Jan  2 03:04:05 WIN1 MSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624\tMicrosoft-Windows-Security-Auditing\tACME\\ann\tN/A\tSuccess Audit\tWIN1\tLogon\t\tAn account was successfully logged on.\t9001',
        message:
          'MSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624\tMicrosoft-Windows-Security-Auditing\tACME\\ann\tN/A\tSuccess Audit\tWIN1\tLogon\t\tAn account was successfully logged on.\t9001',
      },
      {
        line: '<14>Jan  2 03:04:05 WIN1.acme.example Microsoft-Windows-Security-Auditing[780]: An account was logged off. Subject: Account Name: ann',
        host: 'WIN1.acme.example',
        program: 'Microsoft-Windows-Security-Auditing',
        priority: 'USER.INFO',
        message: 'An account was logged off. Subject: Account Name: ann',
        extra: { PID: '780' },
      },
      {
        line: '<13>1 2026-01-02T03:04:05.678901+01:00 WIN1 Microsoft-Windows-Service-Control-Manager 624 - [NXLOG@14506 EventID="7036" SourceName="Service Control Manager" Channel="System"] The Print Spooler service entered the stopped state.',
        ts: '2026-01-02T02:04:05.678901Z',
        program: 'Microsoft-Windows-Service-Control-Manager',
        message: 'The Print Spooler service entered the stopped state.',
        extra: {
          PID: '624',
          'SDATA.NXLOG@14506.EventID': '7036',
          'SDATA.NXLOG@14506.SourceName': 'Service Control Manager',
          'SDATA.NXLOG@14506.Channel': 'System',
        },
      },
      {
        line: "<11>Jan  2 03:04:05 WIN2 MSSQLSERVER[3001]: Login failed for user 'sa'. Reason: Password did not match. [CLIENT: 198.51.100.3]",
        host: 'WIN2',
        program: 'MSSQLSERVER',
        priority: 'USER.ERROR',
        message: "Login failed for user 'sa'. Reason: Password did not match. [CLIENT: 198.51.100.3]",
        extra: { PID: '3001' },
      },
      {
        line: '<13>Jan  2 03:04:05 WIN1 MSWinEventLog\t3\tSystem\t4712\tFri Jan 02 03:04:05 2026\t6008\tEventLog\tN/A\tN/A\tError\tWIN1\tNone\t\tThe previous system shutdown was unexpected.\t9002',
        message:
          'MSWinEventLog\t3\tSystem\t4712\tFri Jan 02 03:04:05 2026\t6008\tEventLog\tN/A\tN/A\tError\tWIN1\tNone\t\tThe previous system shutdown was unexpected.\t9002',
      },
    ],
  ],
  [
    'VMware ESXi',
    { ts: '2026-01-02T03:04:05.678Z', host: 'esx-1', priority: 'USER.INFO' },
    [
      {
        line: '<166>2026-01-02T03:04:05.678Z esx-1 Hostd: info hostd[2100735] [Originator@6876 sub=Vimsvc.ha-eventmgr] Event 4711 : User root@127.0.0.1 logged in',
        program: 'Hostd',
        priority: 'LOCAL4.INFO',
        message:
          'info hostd[2100735] [Originator@6876 sub=Vimsvc.ha-eventmgr] Event 4711 : User root@127.0.0.1 logged in',
      },
      {
        line: '<181>2026-01-02T03:04:05.678Z esx-1.example vmkernel: cpu3:2097563)ScsiDeviceIO: 4161: Cmd(0x45b) to dev "naa.600000" failed H:0x0 D:0x2 P:0x0',
        host: 'esx-1.example',
        program: 'vmkernel',
        priority: 'LOCAL6.NOTICE',
        message: 'cpu3:2097563)ScsiDeviceIO: 4161: Cmd(0x45b) to dev "naa.600000" failed H:0x0 D:0x2 P:0x0',
      },
      {
        line: '<14>2026-01-02T03:04:05.678Z esx-1 vobd: [scsiCorrelator] 1234567us: [vob.scsi.scsipath.pathstate.dead] scsiPath vmhba2:C0:T0:L1 changed state from on',
        program: 'vobd',
        message:
          '[scsiCorrelator] 1234567us: [vob.scsi.scsipath.pathstate.dead] scsiPath vmhba2:C0:T0:L1 changed state from on',
      },
      {
        line: '<167>2026-01-02T03:04:05.678Z esx-1 Vpxa: verbose vpxa[2101000] [Originator@6876 sub=hostdstats] Set internal stats',
        program: 'Vpxa',
        priority: 'LOCAL4.DEBUG',
        message: 'verbose vpxa[2101000] [Originator@6876 sub=hostdstats] Set internal stats',
      },
      {
        line: '<86>2026-01-02T03:04:05Z esx-1 sshd[2110000]: Connection from 10.8.0.4 port 50001',
        ts: '2026-01-02T03:04:05Z',
        program: 'sshd',
        priority: 'AUTHPRIV.INFO',
        message: 'Connection from 10.8.0.4 port 50001',
        extra: { PID: '2110000' },
      },
      {
        line: '<14>1 2026-01-02T03:04:05.678901+00:00 vc-1 vpxd 5001 - - Event [99] [1-1] [2026-01-02T03:04:05Z] [vim.event.UserLoginSessionEvent] [info]',
        ts: '2026-01-02T03:04:05.678901Z',
        host: 'vc-1',
        program: 'vpxd',
        message: 'Event [99] [1-1] [2026-01-02T03:04:05Z] [vim.event.UserLoginSessionEvent] [info]',
        extra: { PID: '5001' },
      },
    ],
  ],
]
