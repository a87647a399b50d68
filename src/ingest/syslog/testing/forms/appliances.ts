/** Storage, server controllers, power supplies, telephones and other devices with an address. */
export const appliances = `
# NetApp ONTAP
<29>Jan  2 03:04:05 [node-1:secd.conn.auth.failure:notice]: Vserver (svm1) could not connect
= node-1 | secd.conn.auth.failure | notice
<29>Jan  2 03:04:05 [node-1: secd: secd.conn.auth.failure:notice]: Vserver (svm1) could not connect
= node-1 | secd.conn.auth.failure | notice
<29>Jan  2 03:04:05 filer-1 [filer-1:raid.rg.scrub.resume:notice]: scrub resumed
= filer-1 | raid.rg.scrub.resume | notice
<29>Fri Jan  2 03:04:05 [filer-1: cifs.oplock.break.timeout:warning]: CIFS: An oplock break
= filer-1 | cifs.oplock.break.timeout | notice
<29>1 2026-01-02T03:04:05+00:00 node-1 secd 0 - - secd.conn.auth.failure: Vserver (svm1) could not connect
=rs node-1 | secd | notice
# Dell Isilon
<30>Jan  2 03:04:05 isi-1(id1) isi_audit_cee[99]: started
=r - | isi-1(id1) | info
<30>2026-01-02T03:04:05Z isi-1-1 isi_celog_notification[4]: event 5 raised
=rs isi-1-1 | isi_celog_notification | info
# Dell Data Domain
<142>Jan  2 03:04:05 dd-1 -ddsh: NOTICE: MSG-DDSH-00009: (tty=pts/0, session=1) sysadmin: command "net"
=rs dd-1 | -ddsh | info
# Dell Unity
<14>Jan  2 03:04:05 unity-1 Unity_CS[77]: Storage pool is 80 % full
=rs unity-1 | Unity_CS | info
# Dell iDRAC
<14>Jan  2 03:04:05 idrac-1 Severity: Informational, Category: Audit, MessageID: USR0030, Message: Login
=rs idrac-1 | Severity | info
# HPE iLO
<14>Jan  2 03:04:05 ILOCZ1 #ILO 5: 01/02/2026 03:04 Browser login: admin - 192.0.2.7
=rs ILOCZ1 | #ILO | info
# HPE 3PAR
<174>1 2026-01-02T03:04:05+00:00 3par-1 - - - - {3parCLI} {super all} {login}
=s 3par-1 |  | info
# HPE Nimble
<13>1 2026-01-02T03:04:05.678Z nimble-1 NMBL 77 - - Type:2006 Id:5 volume online
=rs nimble-1 | NMBL | notice | 2026-01-02T03:04:05.678Z
# Lenovo XCC
<14>Jan  2 03:04:05 xcc-1 XCC: FQXSPSE4001I: Remote Login Successful. Login ID: USERID
=rs xcc-1 | XCC | info
# Pure Storage
<12>Jan  2 03:04:05 pure-ct0 purity.alert: WARNING [cli] Alert 5: drive failed
=rs pure-ct0 | purity.alert | warning
# Synology
<14>Jan  2 03:04:05 nas-1 Connection: User [ann] from [10.10.0.5] logged in successfully via [DSM].
=rs nas-1 | Connection | info
<13>Jan  2 03:04:05 nas-1 WinFileService Event: read, Path: /photo/1.jpg, User: ann
=rs nas-1 | WinFileService | notice
<11>1 2026-01-02T04:04:05+01:00 nas-1 System - - - Volume 1 has crashed.
=rs nas-1 | System | error
# QNAP
<30>Jan  2 03:04:05 qnap-1 qlogd[123]: conn log: Users: admin, Source IP: 192.0.2.7, Computer name: ---
=rs qnap-1 | qlogd | info
# TrueNAS
<29>1 2026-01-02T03:04:05.678901+00:00 nas-2.local middlewared 77 - - Pool tank state is ONLINE
=rs nas-2.local | middlewared | notice | 2026-01-02T03:04:05.678901Z
# IBM DataPower
<14>Jan  2 03:04:05 dp-1 [0x80e00126][mgmt][error] trans(1): login failure
=rs dp-1 |  | info
# IBM Spectrum Virtualize
<11>Jan  2 03:04:05 svc-1 2145: # Machine Type = 2145 # Error ID = 073305 : Fibre Channel
=rs svc-1 | 2145 | error
# Quantum Scalar
<13>Jan  2 03:04:05 scalar-1 lhxd[7]: robot ready
=rs scalar-1 | lhxd | notice
# Veeam
<14>1 2026-01-02T03:04:05.678901+00:00 VBR-1 Veeam_MP - - [origin enterpriseId="31023"] [categoryId=0 instanceId=190] job done
=rs VBR-1 | Veeam_MP | info | 2026-01-02T03:04:05.678901Z
# APC
<14>Jan  2 03:04:05 192.0.2.4 System: Web user 'apc' logged in from 192.0.2.7. 0x0014
=rs 192.0.2.4 | System | info
<14>Jan  2 03:04:05 ups-1 UPS: On battery power in response to an input power problem. 0x0109
=rs ups-1 | UPS | info
# Raritan
<14>Jan  2 03:04:05 pdu-1 Event: Outlet 3 switched off by user admin
=rs pdu-1 | Event | info
# Eaton
<14>1 2026-01-02T03:04:05Z eaton-1 m2 - - - UPS on utility
=rs eaton-1 | m2 | info
# Axis
<30>Jan  2 03:04:05 axis-accc8e000001 systemd[1]: Started Camera.
=rs axis-accc8e000001 | systemd | info
<29>Jan  2 03:04:05 axis-accc8e000001 [ NOTICE  ] vapix: user root logged in
=rs axis-accc8e000001 |  | notice
# Hikvision
<14>Jan  2 03:04:05 cam-1 hikvision: motion detected on channel 1
=rs cam-1 | hikvision | info
# HP printers
<13>printer: error cleared
=rs - | printer | notice | now
<12>Jan  2 03:04:05 npi-1 printer: paper jam
=rs npi-1 | printer | warning
# Xerox
<14>Jan  2 03:04:05 xerox-1 XRX-B7035: Job 5 completed
=rs xerox-1 | XRX-B7035 | info
# Polycom
<14>Jan  2 03:04:05 0004f2000001 so   |4|00|Registration failed
=rs 0004f2000001 | so | info
# Yealink
<131>Jan  2 03:04:05 sua [1234]: SUA <3+error > [000] call failed
=rs sua |  | error
# Grandstream
<14>Jan  2 03:04:05 GXP2160 [00:0B:82:00:00:01] [1.0.9.1] INFO: call ended
=rs GXP2160 |  | info
# Snom
<14>Jan  2 03:04:05 snom-1 SIP: Registered at sip-1
=rs snom-1 | SIP | info
# AudioCodes
<133>[S=1234] [BID=a1b2c3:45] RAISE-ALARM:acBoardEvResettingBoard
=rs - |  | notice | now
# Avaya
<134>Jan  2 03:04:05 avaya-1 -- 03:04:05.678 CommonAdmin[123]: alarm raised
= avaya-1 |  | info
# Moxa
<14>Jan  2 03:04:05 nport-1 NPort5110: Cold start
=rs nport-1 | NPort5110 | info
# Siemens SCALANCE
<14>1 2026-01-02T03:04:05.000Z scalance-1 WBM 4 - - User admin has logged in from 192.0.2.7
=rs scalance-1 | WBM | info
# Hirschmann
<14>Jan  2 03:04:05 BRS-1 AUTH[77]: user admin logged in
=rs BRS-1 | AUTH | info
# Digi
<30>Jan  2 03:04:05 digi-1 supervisor[7]: modem connected
=rs digi-1 | supervisor | info
# Tasmota
<134>2026-01-02T03:04:05 tasmota-1 ESP-MQT: stat/tasmota-1/RESULT = {"POWER":"ON"}
=s tasmota-1 | ESP-MQT | info
# Shelly
<14>1 2026-01-02T03:04:05Z shelly-1 shos_init - - - started
=rs shelly-1 | shos_init | info
# Home Assistant
<14>Jan  2 03:04:05 ha-1 homeassistant[7]: 2026-01-02 03:04:05.678 INFO (MainThread) started
=rs ha-1 | homeassistant | info
# AWS EC2
<14>1 2026-01-02T03:04:05Z ip-10-0-0-5.ec2.internal cloud-init 77 - - finished
=rs ip-10-0-0-5.ec2.internal | cloud-init | info
# Heroku
<45>1 2026-01-02T03:04:05.678901+00:00 host heroku router - at=info method=GET path="/"
=r host | heroku | notice | 2026-01-02T03:04:05.678901Z
<40>1 2026-01-02T03:04:05+00:00 host app web.3 - State changed from starting to up
=r host | app | emergency
# Fastly
<134>2026-01-02T03:04:05Z cache-fra1 s3log[77]: 198.51.100.4 "-" GET / 200
=rs cache-fra1 | s3log | info
# Papertrail
<22>Jan  2 03:04:05 prod-1 app-web: GET / 200
=rs prod-1 | app-web | info
# Google Cloud VPN
<30>1 2026-01-02T03:04:05Z gcp-1 charon 7 - - received packet
=rs gcp-1 | charon | info
`
