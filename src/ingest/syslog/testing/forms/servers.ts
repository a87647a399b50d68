/** Operating systems, hypervisors and programs of servers. */
export const servers = `
# OpenSSH
<38>Jan  2 03:04:05 web-1 sshd[4021]: Failed password for invalid user oracle from 198.51.100.23
=rs web-1 | sshd | info
<38>Jan 2 03:04:05 web-1 sshd-session[4021]: Connection closed
=r web-1 | sshd-session | info
<38>2026-01-02T04:04:05.123456+01:00 web-1 sshd[4021]: Connection closed
=rs web-1 | sshd | info | 2026-01-02T03:04:05.123456Z
# rsyslog
<46>Jan  2 03:04:05 web-1 rsyslogd: [origin software="rsyslogd" swVersion="8.2302.0"] start
=rs web-1 | rsyslogd | info
<38>Jan  2 03:04:05 web-1 sshd[7]: message repeated 2 times: [ Failed password for ann]
=rs web-1 | sshd | info
<13>1 2026-01-02T03:04:05.678901+00:00 web-1 app 7 - -  text behind a space
=rs web-1 | app | notice | 2026-01-02T03:04:05.678901Z
# syslog-ng
<13>Jan  2 03:04:05 relay/web_1@edge app: a chain of relays
=s relay/web_1@edge | app | notice
<45>Jan  2 03:04:05 web-1 syslog-ng[7]: Log statistics; processed='global(payload_reallocs)=1'
=rs web-1 | syslog-ng | notice
<13>1 2026-01-02T03:04:05.678+01:00 web-1 app 7 - [timeQuality tzKnown="1"] \ufefftext
=rs web-1 | app | notice | 2026-01-02T02:04:05.678Z
# systemd
<30>Jan  2 03:04:05 web-1 systemd[1]: Started nginx.service
=rs web-1 | systemd | info
<30>Jan  2 03:04:05 web-1 (sd-pam)[77]: pam_unix(systemd-user:session): session closed
=rs web-1 | (sd-pam) | info
# Linux kernel
<6>Jan  2 03:04:05 web-1 kernel: [12345.678901] eth0: Link is Up
=rs web-1 | kernel | info
<4>Jan  2 03:04:05 web-1 kernel: [UFW BLOCK] IN=eth0 OUT= SRC=198.51.100.23
=rs web-1 | kernel | warning
# cron
<78>Jan  2 03:04:05 web-1 CRON[5120]: (root) CMD (run-parts /etc/cron.hourly)
=rs web-1 | CRON | info
<78>Jan  2 03:04:05 web-1 /usr/sbin/cron[5122]: (*system*) RELOAD (/etc/cron.d/sync)
=s web-1 | /usr/sbin/cron | info
# sudo
<85>Jan  2 03:04:05 web-1 sudo:      ann : TTY=pts/0 ; PWD=/home/ann ; USER=root
=rs web-1 | sudo | notice
# auditd
<13>Jan  2 03:04:05 web-1 audispd: node=web-1 type=USER_LOGIN msg=audit(1767323045.123:4): pid=1
=rs web-1 | audispd | notice
# AIX
<38>Jan  2 03:04:05 Message forwarded from aix-1: sshd[12]: Accepted password
=s aix-1 | sshd | info
<38>Message forwarded from aix-1: sshd[12]: Accepted password
= aix-1 | sshd | info | now
<38>Jan  2 03:04:05 Message forwarded from aix-1.example.org: su: from ann to root
=s aix-1.example.org | su | info
<38>Jan  2 03:04:05 Forwarded from aix-1: sshd[12]: Accepted password
= aix-1 | sshd | info
<38>Jan  2 03:04:05 aix-1 Message forwarded from aix-2: sshd[7]: Accepted password
= aix-2 | sshd | info
# Solaris
<38>Jan  2 03:04:05 sol-1 sshd[123]: [ID 800047 auth.info] Accepted publickey
=rs sol-1 | sshd | info
<4>Jan  2 03:04:05 sol-1 genunix: [ID 540533 kern.notice] SunOS Release 5.11
=rs sol-1 | genunix | warning
# HP-UX
<30>Jan  2 03:04:05 hpux-1 vmunix: file system full
=rs hpux-1 | vmunix | info
# FreeBSD
<13>1 2026-01-02T03:04:05.678901+00:00 bsd-1 root - - - hello from logger
=rs bsd-1 | root | notice | 2026-01-02T03:04:05.678901Z
# OpenBSD
<30>Jan  2 03:04:05 obsd-1 dhcpleased[77]: adding 192.0.2.9 to em0
=rs obsd-1 | dhcpleased | info
# macOS
<38>Jan  2 03:04:05 mac-1 com.apple.xpc.launchd[1] (com.example[77]): Service exited
=rs mac-1 | com.apple.xpc.launchd | info
# BusyBox
<46>Jan  2 03:04:05 syslogd started: BusyBox v1.36.1
=rs syslogd | started | info
<13>Jan  2 03:04:05 root: hello
=rs - | root | notice
# Marks
\ufeff<38>Jan  2 03:04:05 aix-1 sshd[12]: Accepted password
= aix-1 | sshd | info
<38>\ufeffJan  2 03:04:05 aix-1 sshd[12]: Accepted password
= aix-1 | sshd | info
\ufeff<13>1 2026-01-02T03:04:05Z h a 7 ID - text
= h | a | notice
<13>1 2026-01-02T03:04:05Z h a 7 ID \ufeffno structured data
=r h | a | notice
<13>1 2026-01-02T03:04:05Z h a - - \ufeffno structured data
=r h | a | notice
<13>1 2026-01-02T03:04:05Z h a - \ufefftext of words
=r h | a | notice
<13>1 2026-01-02T03:04:05Z h a 7 \ufefftext of words
=r h | a | notice
<13>1 2026-01-02T03:04:05Z h a \ufefftext of words
=r h | a | notice
<13>1 2026-01-02T03:04:05Z h \ufefftext
=r h |  | notice
<13>Jan  2 03:04:05 h a: \ufefftext
=rs h | a | notice
# Glued stamps
<13>2026-01-02T03:04:05Zweb-1 app: glued
=s web-1 | app | notice
<13>Jan  2 03:04:05web-1 app: glued
=s web-1 | app | notice
<13>Jan  2 03:04:05r1 app: glued
=s r1 | app | notice
<13>2026-01-02T03:04:05Z192.0.2.9 app: glued
=s 192.0.2.9 | app | notice
<13>2026-01-02T03:04:05+00:00web-1 app: glued
=s web-1 | app | notice
<13>2026-01-02 03:04:05web-1 app: glued
=s web-1 | app | notice
# Stamps
<13>Fri Jan  2 03:04:05 2026 web-1 app: a weekday
= web-1 | app | notice
<13>Fri Jan  2 03:04:05 web-1 app: a weekday
= web-1 | app | notice
<13>2 Jan 2026 03:04:05 web-1 app: the day first
= web-1 | app | notice
<13>02 Jan 03:04:05 web-1 app: the day first
= web-1 | app | notice
<13>02-Jan-2026 03:04:05 web-1 app: the day first
= web-1 | app | notice
<13>2026/01/02 03:04:05 web-1 app: slashes
= web-1 | app | notice
<13>2026-01-02T03:04:05 UTC web-1 app: a zone
= web-1 | app | notice
<13>Jan  2 04:04:05 +0100 web-1 app: an offset
= web-1 | app | notice
<13>1767323045 web-1 app: Unix time
= web-1 | app | notice
<13>JAN  2 03:04:05 web-1 app: capitals
=rs web-1 | app | notice
# Two headers
<13>Jan  2 03:04:05 web-1 Jan  2 03:04:04 worker started: no header
= web-1 |  | notice
<13>Jan  2 03:04:07 relay-1 Jan  2 03:04:05 web-1 sshd[7]: Accepted
= web-1 | sshd | notice
<13>Jan  2 03:04:07 relay-1 <38>Jan  2 03:04:05 web-1 sshd[7]: Accepted
= web-1 | sshd | info
<13>Jan  2 03:04:07 relay-1 <38>1 2026-01-02T03:04:05Z web-1 sshd 7 - - Accepted
= web-1 | sshd | info
<13>1 2026-01-02T03:04:07Z relay-1 - - - - <38>Jan  2 03:04:05 web-1 sshd[7]: Accepted
= web-1 | sshd | info
<13>Jan  2 03:04:05 web-1 app: <38>Jan  2 03:04:04 web-2 sshd[7]: a quotation
=rs web-1 | app | notice
# Two spaces for an empty word
<13>1 2026-01-02T03:04:05Z h app  ID - an empty process id
=rs h | app | notice
<13>1 2026-01-02T03:04:05Z h  7 ID - an empty program
=s h |  | notice
<13>1 2026-01-02T03:04:05Z  app 7 ID - an empty host
=s - | app | notice
# Windows, Snare
<14>Jan  2 03:04:05 WIN-7\tMSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624
= WIN-7 | MSWinEventLog | info
<14>WIN-7\tMSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624
= WIN-7 | MSWinEventLog | info | now
WIN-7\tMSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624
= WIN-7 | MSWinEventLog | notice | now
<13>Jan  2 03:04:05 WIN1 MSWinEventLog\t1\tSecurity\t4711\tFri Jan 02 03:04:05 2026\t4624
= WIN1 | MSWinEventLog | notice
# Windows, NXLog
<14>Jan  2 03:04:05 WIN1.acme.example Microsoft-Windows-Security-Auditing[780]: An account was logged off.
=rs WIN1.acme.example | Microsoft-Windows-Security-Auditing | info
<13>1 2026-01-02T03:04:05.678901+01:00 WIN1 Service_Control_Manager 624 - [NXLOG@14506 EventID="7036"] stopped
=rs WIN1 | Service_Control_Manager | notice | 2026-01-02T02:04:05.678901Z
# Windows, EventReporter
<13>Jan  2 03:04:05 WIN-1 EvntSLog: [AUS] Fri Jan 02 03:04:05 2026: WIN-1/Security (680) logged on
=rs WIN-1 | EvntSLog | notice
# SQL Server
<11>Jan  2 03:04:05 WIN2 MSSQLSERVER[3001]: Login failed for user 'sa'.
=rs WIN2 | MSSQLSERVER | error
# IIS
<14>Jan  2 03:04:05 iis-1 IIS: 2026-01-02 03:04:05 W3SVC1 192.0.2.9 GET / - 443
=rs iis-1 | IIS | info
# VMware ESXi
<166>2026-01-02T03:04:05.678Z esx-1 Hostd: info hostd[2100735] [Originator@6876 sub=Vimsvc] Event 4711
=rs esx-1 | Hostd | info | 2026-01-02T03:04:05.678Z
<181>2026-01-02T03:04:05.678Z esx-1.example vmkernel: cpu3:2097563)ScsiDeviceIO: 4161: failed
=rs esx-1.example | vmkernel | notice | 2026-01-02T03:04:05.678Z
# VMware vCenter
<14>1 2026-01-02T03:04:05.678901+00:00 vc-1 vpxd 5001 - - Event [99] [1-1] [vim.event.UserLoginSessionEvent]
=rs vc-1 | vpxd | info | 2026-01-02T03:04:05.678901Z
# VMware NSX
<181>1 2026-01-02T03:04:05.678Z nsx-1 NSX 1234 FIREWALL [nsx@6876 comp="nsx-manager" level="INFO"] rule hit
=rs nsx-1 | NSX | notice | 2026-01-02T03:04:05.678Z
# VMware Horizon
<13>1 2026-01-02T03:04:05.678Z hv-1 View - 123 [View@6876 Severity="AUDIT_SUCCESS"] User logged in
=rs hv-1 | View | notice | 2026-01-02T03:04:05.678Z
# Nutanix
<14>1 2026-01-02T03:04:05.678901+00:00 ntnx-1 prism_gateway - - - INFO 2026-01-02 login
=rs ntnx-1 | prism_gateway | info | 2026-01-02T03:04:05.678901Z
# Proxmox
<30>Jan  2 03:04:05 pve-1 pvedaemon[77]: <root@pam> successful auth for user 'root@pam'
=rs pve-1 | pvedaemon | info
# XenServer
<30>Jan  2 03:04:05 xen-1 xapi: [ info|xen-1|77 ||xapi] session created
=rs xen-1 | xapi | info
# nginx
<190>Jan  2 03:04:05 web-1 nginx: 198.51.100.7 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200
=rs web-1 | nginx | info
<190>Jan  2 03:04:05 nginx: 198.51.100.8 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.0" 404
=rs - | nginx | info
# Apache
<131>Jan  2 03:04:05 web-1 httpd[77]: [core:error] [pid 77] [client 198.51.100.4] File not found
=rs web-1 | httpd | error
# HAProxy
<134>Jan  2 03:04:05 lb-1 haproxy[2201]: 198.51.100.9:51234 [02/Jan/2026:03:04:05.123] www~ app/app-1
=rs lb-1 | haproxy | info
<134>Jan  2 03:04:05 haproxy[2201]: Proxy www started.
=rs - | haproxy | info
# Traefik
<14>Jan  2 03:04:05 lb-2 traefik[1]: time="2026-01-02T03:04:04Z" level=info msg="Starting"
=rs lb-2 | traefik | info
# Tomcat
<14>Jan  2 03:04:05 app-1 catalina: INFO: Server startup in 5 ms
=rs app-1 | catalina | info
# Docker
<30>Jan  2 03:04:05 docker-1 3f4e5a6b7c8d[1234]: ready
=rs docker-1 | 3f4e5a6b7c8d | info
<30>1 2026-01-02T03:04:05.678901Z docker-1 shop-api 1234 shop-api - GET /health 200
=rs docker-1 | shop-api | info | 2026-01-02T03:04:05.678901Z
# Kubernetes
<30>Jan  2 03:04:05 node-1 kubelet[77]: E0102 03:04:05.678901 77 pod_workers.go:190] Error syncing pod
=rs node-1 | kubelet | info
# PostgreSQL
<134>Jan  2 03:04:05 db-1 postgres[77]: [3-1] LOG:  checkpoint complete
=rs db-1 | postgres | info
# MySQL
<30>Jan  2 03:04:05 db-1 mysqld[77]: [Warning] Aborted connection 5
=rs db-1 | mysqld | info
# Oracle
<134>Jan  2 03:04:05 ora-1 Oracle Audit[77]: LENGTH : '160' ACTION :[7] 'CONNECT'
=rs ora-1 | Oracle | info
# MongoDB
<14>Jan  2 03:04:05 db-1 mongod.27017[77]: [conn1] authenticated
=rs db-1 | mongod.27017 | info
# Asterisk
<13>Jan  2 03:04:05 pbx-1 asterisk[77]: NOTICE[99]: chan_sip.c:1 in handle_request: failed
=rs pbx-1 | asterisk | notice
# Kamailio
<134>Jan  2 03:04:05 sip-1 /usr/sbin/kamailio[77]: INFO: <core> [core/tcp_main.c:4]: ready
=s sip-1 | /usr/sbin/kamailio | info
`
