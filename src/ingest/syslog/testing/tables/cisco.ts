import type { Table } from '../row.ts'

/** Golden lines of Cisco devices; see Table. */
export const cisco: readonly Table[] = [
  [
    'IOS',
    { program: 'Cisco', priority: 'LOCAL7.NOTICE' },
    [
      {
        line: '<189>45: 000045: *Jan  2 03:04:03.423: %SYS-5-CONFIG_I: Configured from console by vty0 (198.51.100.9)',
        ts: '2026-01-02T03:04:03.423Z',
        message: '%SYS-5-CONFIG_I: Configured from console by vty0 (198.51.100.9)',
        mnemonic: 'SYS-5-CONFIG_I',
      },
      {
        line: '<189>45: *Mar  1 18:46:11.423: %SYS-5-CONFIG_I: Configured from console by console',
        ts: '2026-01-02T03:05:00Z',
        message: '%SYS-5-CONFIG_I: Configured from console by console',
        mnemonic: 'SYS-5-CONFIG_I',
      },
      {
        line: '<187>46: edge-sw-7: 000046: Jan  2 03:04:05.001: %LINK-3-UPDOWN: Interface GigabitEthernet1/0/3, changed state to down',
        ts: '2026-01-02T03:04:05.001Z',
        host: 'edge-sw-7',
        priority: 'LOCAL7.ERROR',
        message: '%LINK-3-UPDOWN: Interface GigabitEthernet1/0/3, changed state to down',
        mnemonic: 'LINK-3-UPDOWN',
      },
      {
        line: '<187>46: 10.20.0.7: Jan  2 03:04:05: %LINK-3-UPDOWN: Interface Gi1/0/3, changed state to up',
        host: '10.20.0.7',
        priority: 'LOCAL7.ERROR',
        message: '%LINK-3-UPDOWN: Interface Gi1/0/3, changed state to up',
        mnemonic: 'LINK-3-UPDOWN',
      },
      {
        line: '<189>47: .Jan  2 03:04:04.999 UTC: %LINEPROTO-5-UPDOWN: Line protocol on Interface Vlan20, changed state to up',
        ts: '2026-01-02T03:04:04.999Z',
        message: '%LINEPROTO-5-UPDOWN: Line protocol on Interface Vlan20, changed state to up',
        mnemonic: 'LINEPROTO-5-UPDOWN',
      },
      {
        line: '<188>48: Jan  2 04:04:05.100 CET: %SW_MATM-4-MACFLAP_NOTIF: Host 0000.5e00.5301 in vlan 20 is flapping between port Gi1/0/1 and port Gi1/0/2',
        ts: '2026-01-02T03:04:05.1Z',
        priority: 'LOCAL7.WARNING',
        message:
          '%SW_MATM-4-MACFLAP_NOTIF: Host 0000.5e00.5301 in vlan 20 is flapping between port Gi1/0/1 and port Gi1/0/2',
        mnemonic: 'SW_MATM-4-MACFLAP_NOTIF',
      },
      {
        line: '<189>49: 1w2d: %SYS-5-RESTART: System restarted --',
        ts: '2026-01-02T03:05:00Z',
        message: '%SYS-5-RESTART: System restarted --',
        mnemonic: 'SYS-5-RESTART',
      },
      {
        line: '<189>49: .1w2d: %SYS-5-RESTART: System restarted --',
        ts: '2026-01-02T03:05:00Z',
        message: '%SYS-5-RESTART: System restarted --',
        mnemonic: 'SYS-5-RESTART',
      },
      {
        line: '<189>50: 00:00:12: %LINK-5-CHANGED: Interface Vlan1, changed state to administratively down',
        ts: '2026-01-02T03:05:00Z',
        message: '%LINK-5-CHANGED: Interface Vlan1, changed state to administratively down',
        mnemonic: 'LINK-5-CHANGED',
      },
      {
        line: '<189>Jan  2 03:04:05 dist-1 51: 000051: *Jan  2 03:04:04.000: %OSPF-5-ADJCHG: Process 1, Nbr 10.20.0.1 on Vlan10 from LOADING to FULL, Loading Done',
        host: 'dist-1',
        message: '%OSPF-5-ADJCHG: Process 1, Nbr 10.20.0.1 on Vlan10 from LOADING to FULL, Loading Done',
        mnemonic: 'OSPF-5-ADJCHG',
      },
      {
        line: '<189>Jan  2 03:04:05 dist-1: %OSPF-5-ADJCHG: Process 1, Nbr 10.20.0.1 on Vlan10 from FULL to DOWN, Neighbor Down: Dead timer expired',
        host: 'dist-1',
        message:
          '%OSPF-5-ADJCHG: Process 1, Nbr 10.20.0.1 on Vlan10 from FULL to DOWN, Neighbor Down: Dead timer expired',
        mnemonic: 'OSPF-5-ADJCHG',
      },
      {
        line: '<190>52: Jan  2 2026 03:04:05.678: %SEC-6-IPACCESSLOGP: list EDGE-IN denied tcp 198.51.100.44(51514) -> 10.20.30.40(22), 1 packet',
        ts: '2026-01-02T03:04:05.678Z',
        priority: 'LOCAL7.INFO',
        message:
          '%SEC-6-IPACCESSLOGP: list EDGE-IN denied tcp 198.51.100.44(51514) -> 10.20.30.40(22), 1 packet',
        mnemonic: 'SEC-6-IPACCESSLOGP',
      },
      {
        line: '<189>%SYS-5-CONFIG_I: Configured from console by admin',
        ts: '2026-01-02T03:05:00Z',
        message: '%SYS-5-CONFIG_I: Configured from console by admin',
        mnemonic: 'SYS-5-CONFIG_I',
      },
      {
        line: '<191>53: Jan  2 03:04:05.001: debug text without a mnemonic',
        ts: '2026-01-02T03:04:05.001Z',
        priority: 'LOCAL7.DEBUG',
        message: 'debug text without a mnemonic',
      },
    ],
  ],
  [
    'IOS XE, IOS XR, NX-OS, wireless',
    { ts: '2026-01-02T03:04:05.678Z', program: 'Cisco', priority: 'LOCAL7.NOTICE' },
    [
      {
        line: '<189>54: core-1: Jan  2 03:04:05.678 UTC: %BGP-5-ADJCHANGE: neighbor 203.0.113.2 Up',
        host: 'core-1',
        message: '%BGP-5-ADJCHANGE: neighbor 203.0.113.2 Up',
        mnemonic: 'BGP-5-ADJCHANGE',
      },
      {
        line: '<187>55: Jan  2 03:04:05.678: %PLATFORM-3-ELEMENT_CRITICAL: R0/0: smand: RP/0: Used Memory value 96% exceeds critical level 95%',
        priority: 'LOCAL7.ERROR',
        message:
          '%PLATFORM-3-ELEMENT_CRITICAL: R0/0: smand: RP/0: Used Memory value 96% exceeds critical level 95%',
        mnemonic: 'PLATFORM-3-ELEMENT_CRITICAL',
      },
      {
        line: '<189>56: xr-1 RP/0/RSP0/CPU0:Jan  2 03:04:05.678 UTC: ifmgr[269]: %PKT_INFRA-LINK-3-UPDOWN : Interface TenGigE0/0/0/1, changed state to Down',
        host: 'xr-1',
        message: '%PKT_INFRA-LINK-3-UPDOWN : Interface TenGigE0/0/0/1, changed state to Down',
        mnemonic: 'PKT_INFRA-LINK-3-UPDOWN',
        extra: { PID: '269', PROCESS: 'ifmgr' },
      },
      {
        line: '<189>: 2026 Jan  2 03:04:05 UTC: %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up in mode trunk',
        ts: '2026-01-02T03:04:05Z',
        message: '%ETHPORT-5-IF_UP: Interface Ethernet1/1 is up in mode trunk',
        mnemonic: 'ETHPORT-5-IF_UP',
      },
      {
        line: '<189>: 2026 Jan  2 04:04:05.678 CET: %ETHPORT-5-IF_DOWN_LINK_FAILURE: Interface Ethernet1/2 is down (Link failure)',
        message: '%ETHPORT-5-IF_DOWN_LINK_FAILURE: Interface Ethernet1/2 is down (Link failure)',
        mnemonic: 'ETHPORT-5-IF_DOWN_LINK_FAILURE',
      },
      {
        line: '<187>: n9k-1: 2026 Jan  2 03:04:05 UTC: %$VDC-1$ %VPC-3-PEER_KEEP_ALIVE_RECV_FAIL: In domain 10, VPC peer keep-alive receive has failed',
        ts: '2026-01-02T03:04:05Z',
        host: 'n9k-1',
        priority: 'LOCAL7.ERROR',
        message: '%VPC-3-PEER_KEEP_ALIVE_RECV_FAIL: In domain 10, VPC peer keep-alive receive has failed',
        mnemonic: 'VPC-3-PEER_KEEP_ALIVE_RECV_FAIL',
      },
      {
        line: '<189>2026 Jan  2 03:04:05 n9k-2 %VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by admin on 198.51.100.9@pts/0',
        ts: '2026-01-02T03:04:05Z',
        host: 'n9k-2',
        message: '%VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty by admin on 198.51.100.9@pts/0',
        mnemonic: 'VSHD-5-VSHD_SYSLOG_CONFIG_I',
      },
      {
        line: '<131>wlc1: *Dot1x_NW_MsgTask_0: Jan 02 03:04:05.678: %DOT1X-3-MAX_EAP_RETRIES: 1x_auth_pae.c:4000 Max EAP identity request retries (3) exceeded for client 00:00:5e:00:53:07',
        host: 'wlc1',
        priority: 'LOCAL0.ERROR',
        message:
          '%DOT1X-3-MAX_EAP_RETRIES: 1x_auth_pae.c:4000 Max EAP identity request retries (3) exceeded for client 00:00:5e:00:53:07',
        mnemonic: 'DOT1X-3-MAX_EAP_RETRIES',
      },
    ],
  ],
  [
    'ASA and Firepower',
    { program: 'Cisco', priority: 'LOCAL4.INFO' },
    [
      {
        line: '<166>Jan 02 2026 03:04:05 fw-1 : %ASA-6-302013: Built outbound TCP connection 4711 for outside:203.0.113.80/443 (203.0.113.80/443) to inside:10.1.1.5/51000 (198.51.100.1/51000)',
        host: 'fw-1',
        message:
          '%ASA-6-302013: Built outbound TCP connection 4711 for outside:203.0.113.80/443 (203.0.113.80/443) to inside:10.1.1.5/51000 (198.51.100.1/51000)',
        mnemonic: 'ASA-6-302013',
      },
      {
        line: '<166>Jan 02 2026 03:04:05: %ASA-6-302014: Teardown TCP connection 4711 for outside:203.0.113.80/443 to inside:10.1.1.5/51000 duration 0:00:30 bytes 5120 TCP FINs',
        message:
          '%ASA-6-302014: Teardown TCP connection 4711 for outside:203.0.113.80/443 to inside:10.1.1.5/51000 duration 0:00:30 bytes 5120 TCP FINs',
        mnemonic: 'ASA-6-302014',
      },
      {
        line: '<164>Jan 02 2026 03:04:05 fw-1 %ASA-4-106023: Deny tcp src outside:198.51.100.99/40000 dst inside:10.1.1.5/3389 by access-group "OUT_IN" [0x0, 0x0]',
        host: 'fw-1',
        priority: 'LOCAL4.WARNING',
        message:
          '%ASA-4-106023: Deny tcp src outside:198.51.100.99/40000 dst inside:10.1.1.5/3389 by access-group "OUT_IN" [0x0, 0x0]',
        mnemonic: 'ASA-4-106023',
      },
      {
        line: '<166>%ASA-6-305011: Built dynamic TCP translation from inside:10.1.1.5/51000 to outside:198.51.100.1/51000',
        ts: '2026-01-02T03:05:00Z',
        message:
          '%ASA-6-305011: Built dynamic TCP translation from inside:10.1.1.5/51000 to outside:198.51.100.1/51000',
        mnemonic: 'ASA-6-305011',
      },
      {
        line: '<166>:Jan 02 03:04:05 UTC: %ASA-session-6-302013: Built inbound TCP connection 4712 for outside:198.51.100.7/5000 (198.51.100.7/5000) to dmz:10.2.0.8/25 (203.0.113.8/25)',
        message:
          '%ASA-session-6-302013: Built inbound TCP connection 4712 for outside:198.51.100.7/5000 (198.51.100.7/5000) to dmz:10.2.0.8/25 (203.0.113.8/25)',
        mnemonic: 'ASA-session-6-302013',
      },
      {
        line: '<166>2026-01-02T03:04:05Z fw-2 : %ASA-6-302016: Teardown UDP connection 99 for outside:203.0.113.53/53 to inside:10.1.1.5/5353 duration 0:02:01 bytes 312',
        host: 'fw-2',
        message:
          '%ASA-6-302016: Teardown UDP connection 99 for outside:203.0.113.53/53 to inside:10.1.1.5/5353 duration 0:02:01 bytes 312',
        mnemonic: 'ASA-6-302016',
      },
      {
        line: '<113>2026-01-02T03:04:05Z  : %FTD-1-430003: DeviceUUID: 00000000-0000-0000-0000-000000000001, AccessControlRuleAction: Allow',
        priority: 'ALERT.ALERT',
        message:
          '%FTD-1-430003: DeviceUUID: 00000000-0000-0000-0000-000000000001, AccessControlRuleAction: Allow',
        mnemonic: 'FTD-1-430003',
      },
      {
        // A colon before the timestamp, and none after a host.
        line: '<113>:2026-01-02T03:04:05Z  : %FTD-1-430003: AccessControlRuleAction: Allow',
        priority: 'ALERT.ALERT',
        message: '%FTD-1-430003: AccessControlRuleAction: Allow',
        mnemonic: 'FTD-1-430003',
      },
      {
        line: '<163>Jan 02 2026 03:04:05 fw-1 : %ASA-3-710003: TCP access denied by ACL from 198.51.100.99/40001 to outside:198.51.100.1/22',
        host: 'fw-1',
        priority: 'LOCAL4.ERROR',
        message:
          '%ASA-3-710003: TCP access denied by ACL from 198.51.100.99/40001 to outside:198.51.100.1/22',
        mnemonic: 'ASA-3-710003',
      },
      {
        line: '<166>1 2026-01-02T03:04:05Z fw-3 - - - - %ASA-6-113039: Group <Staff> User <ann> IP <198.51.100.70> AnyConnect parent session started.',
        host: 'fw-3',
        message:
          '%ASA-6-113039: Group <Staff> User <ann> IP <198.51.100.70> AnyConnect parent session started.',
        mnemonic: 'ASA-6-113039',
      },
      {
        line: "%ASA-5-111008: User 'admin' executed the 'write memory' command.",
        ts: '2026-01-02T03:05:00Z',
        priority: 'USER.NOTICE',
        message: "%ASA-5-111008: User 'admin' executed the 'write memory' command.",
        mnemonic: 'ASA-5-111008',
      },
    ],
  ],
  [
    'no mnemonics',
    { host: 'h', program: 'a' },
    [
      { line: '<13>Jan  2 03:04:05 h a: 50%-5-off: a sale', message: '50%-5-off: a sale' },
      { line: '<13>Jan  2 03:04:05 h a: %lower-5-case: x', message: '%lower-5-case: x' },
      { line: '<13>Jan  2 03:04:05 h %ABC-8-NO: severity 8', program: '%ABC-8-NO', message: 'severity 8' },
      {
        line: '<13>Jan  2 03:04:05 h %ABC-3-: nothing behind',
        program: '%ABC-3-',
        message: 'nothing behind',
      },
    ],
  ],
]
