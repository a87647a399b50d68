/** Firewalls, proxies and gateways. */
export const firewalls = `
# FortiGate
<189>date=2026-01-02 time=04:04:05 devname="FG1" devid="FGT0000000001" eventtime=1767323045123456789 tz="+0100" type="traffic"
= FG1 | FortiGate | notice | 2026-01-02T03:04:05.123456Z
<189>date=2026-01-02,time=03:04:05,devname="FG-1",devid="F",tz="+0000",type="traffic"
= FG-1 | FortiGate | notice
<189>date=2026-01-02,time=04:04:05,devname=FG-1,devid=F,tz=+0100,type=traffic
= FG-1 | FortiGate | notice
<189>date=2026-01-02, time=03:04:05, devname=FG-1, devid=F, type=traffic
= FG-1 | FortiGate | notice
<188>date=2026-01-02 time=03:04:05 devname="FG 2" eventtime=1767323045 logid="0419016384" type="utm"
= FG 2 | FortiGate | warning
<188>logver=700 timestamp=1767323045 devname="FG-3" devid="FGT3" vd="root" date=2026-01-02 time=03:04:05 type="utm"
= FG-3 | logver=700 | warning
<189>Jan  2 03:04:05 relay-1 date=2026-01-02 time=03:04:04 devname="FG1" type="traffic"
= FG1 | FortiGate | notice
<189>Jan  2 03:04:05 FG-4 CEF:0|Fortinet|Fortigate|v7.4.1|00013|traffic:forward close|3|deviceExternalId=FGT1
=rs FG-4 | CEF | notice
<189>1 2026-01-02T03:04:05Z FG-5 - - - - date=2026-01-02 time=03:04:05 devname="FG-5" type="traffic"
= FG-5 | FortiGate | notice
# FortiMail
<190>date=2026-01-02 time=03:04:05.678 device_id=FE100C log_id=0200 type=statistics pri=information
= - | FortiGate | info
# FortiWeb
<190>date=2026-01-02 time=03:04:05 log_id=20000008 msg_id=000000000001 device_id=FV-1 vd="root" type=attack
= - | FortiGate | info
# FortiAnalyzer
<190>date=2026-01-02 time=03:04:05 devname=FAZ-1 device_id=FAZ1 log_id=0001 type=event subtype=system
= FAZ-1 | FortiGate | info
# FortiClient EMS
<14>1 2026-01-02T03:04:05Z ems-1 FortiClientEMS 123 - - CEF:0|Fortinet|EMS|7.2|1|event|3|
=rs ems-1 | FortiClientEMS | info
# Check Point
<134>time=1767323045|hostname=gw-1|product=Firewall|action=Drop
= gw-1 | Firewall | info
<134>time=1767323045000|hostname=gw-1|product=VPN-1|action=Drop
= gw-1 | VPN-1 | info
<134>Jan  2 03:04:05 mgmt-1 time=1767323044|hostname=gw-2|product=SmartDefense|action=Prevent
= gw-2 | SmartDefense | info
<134> 1 2026-01-02T03:04:05Z gw-1 CheckPoint 7 - [x@1 a="b"] text
= gw-1 | CheckPoint | info
<134>1 2026-01-02T03:04:05Z gw-1 CheckPoint 12345 - [action:"Accept"; flags:"411908"; src:"198.51.100.4"]
=r gw-1 | CheckPoint | info
<134>1 2026-01-02T03:04:05Z gw-1 CEF:0|Check Point|VPN-1 & FireWall-1|Check Point|Log|https|Unknown|act=Accept
=r gw-1 | CEF | info
<134>1 2026-01-02T03:04:05Z gw-1 LEEF:2.0|Check Point|VPN-1|1.0|Accept|x09|src=198.51.100.4
=r gw-1 | LEEF | info
# Palo Alto
<14>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,TRAFFIC,end,2561,2026/01/02 03:04:05,10.5.0.5
= PA-1 | PaloAlto_Traffic | info
<12>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05,000000000001,THREAT,vulnerability,2561
= PA-1 | PaloAlto_Threat | warning
<14>Jan  2 03:04:05 PA-1 1,2026/01/02 03:04:05.123,001,GLOBALPROTECT,0,2561
= PA-1 | PaloAlto_GlobalProtect | info
<14>1,2026/01/02 03:04:05.123,001,GLOBALPROTECT,0,2561,2026/01/02 03:04:05
= - | PaloAlto_GlobalProtect | info | 2026-01-02T03:04:05.123Z
<14>1 2026-01-02T03:04:05Z PA-1 - - - - 1,2026/01/02 03:04:05,000000000001,SYSTEM,general,0
= PA-1 | PaloAlto_System | info
<14>Jan  2 03:04:05 PA-1 ,2026/01/02 03:04:05,000000000001,CONFIG,0,0,2026/01/02
= PA-1 | PaloAlto_Config | info
<14>Jan  2 03:04:05 PA-1 CEF:0|Palo Alto Networks|PAN-OS|10.2|end|TRAFFIC|1|rt=Jan 02 2026 03:04:05 GMT
=rs PA-1 | CEF | info
<14>Jan  2 03:04:05 PA-1 LEEF:2.0|Palo Alto Networks|PAN-OS Syslog Integration|10.2|allow|^|cat=TRAFFIC
=rs PA-1 | LEEF | info
# Panorama
<14>1 2026-01-02T03:04:05.678Z stream-logfwd20-1 logforwarder - panwlogs - CEF:0|Palo Alto Networks|LF|2.0|TRAFFIC|end|3|
=rs stream-logfwd20-1 | logforwarder | info | 2026-01-02T03:04:05.678Z
# Sophos UTM
<30>2026:01:02-03:04:05 utm-1 named[7442]: zone loaded
= utm-1 | named | info
<30>2026:01:02-03:04:05 utm-1-1 ulogd[4]: id="2001" severity="info" sys="SecureNet" name="Packet dropped"
= utm-1-1 | ulogd | info
<30>2026:01:02-03:04:05 httpproxy[9]: id="0001" severity="info" sys="SecureWeb" name="http access"
= - | httpproxy | info
# Sophos Firewall
<30>device="SFW" date=2026-01-02 time=03:04:05 timezone="CET" device_name="XG210" device_id=C1 log_type="Firewall"
= XG210 | device="SFW" | info | 2026-01-02T02:04:05Z
<30>device_name="SFW" timestamp="2026-01-02T04:04:05+0100" device_model="XGS136" log_type="Firewall"
= SFW | device_name="SFW" | info
<30>Jan  2 03:04:05 fw-3 device_name="SFW" timestamp="2026-01-02T04:04:04+0100" device_model="XGS136" log_type="Firewall"
=rs fw-3 | device_name="SFW" | info
# SonicWall
<134>id=firewall sn=0017C5178994 time="2026-01-02 03:04:05" fw=203.0.113.1 pri=6 c=1024 m=97
=rs - | id=firewall | info
<134>  id=firewall sn=0017C5178994 time="2026-01-02 03:04:05 UTC" fw=203.0.113.1 pri=6 c=1024 m=97
=s - | id=firewall | info
<134>Jan  2 03:04:05 sw-1 id=firewall sn=0017C5178994 time="2026-01-02 03:04:04 UTC" fw=203.0.113.1 pri=6
=rs sw-1 | id=firewall | info
<134>id=sslvpn sn=0017C5178994 time="2026-01-02 03:04:05" vp_time="2026-01-02 03:04:05 UTC" fw=203.0.113.1 pri=5
=rs - | id=sslvpn | info
# Stormshield
<134>id=firewall time="2026-01-02 04:04:05" fw="sns-1" tz=+0100 startime="2026-01-02 04:04:04" pri=5 confid=01
=rs - | id=firewall | info
<134>1 2026-01-02T03:04:05+00:00 sns-1 asqd - - - \ufeffid=firewall time="2026-01-02 03:04:05" fw="sns-1" pri=5
=rs sns-1 | asqd | info
# WatchGuard
<140>Jan  2 03:04:05 FW-1 80B1234567890 firewall: msg_id="3000-0148" Deny
= FW-1 | firewall | warning
<140>Jan  2 03:04:05 FBX-T35 70A30567F2C65 (2026-01-02T03:04:05) firewall: msg_id="3000-0148" Allow
= FBX-T35 | firewall | warning
<142>Jan  2 03:04:05 Member1 FVE6035FD3AE3 http-proxy[1234]: msg_id="1AFF-0021" Allow
= Member1 | http-proxy | info
# Barracuda CloudGen
<134>Jan  2 03:04:05 fw-1 box_Firewall_Activity: Info fw-1 Allow: type=FWD|proto=TCP
=rs fw-1 | box_Firewall_Activity | info
# Barracuda WAF
<134>2026-01-02 03:04:05.123 +0000  waf-1 WF ALER SQL_INJECTION 198.51.100.4 50001
= waf-1 | WF | info | 2026-01-02T03:04:05.123Z
<134>2026-01-02 03:04:05.123 +00:00  waf-1 TR 192.0.2.9 443 GET /
= waf-1 | TR | info | 2026-01-02T03:04:05.123Z
<134>2026-01-02 04:04:05.123 CET waf-1 SYS ADMIN_M login
= waf-1 | SYS | info | 2026-01-02T03:04:05.123Z
# Barracuda Email Security Gateway
<22>Jan  2 03:04:05 bsg-1 inbound/pass1[1234]: mail-1[198.51.100.4] 1767323045-1 1767323045 1767323046 RECV
=s bsg-1 | inbound/pass1 | info
# Forcepoint NGFW
<6>CEF:0|FORCEPOINT|Firewall|6.8.0|70018|Connection_Allowed|0|deviceExternalId=ngfw-1 rt=Jan 02 2026 03:04:05
=r - | CEF | info
# Forcepoint Web
<13>Jan  2 03:04:05 ws-1 vendor=Forcepoint product=Security product_version=8.5 action=permitted
=rs ws-1 | vendor=Forcepoint | notice
# pfSense
<134>Jan  2 03:04:05 filterlog[31415]: 5,,,1000000103,igb0,match,block,in,4,0x0
=rs - | filterlog | info
<134>1 2026-01-02T03:04:05.678901+01:00 pf-1.example filterlog 31415 - - 5,,,1000000103,igb0,match,block
=rs pf-1.example | filterlog | info | 2026-01-02T02:04:05.678901Z
# OPNsense
<134>Jan  2 03:04:05 opn-1 filterlog: 9,,,02f4bab0,igb1,match,pass,out,4,0x0
=rs opn-1 | filterlog | info
<13>1 2026-01-02T03:04:05+00:00 opn-1.example configd.py 234 - [meta sequenceId="12"] message id
=rs opn-1.example | configd.py | notice
# Untangle
<174>Jan  2 03:04:05 INFO uvm[0]: {"timeStamp":"2026-01-02 03:04:05.678","class":"SessionEvent"}
= - | uvm | info
# Hillstone
<190>Jan  2 03:04:05 2903140133000001(root) 44243624 Traffic@FLOW: SESSION: 198.51.100.4:1->192.0.2.1:80
=r - | 2903140133000001(root) | info
# Sangfor
<134>Jan  2 03:04:05 localhost fwlog: log type: packet filter, policy: deny
= localhost | fwlog | info
# Blue Coat ProxySG
<29>Jan  2 03:04:05 ProxySG: 250017 Snapshot: sysinfo_stats has fetched
=rs - | ProxySG | notice
<111>1 2026-01-02T03:04:05Z sg-1 bluecoat - splunk_format - c-ip=198.51.100.4 rs-Content-Type="text/html"
=rs sg-1 | bluecoat | debug
# McAfee Web Gateway
<30>Jan  2 03:04:05 mwg-1 mwg: LEEF:1.0|McAfee|Web Gateway|7.8|0|devTime=1767323045000
=rs mwg-1 | mwg | info
# Zscaler
<14>Jan  2 03:04:05 zscaler-nss CEF:0|Zscaler|NSSWeblog|5.7|Allowed|Allowed|3|act=Allowed
=rs zscaler-nss | CEF | info
<14>Jan  2 03:04:05 zscaler-nss LEEF:1.0|Zscaler|NSS|4.1|Allowed|cat=Allowed
=rs zscaler-nss | LEEF | info
# Squid
<14>Jan  2 03:04:05 proxy-1 squid[77]: 1767323045.123 5 192.0.2.7 TCP_MISS/200 512 GET http://example.org/
=rs proxy-1 | squid | info
<14>Jan  2 03:04:05 proxy-1 (squid-1)[77]: 1767323045.123 5 192.0.2.7 TCP_MISS/200 512 GET /
=rs proxy-1 | (squid-1) | info
# Imperva
<14>CEF:0|Imperva Inc.|SecureSphere|13.6|Firewall|SQL injection|High|act=Block dst=192.0.2.9
=rs - | CEF | info | now
# Kerio Control
<134>Jan  2 03:04:05 kerio-1 Filter: {x} [Rule] NAT (1) 'Internet access' (x): from trusted
=rs kerio-1 | Filter | info
# Smoothwall
<30>Jan  2 03:04:05 smooth-1 guardian[5]: GET http://example.org/
=rs smooth-1 | guardian | info
# Citrix Gateway
<134>1 2026-01-02T03:04:05Z agw-1 ns.log - - - SSLVPN LOGIN 1 : Context ann@198.51.100.4
=rs agw-1 | ns.log | info
# Fortinet FortiNAC
<37>Jan  2 03:04:05 : 2026/01/02 03:04:05 UTC,1,545570,Login Success,0,12,,,,,User root logged in.
=r - |  | notice
# OpenVPN
<29>Jan  2 03:04:05 vpn-1 openvpn[1234]: 198.51.100.4:1194 TLS: Initial packet
=rs vpn-1 | openvpn | notice
# strongSwan
<30>Jan  2 03:04:05 vpn-1 charon: 05[IKE] IKE_SA net[1] established
=rs vpn-1 | charon | info
`
