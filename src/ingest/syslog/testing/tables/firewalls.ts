import type { Table } from '../row.ts'

/** Golden lines of firewalls; see Table. */
export const firewalls: readonly Table[] = [
  [
    'Juniper Junos',
    { host: 'mx-1', program: 'RT_FLOW', priority: 'DAEMON.NOTICE' },
    [
      {
        line: '<14>1 2026-01-02T03:04:05.678Z srx-1 RT_FLOW - RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.129 source-address="10.3.0.5" source-port="51000" destination-address="203.0.113.9" destination-port="443" service-name="junos-https" policy-name="trust-out"]',
        ts: '2026-01-02T03:04:05.678Z',
        host: 'srx-1',
        priority: 'USER.INFO',
        mnemonic: 'RT_FLOW_SESSION_CREATE',
        message:
          'RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.129 source-address="10.3.0.5" source-port="51000" destination-address="203.0.113.9" destination-port="443" service-name="junos-https" policy-name="trust-out"]',
        extra: {
          MSGID: 'RT_FLOW_SESSION_CREATE',
          'SDATA.junos@2636.1.1.1.2.129.source-address': '10.3.0.5',
          'SDATA.junos@2636.1.1.1.2.129.source-port': '51000',
          'SDATA.junos@2636.1.1.1.2.129.destination-address': '203.0.113.9',
          'SDATA.junos@2636.1.1.1.2.129.destination-port': '443',
          'SDATA.junos@2636.1.1.1.2.129.service-name': 'junos-https',
          'SDATA.junos@2636.1.1.1.2.129.policy-name': 'trust-out',
        },
      },
      {
        line: '<14>1 2026-01-02T04:04:05.678+01:00 srx-1 RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1.1.1.2.129 source-address="198.51.100.4" reason="policy deny"] session denied 198.51.100.4/4000->10.3.0.9/22',
        ts: '2026-01-02T03:04:05.678Z',
        host: 'srx-1',
        priority: 'USER.INFO',
        mnemonic: 'RT_FLOW_SESSION_DENY',
        message: 'session denied 198.51.100.4/4000->10.3.0.9/22',
        extra: {
          MSGID: 'RT_FLOW_SESSION_DENY',
          'SDATA.junos@2636.1.1.1.2.129.source-address': '198.51.100.4',
          'SDATA.junos@2636.1.1.1.2.129.reason': 'policy deny',
        },
      },
      {
        line: '<165>1 2026-01-02T03:04:05.678Z mx-1 mgd 3046 UI_DBASE_LOGOUT_EVENT [junos@2636.1.1.1.2.18 username="ann"] User \'ann\' exiting configuration mode',
        ts: '2026-01-02T03:04:05.678Z',
        program: 'mgd',
        priority: 'LOCAL4.NOTICE',
        mnemonic: 'UI_DBASE_LOGOUT_EVENT',
        message: "User 'ann' exiting configuration mode",
        extra: { PID: '3046', MSGID: 'UI_DBASE_LOGOUT_EVENT', 'SDATA.junos@2636.1.1.1.2.18.username': 'ann' },
      },
      {
        line: '<28>Jan  2 03:04:05 mx-1 rpd[1432]: RPD_OSPF_NBRDOWN: OSPF neighbor 10.9.0.2 (realm ospf-v2 ge-0/0/1.0 area 0.0.0.0) state changed from Full to Down',
        program: 'rpd',
        priority: 'DAEMON.WARNING',
        message:
          'RPD_OSPF_NBRDOWN: OSPF neighbor 10.9.0.2 (realm ospf-v2 ge-0/0/1.0 area 0.0.0.0) state changed from Full to Down',
        extra: { PID: '1432' },
      },
      {
        line: '<29>Jan  2 03:04:05 mx-1 /kernel: ge-0/0/3: link down',
        program: '/kernel',
        message: 'ge-0/0/3: link down',
      },
      {
        line: '<29>Jan  2 03:04:05 ex-2 chassisd[1200]: CHASSISD_FAN_FAILURE: Fan Tray 0 failed',
        host: 'ex-2',
        program: 'chassisd',
        message: 'CHASSISD_FAN_FAILURE: Fan Tray 0 failed',
        extra: { PID: '1200' },
      },
      {
        line: '<29>Jan  2 03:04:05  mx-1 fpc0 PFE: Detected error, clear it',
        program: 'fpc0',
        message: 'PFE: Detected error, clear it',
      },
    ],
  ],
  [
    'FortiGate',
    { host: 'FG1', program: 'FortiGate' },
    [
      {
        line: '<189>date=2026-01-02 time=04:04:05 devname="FG1" devid="FGT0000000001" eventtime=1767323045123456789 tz="+0100" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=10.4.0.5 dstip=203.0.113.7 action="accept"',
        ts: '2026-01-02T03:04:05.123456Z',
        priority: 'LOCAL7.NOTICE',
        message:
          'date=2026-01-02 time=04:04:05 devname="FG1" devid="FGT0000000001" eventtime=1767323045123456789 tz="+0100" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=10.4.0.5 dstip=203.0.113.7 action="accept"',
      },
      {
        line: '<189>date=2026-01-02 time=04:04:05 devname=FG1 devid=FGT0000000001 logid=0100032001 type=event subtype=system level=information tz=+0100 msg="Administrator ann logged in"',
        priority: 'LOCAL7.NOTICE',
        message:
          'date=2026-01-02 time=04:04:05 devname=FG1 devid=FGT0000000001 logid=0100032001 type=event subtype=system level=information tz=+0100 msg="Administrator ann logged in"',
      },
      {
        line: '<188>date=2026-01-02 time=03:04:05 devname="FG 2" devid="FGT0000000002" eventtime=1767323045 logid="0419016384" type="utm" subtype="ips" level="alert"',
        host: 'FG 2',
        priority: 'LOCAL7.WARNING',
        message:
          'date=2026-01-02 time=03:04:05 devname="FG 2" devid="FGT0000000002" eventtime=1767323045 logid="0419016384" type="utm" subtype="ips" level="alert"',
      },
      {
        line: '<188>date=2026-01-02 time=03:04:05 logid="0000000020" type="traffic" subtype="local" level="notice"',
        host: '192.0.2.7',
        priority: 'LOCAL7.WARNING',
        message:
          'date=2026-01-02 time=03:04:05 logid="0000000020" type="traffic" subtype="local" level="notice"',
      },
      {
        line: '<189>Jan  2 03:04:06 relay-1 date=2026-01-02 time=03:04:05 devname="FG1" type="traffic" subtype="forward"',
        ts: '2026-01-02T03:04:06Z',
        priority: 'LOCAL7.NOTICE',
        message: 'date=2026-01-02 time=03:04:05 devname="FG1" type="traffic" subtype="forward"',
      },
      {
        line: 'date=2026-01-02 time=03:04:05 devname="FG1" type="event" subtype="vpn"',
        message: 'date=2026-01-02 time=03:04:05 devname="FG1" type="event" subtype="vpn"',
      },
      {
        line: '<13>date=tomorrow time=noon',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        program: 'date=tomorrow',
        message: 'time=noon',
      },
    ],
  ],
  [
    'Palo Alto',
    { host: 'PA-1', program: 'PaloAlto_Traffic', priority: 'USER.INFO' },
    [
      {
        line: '<14>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,2561,2026/01/02 03:04:05,10.5.0.5,203.0.113.20,198.51.100.1,203.0.113.20,allow-web,acme\\ann,,web-browsing,vsys1,trust,untrust,ethernet1/2,ethernet1/1,fwd,2026/01/02 03:04:05,1001,1,51000,443,0,0,0x19,tcp,allow',
        message:
          '1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,2561,2026/01/02 03:04:05,10.5.0.5,203.0.113.20,198.51.100.1,203.0.113.20,allow-web,acme\\ann,,web-browsing,vsys1,trust,untrust,ethernet1/2,ethernet1/1,fwd,2026/01/02 03:04:05,1001,1,51000,443,0,0,0x19,tcp,allow',
      },
      {
        line: '<12>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,THREAT,vulnerability,2561,2026/01/02 03:04:05,198.51.100.4,10.5.0.9',
        program: 'PaloAlto_Threat',
        priority: 'USER.WARNING',
        message:
          '1,2026/01/02 03:04:05,000000000001,THREAT,vulnerability,2561,2026/01/02 03:04:05,198.51.100.4,10.5.0.9',
      },
      {
        line: '<14>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,SYSTEM,general,0,2026/01/02 03:04:05,,general,,0,0,general,informational,"User ann logged in via Web from 10.5.0.5 using https"',
        program: 'PaloAlto_System',
        message:
          '1,2026/01/02 03:04:05,000000000001,SYSTEM,general,0,2026/01/02 03:04:05,,general,,0,0,general,informational,"User ann logged in via Web from 10.5.0.5 using https"',
      },
      {
        line: '<14>Jan  2 03:04:05 1,2026/01/02 03:04:05,000000000001,CONFIG,0,0,2026/01/02 03:04:05,10.5.0.5,,edit,ann,Web,Succeeded',
        host: '192.0.2.7',
        program: 'PaloAlto_Config',
        message:
          '1,2026/01/02 03:04:05,000000000001,CONFIG,0,0,2026/01/02 03:04:05,10.5.0.5,,edit,ann,Web,Succeeded',
      },
      {
        line: '<14>1,2026/01/02 03:04:05,000000000001,GLOBALPROTECT,0,2561,2026/01/02 03:04:05,vsys1,gateway-connected',
        ts: '2026-01-02T03:05:00Z',
        host: '192.0.2.7',
        program: 'PaloAlto_GlobalProtect',
        message:
          '1,2026/01/02 03:04:05,000000000001,GLOBALPROTECT,0,2561,2026/01/02 03:04:05,vsys1,gateway-connected',
      },
      {
        line: '<14>1 2026-01-02T03:04:05Z PA-1 - - - - 1,2026/01/02 03:04:05,000000000001,TRAFFIC,start,2561',
        message: '1,2026/01/02 03:04:05,000000000001,TRAFFIC,start,2561',
      },
      {
        line: '<14>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,NEWTYPE,x,0',
        program: 'PaloAlto',
        message: '1,2026/01/02 03:04:05,000000000001,NEWTYPE,x,0',
      },
    ],
  ],
  [
    'pfSense, OPNsense',
    { program: 'filterlog', priority: 'LOCAL0.INFO' },
    [
      {
        line: '<134>Jan  2 03:04:05 filterlog[31415]: 5,,,1000000103,igb0,match,block,in,4,0x0,,64,12345,0,DF,6,tcp,60,198.51.100.4,10.6.0.1,40000,22,0,S,1234567890,,64240,,mss',
        message:
          '5,,,1000000103,igb0,match,block,in,4,0x0,,64,12345,0,DF,6,tcp,60,198.51.100.4,10.6.0.1,40000,22,0,S,1234567890,,64240,,mss',
        extra: { PID: '31415' },
      },
      {
        line: '<134>Jan  2 03:04:05 pf-1 filterlog[31415]: 6,,,1000000104,igb0,match,block,in,6,0x00,0x00000,255,UDP,17,50,2001:db8::7,2001:db8::1,5353,5353,50',
        host: 'pf-1',
        message:
          '6,,,1000000104,igb0,match,block,in,6,0x00,0x00000,255,UDP,17,50,2001:db8::7,2001:db8::1,5353,5353,50',
        extra: { PID: '31415' },
      },
      {
        line: '<134>Jan  2 03:04:05 pf-1.example filterlog: 9,,,02f4bab031b57d1e30553ce08e0ec131,igb1,match,pass,out,4,0x0,,64,1,0,none,1,icmp,84,10.6.0.5,203.0.113.1,request,1,2',
        host: 'pf-1.example',
        message:
          '9,,,02f4bab031b57d1e30553ce08e0ec131,igb1,match,pass,out,4,0x0,,64,1,0,none,1,icmp,84,10.6.0.5,203.0.113.1,request,1,2',
      },
      {
        line: '<134>1 2026-01-02T03:04:05.678901+01:00 pf-1.example filterlog 31415 - - 5,,,1000000103,igb0,match,block,in,4,0x0,,64,12345,0,DF,6,tcp,60,198.51.100.4,10.6.0.1,40000,22',
        ts: '2026-01-02T02:04:05.678901Z',
        host: 'pf-1.example',
        message:
          '5,,,1000000103,igb0,match,block,in,4,0x0,,64,12345,0,DF,6,tcp,60,198.51.100.4,10.6.0.1,40000,22',
        extra: { PID: '31415' },
      },
      {
        line: '<38>Jan  2 03:04:05 sshd[55123]: Accepted publickey for admin from 10.6.0.9 port 51515 ssh2: ED25519 SHA256:AAAA',
        program: 'sshd',
        priority: 'AUTH.INFO',
        message: 'Accepted publickey for admin from 10.6.0.9 port 51515 ssh2: ED25519 SHA256:AAAA',
        extra: { PID: '55123' },
      },
    ],
  ],
  [
    'others',
    { priority: 'LOCAL0.INFO' },
    [
      {
        line: '<134>id=firewall sn=000000000001 time="2026-01-02 03:04:05 UTC" fw=198.51.100.1 pri=6 c=262144 m=98 msg="Connection Opened"',
        program: 'id=firewall',
        message:
          'sn=000000000001 time="2026-01-02 03:04:05 UTC" fw=198.51.100.1 pri=6 c=262144 m=98 msg="Connection Opened"',
      },
      {
        line: '<134>1 2026-01-02T03:04:05Z gw-1 CheckPoint 12345 - [action:"Accept"; flags:"411908"; ifdir:"inbound"; src:"198.51.100.4"]',
        host: 'gw-1',
        program: 'CheckPoint',
        message: '[action:"Accept"; flags:"411908"; ifdir:"inbound"; src:"198.51.100.4"]',
        extra: { PID: '12345' },
      },
      {
        line: '<189>Jan  2 2026 03:04:05 hw-1 %%01IFNET/4/IF_STATE(l)[5]:Interface GigabitEthernet0/0/1 has turned into DOWN state.',
        host: 'hw-1',
        program: '%%01IFNET/4/IF_STATE(l)',
        priority: 'LOCAL7.NOTICE',
        message: 'Interface GigabitEthernet0/0/1 has turned into DOWN state.',
        extra: { PID: '5' },
      },
    ],
  ],
]
