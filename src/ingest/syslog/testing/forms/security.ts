/** Detection, endpoints, identity and mail security. */
export const security = `
# FireEye
<164>fenotify-1.warning: CEF:0|FireEye|MPS|7.1|IM|infection-match|5|dvc=192.0.2.9
= - | fenotify | warning | now
<161>fenotify-38720.alert: CEF:0|FireEye|CMS|7.2.1|DM|domain-match|1|rt=Jan 02 2026 03:04:05
= - | fenotify | alert
<164>Jan  2 03:04:05 fe-1 fenotify-2.warning: LEEF:1.0|FireEye|MPS|7.1|IM|sev=5
= fe-1 | fenotify | warning
# CyberArk Vault
<5>1 2026-01-02T03:04:05Z vault-1 CEF:0|Acme|Vault|9.2|7|Logon|5|act="Logon" suser=svc fname=f reason=x
=r vault-1 | CEF | notice
<5>1 2026-01-02T03:04:05Z vault-1  LEEF:1.0|Cyber-Ark|Vault|9.2|7|act=Logon
= vault-1 | LEEF | notice
# LEEF senders
<14>1 2026-01-02T03:04:05Z gate-1 LEEF:1.0|Acme|Gate|1|7|src=192.0.2.1
=r gate-1 | LEEF | info
<14>1 2026-01-02T03:04:05Z gate-1 LEEF:2.0|Acme|Gate|1|7|^|src=192.0.2.1^dst=192.0.2.2
=r gate-1 | LEEF | info
<14>Jan  2 03:04:05 gate-1 LEEF:2.0|Acme|Gate|1|7|0x5E|src=192.0.2.1^dst=192.0.2.2
=rs gate-1 | LEEF | info
<14>LEEF:2.0|Acme|Gate|1|7|x09|src=192.0.2.1\tdst=192.0.2.2
=rs - | LEEF | info | now
<14>Jan  2 03:04:05 gate-1 LEEF: 2.0|Acme|Gate|1|7|src=192.0.2.1
=rs gate-1 | LEEF | info
# CEF senders
<14>Jan  2 03:04:05 gate-1 CEF: 0|Acme|Gate|1|7|login|5|src=192.0.2.1
=rs gate-1 | CEF | info
<14>1 2026-01-02T03:04:05Z gate-1 CEF - - - CEF:0|Acme|Gate|1|7|login|5|src=192.0.2.1
=rs gate-1 | CEF | info
CEF:0|Acme|Gate|1|7|login|5|src=192.0.2.1 reason=x
= - | CEF | notice | now
LEEF:1.0|Acme|Gate|1|7|src=192.0.2.1
= - | LEEF | notice | now
# Records with their time
<134>time="2026-Jan-02 03:04 AM (UTC-00:00)" device="gate-1" event=login
= - |  | info | 2026-01-02T03:04:00Z
<134>id=gate time="2026-Jan-01 06:19 PM (UTC-00:00)" msg=login
=rs - | id=gate | info | 2026-01-01T18:19:00Z
<134>gate: time="2026-Jan-02 12:04 AM (UTC+01:00)" msg=login
=rs - | gate | info | 2026-01-01T23:04:00Z
<134>gate: time=2026-01-02T03:04:05.678Z level=info msg=login
=rs - | gate | info | 2026-01-02T03:04:05.678Z
<134>1 - gate-1 gate - - - time="2026-Jan-02 03:04 AM (UTC-00:00)" msg=login
=r gate-1 | gate | info | 2026-01-02T03:04:00Z
# Trend Micro Deep Security
<134>Jan  2 03:04:05 dsm-1 CEF:0|Trend Micro|Deep Security Manager|20.0|600|User Signed In|3|src=192.0.2.7
=rs dsm-1 | CEF | info
<134>Jan  2 03:04:05 dsm-1 LEEF:2.0|Trend Micro|Deep Security Agent|20.0|21|cat=Firewall\tname=Deny
=rs dsm-1 | LEEF | info
# Trend Micro Apex Central
<134>1 2026-01-02T03:04:05Z apex-1 TMCM - - - CEF:0|Trend Micro|Apex Central|2019|AV:File cleaned|x|3|
=rs apex-1 | TMCM | info
# Trellix ePO
<29>1 2026-01-02T03:04:05.0Z epo-1 EPOEvents - EventFwd [agentInfo@3401 tenantId="1" bpsId="1"] <?xml version="1.0"?>
=rs epo-1 | EPOEvents | notice
# Symantec Endpoint Protection
<54>Jan  2 03:04:05 sep-1 SymantecServer: Site: S,Server: sep-1,Domain: D,Admin: admin,Administrator log on succeeded
=rs sep-1 | SymantecServer | info
# Kaspersky
<134>1 2026-01-02T03:04:05.000Z KSC-1 KES|11.0.0.0 - GNRL_EV_VIRUS_FOUND [event@23668 p1="x"] found
=rs KSC-1 | KES|11.0.0.0 | info
# ESET PROTECT
<12>1 2026-01-02T03:04:05.678Z eset-1 ERAServer 1234 - - \ufeff{"event_type":"Threat_Event","ipv4":"192.0.2.7"}
=rs eset-1 | ERAServer | warning | 2026-01-02T03:04:05.678Z
# CrowdStrike
<14>1 2026-01-02T03:04:05Z siem-1 crowdstrike 1 - - CEF:0|CrowdStrike|FalconHost|1.0|DetectionSummaryEvent|x|4|
=rs siem-1 | crowdstrike | info
# SentinelOne
<14>2026-01-02 03:04:05,678 sentinel - CEF:2|SentinelOne|Mgmt|S1|19|New active threat|1|
= sentinel |  | info | 2026-01-02T03:04:05.678Z
# Carbon Black
<14>Jan  2 03:04:05 cb-1 cb-notifications: LEEF:1.0|CB|CB|5.1|watchlist.hit.process|cb_server=cb-1
=rs cb-1 | cb-notifications | info
# Microsoft Defender for Identity
<36>Jan  2 03:04:05 ata-1 CEF:0|Microsoft|Azure ATP|2.22|LdapBruteForce|x|5|start=2026-01-02T03:04:05Z
=rs ata-1 | CEF | warning
# Vectra
<13>Jan  2 03:04:05 vectra-1 vectra_json_account_v2 -: {"version": "7.1", "dvchost": "192.0.2.9"}
=rs vectra-1 | vectra_json_account_v2 | notice
# Darktrace
<165>Jan  2 03:04:05 dt-1 darktrace {"model":{"name":"x"}}
=rs dt-1 | darktrace | notice
# Snort
<33>Jan  2 03:04:05 ids-1 snort[123]: [1:2003:8] MS-SQL Worm propagation attempt [Priority: 2]: {UDP} 198.51.100.4
=rs ids-1 | snort | alert
# Suricata
<142>Jan  2 03:04:05 ids-1 suricata[99]: {"timestamp":"2026-01-02T03:04:05.678+0000","event_type":"alert"}
=rs ids-1 | suricata | info
# OSSEC
<132>Jan  2 03:04:05 ossec-1 ossec: Alert Level: 5; Rule: 5503 - User login failed.; Location: web-1->/var/log
=rs ossec-1 | ossec | warning
# Wazuh
<132>1 2026-01-02T03:04:05Z wazuh-1 wazuh-manager 12 - - {"rule":{"level":5}}
=rs wazuh-1 | wazuh-manager | warning
# QRadar
<14>Jan  2 03:04:05 127.0.0.1 [ecs-ep] [[type=com.eventgnosis.system.ThreadedEventProcessor]] text
= 127.0.0.1 |  | info
# IBM Guardium
<37>Jan  2 03:04:05 guard-1 guard_sender[123]: LEEF:1.0|IBM|Guardium|10|SQL|ruleID=1
=rs guard-1 | guard_sender | notice
# Tripwire
<36>Jan  2 03:04:05 tw-1 CEF:0|Tripwire|Enterprise|8.8|ELEM|change|5|
=rs tw-1 | CEF | warning
# Tanium
<14>1 2026-01-02T03:04:05.678000+00:00 tan-1 Tanium 1234 - [Asset@017472 Computer-Name="w1"]
=rs tan-1 | Tanium | info | 2026-01-02T03:04:05.678Z
# BeyondTrust
<86>Jan  2 03:04:05 bt-1 BG: 1427:01:01:site=example;when=1767323045;who=ann
=rs bt-1 | BG | info
# RSA Authentication Manager
<14>2026-01-02 03:04:05,678, rsa-1, audit.runtime.com.rsa, INFO, ann, AUTHN_LOGIN_EVENT
= - |  | info | now
# Duo Authentication Proxy
<13>Jan  2 03:04:05 duo-1 duoauthproxy: {"factor": "push", "result": "success"}
=rs duo-1 | duoauthproxy | notice
# Okta
<14>1 2026-01-02T03:04:05.678Z okta.example Okta - user.session.start - {"actor":"ann"}
=rs okta.example | Okta | info | 2026-01-02T03:04:05.678Z
# HashiCorp Vault
<86>Jan  2 03:04:05 hv-1 vault[77]: {"time":"2026-01-02T03:04:05Z","type":"request"}
=rs hv-1 | vault | info
# FreeRADIUS
<14>Jan  2 03:04:05 rad-1 radiusd[77]: (1) Login OK: [ann] (from client sw-1 port 3)
=rs rad-1 | radiusd | info
# Proofpoint
<22>2026-01-02T03:04:05.678901+00:00 pps-1 filter_instance1[1234]: rprt s=1 m=1 x=1 mod=session cmd=connect
=rs pps-1 | filter_instance1 | info | 2026-01-02T03:04:05.678901Z
# Symantec Messaging Gateway
<22>Jan  2 03:04:05 smg-1 bmserver: 1767323045|c0a80101-1|VERDICT|ann@example.org|none
=rs smg-1 | bmserver | info
# Postfix
<22>Jan  2 03:04:05 mail-1 postfix/smtpd[77]: connect from unknown[198.51.100.4]
=s mail-1 | postfix/smtpd | info
# Sendmail
<22>Jan  2 03:04:05 mail-1 sm-mta[77]: x0234567: from=<ann@example.org>, size=1
=rs mail-1 | sm-mta | info
# Exim
<22>Jan  2 03:04:05 mail-1 exim[77]: 2026-01-02 03:04:05 1abcde-000000-00 <= ann@example.org
=rs mail-1 | exim | info
# Dovecot
<22>Jan  2 03:04:05 mail-1 dovecot: imap-login: Login: user=<ann>, method=PLAIN
=rs mail-1 | dovecot | info
# Varonis
<14>Jan  2 03:04:05 var-1 CEF:0|Varonis Inc.|DatAdvantage|0.0.1|0|x|3|rt=Jan 02 2026
=rs var-1 | CEF | info
# ManageEngine ADAudit
<14>Jan  2 03:04:05 ada-1 ADAuditPlus: [ Category = Logon ] [ REPORT_PROFILE = x ]
=rs ada-1 | ADAuditPlus | info
# Netwrix
<14>1 2026-01-02T03:04:05Z nwx-1 Netwrix - - - CEF:0|Netwrix|Active Directory|1.0|Added|x|0|
=rs nwx-1 | Netwrix | info
# Zeek
<14>Jan  2 03:04:05 zeek-1 zeek_conn: 1767323045.123456 CuX 192.0.2.7 50001 198.51.100.4 443 tcp
=rs zeek-1 | zeek_conn | info
# Cloudflare
<14>1 2026-01-02T03:04:05Z cf-1 cloudflare - - - {"ClientIP":"198.51.100.4","EdgeResponseStatus":200}
=rs cf-1 | cloudflare | info
# Akamai
<134>Jan  2 03:04:05 cef-1 akamai-siem CEF:0|Akamai|akamai_siem|1.0|mitigate|mitigate|10|act=mitigate
=rs cef-1 | akamai-siem | info
# Cisco Umbrella
<30>Jan  2 03:04:05 va-1 umbrella-va: resolver 208.67.222.222 reachable
=rs va-1 | umbrella-va | info
`
