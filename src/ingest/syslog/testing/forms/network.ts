/** Routers, switches, access points and balancers of other vendors. */
export const network = `
# Juniper Junos
<28>Jan  2 03:04:05 mx-1 rpd[1432]: %DAEMON-4-RPD_OSPF_NBRDOWN: OSPF neighbor down
=rs mx-1 | rpd | warning | | DAEMON-4-RPD_OSPF_NBRDOWN
<37>Jan  2 03:04:05 mx-1 sshd[99]: %AUTH-5: Accepted password for ann
=rs mx-1 | sshd | notice
<29>Jan  2 03:04:05 mx-1 : %PFE-3: fpc0 link down
= mx-1 | %PFE-3 | notice
<28>Jan  2 03:04:05  mx-1-re0 mib2d[99]: %DAEMON-4-SNMP_TRAP_LINK_DOWN: ifIndex 519
=s mx-1-re0 | mib2d | warning | | DAEMON-4-SNMP_TRAP_LINK_DOWN
<29>Jan  2 03:04:05.678 mx-1 /kernel: %KERN-5: ge-0/0/3: link down
=s mx-1 | /kernel | notice | 2026-01-02T03:04:05.678Z
<165>1 2026-01-02T03:04:05.678Z mx-1 mgd 3046 UI_DBASE_LOGOUT_EVENT [junos@2636.1.1.1.2.18 username="ann"] User exiting
=rs mx-1 | mgd | notice | 2026-01-02T03:04:05.678Z | UI_DBASE_LOGOUT_EVENT
<28>Jan  2 03:04:05 2026 mx-1 rpd[1432]: RPD_OSPF_NBRDOWN: OSPF neighbor down
=s mx-1 | rpd | warning
<14>1 2026-01-02T04:04:05.678+01:00 srx-1 RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1.1.1.2.129 reason="policy"] denied
=rs srx-1 | RT_FLOW | info | 2026-01-02T03:04:05.678Z | RT_FLOW_SESSION_DENY
# Juniper NetScreen
<133>ns-5: NetScreen device_id=ns-5  [Root]system-notification-00257(traffic): start_time="2026-01-02 03:04:05" duration=0
= ns-5 | NetScreen | notice | now
<133>Jan  2 03:04:05 192.0.2.4 ns-5: NetScreen device_id=ns-5  [Root]system-notification-00257(traffic): duration=0
= 192.0.2.4 | NetScreen | notice
# Juniper Secure Access
<134>Jan  2 03:04:05 192.0.2.4 Juniper: 2026-01-02 03:04:05 - ive - [198.51.100.4] ann(Users)[] - Login succeeded
=rs 192.0.2.4 | Juniper | info
# Pulse Secure
<134>1 2026-01-02T03:04:05Z ps-1 PulseSecure: - - - 2026-01-02 03:04:05 - ive - [198.51.100.4] ann(Users)[] - Login
=s ps-1 | PulseSecure: | info
# Huawei
<189>Jan  2 2026 03:04:05 hw-1 %%01IFNET/4/IF_STATE(l)[5]:Interface has turned into DOWN state.
=s hw-1 | %%01IFNET/4/IF_STATE(l) | notice
<189>Jan  2 2026 11:04:05+08:00 hw-1 %%01IFNET/4/IF_STATE(l)[5]:Interface has turned into DOWN state.
= hw-1 | %%01IFNET/4/IF_STATE(l) | notice
<189>2026-01-02 11:04:05+08:00 hw-1 %%01SSH/4/SSH_FAIL(l)[6]:Failed to log in.
=s hw-1 | %%01SSH/4/SSH_FAIL(l) | notice
# H3C
<189>Jan  2 03:04:05:123 2026 H3C-1 %%10IFNET/3/LINK_UPDOWN: GigabitEthernet1/0/1 link status is DOWN.
= H3C-1 | %%10IFNET/3/LINK_UPDOWN | notice | 2026-01-02T03:04:05.123Z
<189>Jan  2 03:04:05 2026 H3C-1 %%10SHELL/5/SHELL_LOGIN: admin logged in
=s H3C-1 | %%10SHELL/5/SHELL_LOGIN | notice
# HPE ProCurve
<14>Jan  2 03:04:05 192.0.2.9 00077 ports: port 3 is now off-line
=rs 192.0.2.9 | 00077 | info
<14>Jan  2 03:04:05 hp-1 ports:  port 3 is now off-line
=rs hp-1 | ports | info
# HPE Comware
<190>Jan  2 03:04:05 2026 hp-5500 %%10STP/6/STP_DETECTED_TC(t): Trap detected
=s hp-5500 | %%10STP/6/STP_DETECTED_TC(t) | info
# ArubaOS
<133>Jan  2 03:04:05 2026 aruba-1 stm[3456]: <501093> <NOTI> |AP ap1@192.0.2.9 stm|  Auth success
=s aruba-1 | stm | notice
<141>Jan  2 03:04:05 2026 [192.0.2.4] authmgr[1]: <522008> <NOTI> |authmgr|  User Authentication Successful
= 192.0.2.4 | authmgr | notice
<143>Jan  2 03:04:05 2026 192.0.2.4 cli[5260]: <541004> <WARN> AP:ap-1 recv_sta_online
=s 192.0.2.4 | cli | debug
# Aruba CX
<190>1 2026-01-02T03:04:05.678901+00:00 cx-1 intfd 1234 - - Event|403|LOG_INFO|AMM|1/1|Link status for interface 1/1/1 is up
=rs cx-1 | intfd | info | 2026-01-02T03:04:05.678901Z
# Aruba ClearPass
<143>Jan  2 03:04:05 cppm-1 2026-01-02 03:04:04,123 192.0.2.4 Radius 12 1 0 Common.Username=ann
= cppm-1 |  | debug
# Ruckus ICX
<14>Jan  2 03:04:05 icx-1 System: Interface ethernet 1/1/1, state up
=rs icx-1 | System | info
# Ruckus ZoneDirector
<14>Jan  2 03:04:05 zd-1 syslog: eventd_to_syslog():User[00:00:5e:00:53:01] joins WLAN[staff]
=rs zd-1 | syslog | info
# Brocade Fabric OS
<189>Jan  2 03:04:05 fc-1 raslogd: 2026/01/02-03:04:05, [SEC-1203], 123, WWN 10:00, INFO, sw, Login information
=rs fc-1 | raslogd | notice
# Extreme EXOS
<134>Jan  2 03:04:05 exos-1 <Info:AAA.authPass> Login passed for user admin through ssh
= exos-1 |  | info
<190>Jan  2 03:04:05 exos-1 AAA: <Info:AAA.authPass> Login passed for user admin
=rs exos-1 | AAA | info
# Extreme VOSS
<134>Jan  2 03:04:05 192.0.2.4 CP1  - 0x000305c8 - 00300001.1 DYNAMIC SET GlobalRouter HW INFO Port down
=rs 192.0.2.4 | CP1 | info
# Alcatel-Lucent OmniSwitch
<134>Jan  2 03:04:05 OS6860 swlogd: bcmd rpcs INFO: Link 1/1/1 up
=rs OS6860 | swlogd | info
# Nokia SR OS
<188>Jan  2 03:04:05 192.0.2.4 TMNX: 123 Base PORT-MINOR-tmnxEqPortError-2017 [Port 1/1/1]: error
=rs 192.0.2.4 | TMNX | warning
# Ciena SAOS
<134>Jan  2 03:04:05 ciena-1 [local] dataplane: port 1 down
=rs ciena-1 |  | info
# ZTE
<189>Jan  2 03:04:05 zte-1 An alarm 200 level 4 occurred at 03:04:05 sent by NPC
=rs zte-1 | An | notice
# MikroTik
<30>Jan  2 03:04:05 rb-1 system,info,account user admin logged in from 10.9.0.5 via winbox
= rb-1 | MikroTik | info
<30>system,error,critical login failure for user root from 198.51.100.4 via ssh
= - | MikroTik | info | now
<134>firewall,info drop-in input: in:ether1 out:(unknown 0), proto TCP (SYN)
= - | MikroTik | info | now
<30>Jan  2 03:04:05 rb-1 script,warning backup done
= rb-1 | MikroTik | info
# UniFi
<30>Jan  2 03:04:05 USW-24,18e8294876c3,v4.0.66.10832 switch: TRAPMGR: Link Up: 0/3
= - | switch | info
<30>Jan  2 03:04:05 USW-24,18e8294876c3,v4.0.66.10832: switch: TRAPMGR: Link Up: 0/3
= - | switch | info
<30>Jan  2 03:04:05 sw-office USW-24,18e8294876c3,v4.0.66.10832: switch: TRAPMGR: Link Up: 0/3
= sw-office | switch | info
<30>Jan  2 03:04:05 U6-LR,1c6a1b000000,6.5.28 hostapd[1]: ath0: STA associated
= - | hostapd | info
<30>Jan  2 03:04:05 ("U7PG2,b4fbe4000000,v4.3.20.11298") hostapd: ath0: STA associated
= - | hostapd | info
<30>Jan  2 03:04:05 U6-Lite b4fbe4000001,U6-Lite-6.5.28+14491: hostapd[1234]: ath0: STA associated
= U6-Lite | hostapd | info
<30>Jan  2 03:04:05 b4fbe4000001,U6-Lite-6.5.28+14491: stahtd[99]: [STA-TRACKER].stahtd_dump_event()
= - | stahtd | info
# UniFi Dream Machine
<28>Jan  2 03:04:05 UDM-Pro kernel: [WAN_LOCAL-default-D]IN=eth8 OUT= SRC=198.51.100.4
=rs UDM-Pro | kernel | warning
# Ubiquiti EdgeOS
<4>Jan  2 03:04:05 edge-1 kernel: [WAN_IN-default-D]IN=eth0 OUT=eth1 SRC=198.51.100.4
=rs edge-1 | kernel | warning
# TP-Link Omada
<134>2026-01-02 03:04:05 Omada-1 - - - Gateway WAN1 is up
= Omada-1 |  | info
# Netgear
<189>Jan  2 03:04:05 gs724-1 TRAPMGR[dot1s]: traputil.c(721) 33 %% Link Down: g3
=rs gs724-1 | TRAPMGR | notice
# ZyXEL
<142>Jan  2 03:04:05 usg-20 src="192.0.2.7:1" dst="198.51.100.1:53" msg="Match default rule" note="ACCESS BLOCK" cat="Firewall"
= usg-20 |  | info
# D-Link
<14>Jan  2 03:04:05 192.0.2.4 INFO: Successful login through Web
=rs 192.0.2.4 | INFO | info
# OpenWrt
<30>Jan  2 03:04:05 owrt-1 dnsmasq-dhcp[1]: DHCPACK(br-lan) 192.0.2.77
=rs owrt-1 | dnsmasq-dhcp | info
<30>Jan  2 03:04:05 dnsmasq-dhcp[1]: DHCPACK(br-lan) 192.0.2.77
=rs - | dnsmasq-dhcp | info
# VyOS
<29>Jan  2 03:04:05 vyos-1 vyos-configd[1234]: commit done
=rs vyos-1 | vyos-configd | notice
# Cumulus
<30>2026-01-02T03:04:05.678901+00:00 cl-1 switchd[2]: sync_port.c link up
=rs cl-1 | switchd | info | 2026-01-02T03:04:05.678901Z
# SONiC
<30>Jan  2 03:04:05.678901 sonic-1 INFO bgp#bgpd[45]: neighbor up
= sonic-1 | bgp#bgpd | info | 2026-01-02T03:04:05.678901Z
<28>2026 Jan  2 03:04:05.678901 sonic-1 WARNING pmon#xcvrd[46]: no response
= sonic-1 | pmon#xcvrd | warning | 2026-01-02T03:04:05.678901Z
# F5 BIG-IP
<134>Jan  2 03:04:05 slot1/big-1 tmm[17]: Rule fired
= big-1 | tmm | info
<133>Jan  2 03:04:05 slot2/big-1.example.org notice mcpd[7]: 01070727:5: Pool member up
= big-1.example.org | mcpd | notice
<134>Jan  2 03:04:05 big-1 info tmm[17]: Rule fired
= big-1 | tmm | info
<30>Jan  2 03:04:05 big-1 info cron: done
= big-1 | cron | info
<131>Jan  2 03:04:05 big-1.example.org err tmm3[18]: 01010028:3: No members available
= big-1.example.org | tmm3 | error
<13>Jan  2 03:04:05 big-1 notice logger: [ssl_acc] 198.51.100.4 - admin "GET /" 200
= big-1 | logger | notice
<134>Jan  2 03:04:05 big-1 ASM:unit_hostname="big-1",attack_type="SQL-Injection"
=rs big-1 | ASM | info
# Citrix NetScaler
<134> 01/02/2026:03:04:05 GMT ns-1 0-PPE-0 : default SSLLOG SSL_HANDSHAKE_SUCCESS 1
= ns-1 | 0-PPE-0 | info
<134> 25/11/2025:16:51:19 GMT ns-1 0-PPE-0 : default SSLLOG SSL_HANDSHAKE_SUCCESS 1
= ns-1 | 0-PPE-0 | info | 2025-11-25T16:51:19Z
<134> 11/25/2025:16:51:19 GMT ns-1 0-PPE-0 : default SSLLOG SSL_HANDSHAKE_SUCCESS 1
= ns-1 | 0-PPE-0 | info | 2025-11-25T16:51:19Z
<134>02/01/2026:03:04:05 GMT ns-1 0-PPE-0 : default EVENT STATECHANGE 2
= ns-1 | 0-PPE-0 | info
<134> 2026/01/02:03:04:05 GMT ns-1 0-PPE-0 : default EVENT STATECHANGE 2
= ns-1 | 0-PPE-0 | info
<134> 01/02/2026:03:04:05 ns-1 0-PPE-0 : default EVENT STATECHANGE 2
= ns-1 | 0-PPE-0 | info
<134>Jan  2 03:04:07 192.0.2.4 01/02/2026:03:04:05 GMT ns-1 0-PPE-0 : default EVENT STATECHANGE 2
= ns-1 | 0-PPE-0 | info
# A10
<134>Jan  2 03:04:05 a10-1 a10logd: [SYSTEM]<6> Health monitor passed
=rs a10-1 | a10logd | info
# Kemp LoadMaster
<134>Jan  2 03:04:05 lb100 l7d: Connection timed out
=rs lb100 | l7d | info
# Radware DefensePro
<132>DefensePro: 02-01-2026 03:04:05 WARNING 100 Anomalies "Invalid TCP Flags" TCP
=rs - | DefensePro | warning | now
# Riverbed
<134>Jan  2 03:04:05 sh-1 sport[123]: [splice/probe.INFO] text
=rs sh-1 | sport | info
# Infoblox
<30>Jan  2 03:04:05 192.0.2.4 named[123]: client @0x7f 198.51.100.4#53: query: example.org IN A
=rs 192.0.2.4 | named | info
# Arbor
<165>Jan  2 03:04:05 arbor-1 pfsp: The leader appliance has changed
=rs arbor-1 | pfsp | notice
# Gigamon
<14>Jan  2 03:04:05 gig-1 mgmtd[9]: [mgmtd.NOTICE]: user admin logged in
=rs gig-1 | mgmtd | info
# ADVA
<14>1 2026-01-02T03:04:05+00:00 adva-1 fsp150 - - - Link loss on port ETH-1
=rs adva-1 | fsp150 | info
`
