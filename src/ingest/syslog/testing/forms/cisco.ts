/** Cisco, and network operating systems that write as IOS does. */
export const cisco = `
# Cisco IOS
<189>1005: Jan  2 03:04:05.000 UTC: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 04:04:05.000 MEZ: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 03:04:05.000 Berlin: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 03:04:05.000 utc: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: *Jan  2 03:04:05.000 XYZ: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 04:04:05.000 UTC+1: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 10:34:05.000 UTC+07:30: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 08:34:05.000 UTC+0530: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 00:04:05.000 GMT-03: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<189>1005: Jan  2 04:04:05.000 +01:00: %SYS-5-CONFIG_I: Configured from console by vty0
= - | Cisco | notice | | SYS-5-CONFIG_I
<187>45: R1: 000045: *Jan  2 03:04:05.423: %LINK-3-UPDOWN: Interface Gi0/1, changed state to down
= R1 | Cisco | error | 2026-01-02T03:04:05.423Z | LINK-3-UPDOWN
<189>46: 192.0.2.9: 000046: Jan  2 03:04:05: %SYS-5-RESTART: System restarted
= 192.0.2.9 | Cisco | notice | | SYS-5-RESTART
<189>47: 1w2d: %SYS-5-RESTART: System restarted
= - | Cisco | notice | now | SYS-5-RESTART
<189>48: .Jan  2 03:04:05.423 CET: %SYS-5-RESTART: System restarted
= - | Cisco | notice | 2026-01-02T02:04:05.423Z | SYS-5-RESTART
<190>Jan  2 03:04:05 192.0.2.45 sw01: 2008: Jan 02 2026 03:04:03.398 UTC: %SEC-6-IPACCESSLOGP: list 101 denied tcp
= 192.0.2.45 | Cisco | info | | SEC-6-IPACCESSLOGP
<190>2026-01-02T03:04:05Z 192.0.2.45 sw01: 2008: Jan 02 2026 03:04:03.398 UTC: %SEC-6-IPACCESSLOGP: list 101 denied tcp
= 192.0.2.45 | Cisco | info | | SEC-6-IPACCESSLOGP
<189>Jan  2 03:04:05 sw-1 2008: sw-1: Jan  2 03:04:03.398: %SYS-5-CONFIG_I: Configured
= sw-1 | Cisco | notice | | SYS-5-CONFIG_I
<189>Jan  2 03:04:05 router: %SYS-5-CONFIG_I: Configured from console
= router | Cisco | notice | | SYS-5-CONFIG_I
<191>1010: Jan  2 03:04:05.123: IP ARP: sent req src 192.0.2.1
= - | Cisco | debug | 2026-01-02T03:04:05.123Z
<189>Jan  2 03:04:05 XYZ: %SYS-5-CONFIG_I: Configured from console
= - | Cisco | notice | | SYS-5-CONFIG_I
# Cisco IOS XE
<189>77: edge-1: Jan  2 03:04:05.123 UTC: %SYS-5-CONFIG_P: Configured programmatically by process
= edge-1 | Cisco | notice | 2026-01-02T03:04:05.123Z | SYS-5-CONFIG_P
<186>78: edge-1: Jan  2 03:04:05.123 CEST: %IOSXE-2-PLATFORM: R0/0: kernel: panic
= edge-1 | Cisco | critical | 2026-01-02T01:04:05.123Z | IOSXE-2-PLATFORM
<189>1 2026-01-02T03:04:05.123Z edge-1 - - - - %SYS-5-CONFIG_I: Configured
= edge-1 | Cisco | notice | 2026-01-02T03:04:05.123Z | SYS-5-CONFIG_I
# Cisco Catalyst 9800
<188>99: wlc-9: Jan  2 03:04:05.123 UTC: %CLIENT_ORCH_LOG-4-ADD_TO_BLACKLIST_REASON: Chassis 1 R0/0: wncd: client
= wlc-9 | Cisco | warning | 2026-01-02T03:04:05.123Z | CLIENT_ORCH_LOG-4-ADD_TO_BLACKLIST_REASON
# Cisco IOS XR
<189>12: RP/0/RP4/CPU3:Jan  2 03:04:05.000 : SSHD_[65935]: %SECURITY-SSHD-6-INFO_GENERAL : Client closes
= - | Cisco | notice | | SECURITY-SSHD-6-INFO_GENERAL
<190>RP/0/RP4/CPU3:Jan  2 03:04:05 : SSHD_[65935]: %SECURITY-SSHD-6-INFO_GENERAL : Client closes
= - | Cisco | info | | SECURITY-SSHD-6-INFO_GENERAL
<189>13: xr-1 RP/0/RSP0/CPU0:Jan  2 03:04:05.678 UTC: ifmgr[269]: %PKT_INFRA-LINK-3-UPDOWN : Interface changed
= xr-1 | Cisco | notice | 2026-01-02T03:04:05.678Z | PKT_INFRA-LINK-3-UPDOWN
<189>14: xr-1 RP/0/RP0/CPU0:2026 Jan  2 03:04:05.678 UTC: config[65]: %MGBL-CONFIG-6-DB_COMMIT : Commit done
= xr-1 | Cisco | notice | 2026-01-02T03:04:05.678Z | MGBL-CONFIG-6-DB_COMMIT
<189>15: LC/0/1/CPU0:Jan  2 03:04:05.678 MEZ: fib_mgr[190]: %ROUTING-FIB-4-RETRYDB : retry
= - | Cisco | notice | 2026-01-02T02:04:05.678Z | ROUTING-FIB-4-RETRYDB
# Cisco NX-OS
<189>: 2026 Jan  2 03:04:05 UTC: %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up
= - | Cisco | notice | | ETHPORT-5-IF_UP
<189>: 2026 Jan  2 03:04:05 XYZ: %ETHPORT-5-IF_UP: Interface Ethernet1/1 is up
= - | Cisco | notice | | ETHPORT-5-IF_UP
<187>: n9k-1: 2026 Jan  2 03:04:05 UTC: %$VDC-1$ %VPC-3-PEER_KEEP_ALIVE_RECV_FAIL: In domain 10
= n9k-1 | Cisco | error | | VPC-3-PEER_KEEP_ALIVE_RECV_FAIL
<189>2026 Jan  2 03:04:05 n9k-2 %VSHD-5-VSHD_SYSLOG_CONFIG_I: Configured from vty
= n9k-2 | Cisco | notice | | VSHD-5-VSHD_SYSLOG_CONFIG_I
# Cisco ASA
<166>Jan 02 2026 03:04:05 fw-1 : %ASA-6-302013: Built outbound TCP connection 4711
= fw-1 | Cisco | info | | ASA-6-302013
<166>Jan 02 2026 03:04:05: %ASA-6-302014: Teardown TCP connection 4711
= - | Cisco | info | | ASA-6-302014
<166>:Jan 02 03:04:05 UTC: %ASA-session-6-302013: Built inbound TCP connection
= - | Cisco | info | | ASA-session-6-302013
<162>%ASA-2-106001: Inbound TCP connection denied
= - | Cisco | critical | now | ASA-2-106001
%ASA-3-106014: Deny inbound icmp
= - | Cisco | error | now | ASA-3-106014
<164>Jan 02 03:04:05 192.0.2.8 Jan 02 2026 03:04:03 fw-1 : %ASA-4-106023: Deny tcp src outside
= fw-1 | Cisco | warning | 2026-01-02T03:04:03Z | ASA-4-106023
# Cisco Firepower
<113>2026-01-02T03:04:05Z  : %FTD-1-430003: AccessControlRuleAction: Allow
= - | Cisco | alert | | FTD-1-430003
<166>2026-01-02T03:04:05Z ftd-1 : %FTD-6-302013: Built outbound TCP connection
= ftd-1 | Cisco | info | | FTD-6-302013
<113>Jan  2 03:04:05 fmc-1 SFIMS: [1:2003:8] "INDICATOR-SCAN" [Impact: Unknown] From ftd-1
=rs fmc-1 | SFIMS | alert
# Cisco small business switches
<189>Jan  2 03:04:05 sw-1 %LINK-W-Down: gi1/0/3
= sw-1 | Cisco | notice | | LINK-W-Down
<190>%LINK-I-Up: gi1/0/3
= - | Cisco | info | now | LINK-I-Up
%AAA-E-REJECT: New http connection for user admin rejected
= - | Cisco | error | now | AAA-E-REJECT
%SYSLOG-F-OSFATAL: stack overflow
= - | Cisco | critical | now | SYSLOG-F-OSFATAL
%COPY-N-TRAP: The copy operation was completed
= - | Cisco | notice | now | COPY-N-TRAP
<188>Jan  2 03:04:05 192.0.2.4 %STP-W-PORTSTATUS: gi2: STP status Forwarding
= 192.0.2.4 | Cisco | warning | | STP-W-PORTSTATUS
# Cisco wireless controllers
<131>wlc1: *Dot1x_NW_MsgTask_0: Jan 02 03:04:05.678: %DOT1X-3-MAX_EAP_RETRIES: Max EAP identity request retries
= wlc1 | Cisco | error | 2026-01-02T03:04:05.678Z | DOT1X-3-MAX_EAP_RETRIES
# Cisco ISE
<181>Jan  2 03:04:05 ise-1 CISE_Passed_Authentications 0000000001 1 0 2026-01-02 03:04:05.123 +00:00 text
=rs ise-1 | CISE_Passed_Authentications | notice
<181>Jan  2 03:04:07 relay-1 Jan  2 03:04:05 ise-1 CISE_Failed_Attempts 0000000001 1 0 text
= ise-1 | CISE_Failed_Attempts | notice
<181>2026-01-02T03:04:07Z 192.0.2.1 Jan  2 03:04:05 ise-1 CISE_RADIUS_Accounting 0000000001 1 0 text
= ise-1 | CISE_RADIUS_Accounting | notice
<181>Jan  2 03:04:07 relay-1 <181>Jan  2 03:04:05 ise-1 CISE_Failed_Attempts 0000000001 1 0 text
= ise-1 | CISE_Failed_Attempts | notice
# Cisco Secure ACS
<182>Jan  2 03:04:05 acs-1 CSCOacs_Passed_Authentications 0000000002 1 0 text
=rs acs-1 | CSCOacs_Passed_Authentications | info
<182>Jan  2 03:04:07 relay-1 Jan  2 03:04:05 acs-1 CSCOacs_Passed_Authentications 0000000002 1 0 text
= acs-1 | CSCOacs_Passed_Authentications | info
# Cisco Secure Email
<22>Jan  2 03:04:05 esa-1 mail_logs: Info: MID 1 ICID 2 From: <ann@example.org>
=rs esa-1 | mail_logs | info
# Cisco Meraki
<134>1 1767323045.123456789 MX-84 urls src=192.0.2.1:80 dst=198.51.100.1:443
= MX-84 | urls | info | 2026-01-02T03:04:05.123456Z
<134>1 1767323045.5 MR_18 events type=association radio='0' vap='1'
= MR_18 | events | info | 2026-01-02T03:04:05.5Z
<134>1 1767323045 MS220 events port 3 status changed
= MS220 | events | info
<134>1767323045.123456789 MX84 flows src=10.1.1.5 dst=203.0.113.7
= MX84 | flows | info | 2026-01-02T03:04:05.123456Z
<134>1 1767323045.123456789 MX60 ids-alerts signature=129:4:1 priority=3
= MX60 | ids-alerts | info | 2026-01-02T03:04:05.123456Z
# Cisco UCS
<187>: 2026 Jan  2 03:04:05 UTC: %UCSM-3-LINK_DOWN: [F0276][major][link-down] ether port 1
= - | Cisco | error | | UCSM-3-LINK_DOWN
# Cisco ACI
<186>Jan 02 03:04:05 apic1 %LOG_LOCAL7-2-SYSTEM_MSG [F0532][soaking][unspecified] Port is down
= apic1 | Cisco | critical | | LOG_LOCAL7-2-SYSTEM_MSG
# Cisco Unified Communications Manager
<187>: 12: cucm-1.example: Jan 02 2026 03:04:05.678 UTC :  %UC_CALLMANAGER-3-DeviceUnregistered: %[DeviceName=SEP1]: gone
= cucm-1.example | Cisco | error | 2026-01-02T03:04:05.678Z | UC_CALLMANAGER-3-DeviceUnregistered
# Cisco SD-WAN
<190>Jan  2 03:04:05 vedge-1 FTMD[723]: %Viptela-vedge-1-FTMD-6-INFO-1400002: R0/0: tunnel up
= vedge-1 | Cisco | info | | Viptela-vedge-1-FTMD-6-INFO-1400002
# Kiwi
<190>Jan  2 03:04:07 Local7.Info sw-kiwi 2026-01-02T03:04:05Z sw-kiwi Acl: %ACL-6-ACCESS: list 7
= sw-kiwi | Cisco | info | | ACL-6-ACCESS
<190>Local7.Info sw-kiwi 2026-01-02T03:04:05Z sw-kiwi Acl: %ACL-6-ACCESS: list 7
= sw-kiwi | Cisco | info | | ACL-6-ACCESS
2026-01-02 03:04:05\tLocal7.Error\t192.0.2.45\t77: Jan  2 03:04:04.000: %LINK-3-UPDOWN: Interface down
= 192.0.2.45 | Cisco | error | | LINK-3-UPDOWN
2026-01-02 03:04:05 Daemon.Warning web-1 named[7]: zone expired
= web-1 | named | warning
<189>Jan  2 03:04:05 kiwi-1 Original Address=192.0.2.45 45: Jan  2 03:04:03.000: %SYS-5-CONFIG_I: Configured
= 192.0.2.45 | Cisco | notice | | SYS-5-CONFIG_I
<38>Original Address=192.0.2.45 Jan  2 03:04:05 web-1 sshd[7]: Accepted publickey
= web-1 | sshd | info
# Arista EOS
<189>Jan  2 03:04:05 arista-1 Ebra: %LINEPROTO-5-UPDOWN: Line protocol on Interface Ethernet1, changed state to up
= arista-1 | Cisco | notice | | LINEPROTO-5-UPDOWN
<190>Jan  2 03:04:05 arista-1 Aaa[2345]: %AAA-6-LOGIN: user admin logged in
= arista-1 | Cisco | info | | AAA-6-LOGIN
# Ruijie
<189>*Jan  2 03:04:05: %LINEPROTO-5-UPDOWN: Line protocol on Interface, changed state to up
= - | Cisco | notice | | LINEPROTO-5-UPDOWN
<189>Jan  2 03:04:05 2026 rg-1 %LINK-3-UPDOWN: Interface changed state
= rg-1 | Cisco | notice | | LINK-3-UPDOWN
# Dell Force10
<189>Jan  2 03:04:05 192.0.2.4 : %STKUNIT0-M:CP %IFMGR-5-OSTATE_UP: Changed interface state to up: Te 0/1
= 192.0.2.4 | Cisco | notice | | IFMGR-5-OSTATE_UP
# Dell OS10
<189>Jan  2 03:04:05 os10-1 dn_alm[797]: Node.1-Unit.1:PRI [event], Dell EMC (OS10) %IFM_OSTATE_UP: Interface up
=rs os10-1 | dn_alm | notice
# Dell PowerConnect
<189>Jan  2 03:04:05 192.0.2.4-1 TRAPMGR[175]: traputil.c(735) 123 %% Link Up: 1/0/1
=rs 192.0.2.4-1 | TRAPMGR | notice
# Allied Telesis
<134>Jan  2 03:04:05 awplus IMISH[123]: [manager@ttyS0]show running-config
=rs awplus | IMISH | info
`
