import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../../src/storage/testing/free-port.ts'
import type { makeCertificate } from '../certificate.ts'
import { KafkaReceiver, topic } from '../kafka/kafka-receiver.ts'
import { Rsyslog } from '../rsyslog.ts'
import { community, Snmptrapd } from '../snmptrapd.ts'
import { SyslogNg } from '../syslog-ng.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { isUdpPortOpen } from '../udp-port.ts'
import { until } from '../until.ts'
import { type HttpAnswers, HttpReceiver } from './http-receiver.ts'
import { MillraceReceiver, receiverToken, wholeFile } from './millrace-receiver.ts'

/** What a receiver gets for its start. */
export interface Place {
  port: number
  /** The port of the proxy to it. */
  proxyPort: number
  folder: string
  /**
   * In the folder, where a Millrace writes a file. The receiver appends what it received, in a form that
   * ReceivedFile reads.
   */
  file: string
  tls: Awaited<ReturnType<typeof makeCertificate>>
}

/** A process that receives. */
export interface Receiver {
  kill(): Promise<void>
  /** Of a receiver with data: starts it again. Otherwise another one takes its place. */
  restart?(): Promise<void>
  /** Removes the data. It was killed. */
  remove?(): Promise<void>
  /** Of a receiver that answers. */
  answer?(answers: HttpAnswers): void
}

/** A kind of destination and its receiver: a row of scenarios/deep/forwarding-faults.test.ts. */
export interface Destination {
  name: string
  /** Members of the forwarder. `ca`: PEM. */
  target(place: Place, ca: string): Record<string, unknown>
  /** Absent: there is no receiver, and the service writes a file. */
  receiver?(place: Place): Promise<Receiver>
  isTls?: boolean
  /** What it can answer, besides taking events. */
  answers?: readonly Exclude<HttpAnswers, 'take'>[]
  /** Over UDP, past the proxy: what a receiver has not read when it is killed is lost. */
  mayLose?: true
  /** Events that it refuses for now come after later ones. */
  isUnordered?: true
}

const host = '127.0.0.1'
const httpAnswers = ['slow', 'busy', 'unavailable'] as const
const rsyslogLines = (file: string, property = '%structured-data% %msg%') =>
  `template(name="line" type="string" string="${property}\\n")
   action(type="omfile" file="${file}" template="line")`
/** Over UDP, a receiver loses what its buffer does not hold. */
const rate_limit = 2_000

export const destinations: readonly Destination[] = [
  {
    name: 'syslog over TCP, rsyslog',
    target: ({ proxyPort: port }) => ({ syslog: { host, port } }),
    receiver: ({ port, file }) =>
      Rsyslog.start(
        `module(load="imtcp")
         input(type="imtcp" port="${port}" address="${host}")
         ${rsyslogLines(file)}`,
      ),
  },
  {
    name: 'syslog over TCP, syslog-ng',
    target: ({ proxyPort: port }) => ({ syslog: { host, port } }),
    receiver: ({ port, file }) =>
      SyslogNg.start(
        `source net { syslog(ip("${host}") port(${port}) transport("tcp") log-iw-size(10000)); };
         destination d_millrace { file("${file}" template("$SDATA $MSG\\n")); };
         log { source(net); destination(d_millrace); flags(flow-control); };`,
      ),
  },
  {
    name: 'syslog over TLS, rsyslog',
    isTls: true,
    target: ({ proxyPort: port }, ca) => ({ syslog: { host, port, transport: 'tls', ca } }),
    receiver: ({ port, file, tls: { cert, key } }) =>
      Rsyslog.start(
        `global(defaultNetstreamDriverCAFile="${cert}" defaultNetstreamDriverCertFile="${cert}"
                defaultNetstreamDriverKeyFile="${key}")
         module(load="imtcp" StreamDriver.Name="gtls" StreamDriver.Mode="1" StreamDriver.AuthMode="anon")
         input(type="imtcp" port="${port}" address="${host}")
         ${rsyslogLines(file)}`,
      ),
  },
  {
    name: 'http',
    target: ({ proxyPort }) => ({ http: { url: `http://${host}:${proxyPort}/logs` } }),
    receiver: place => HttpReceiver.start('http', { port: place.port, file: place.file }),
    // Events that it takes and loses are lost: nothing says so.
    answers: httpAnswers,
  },
  {
    name: 'splunk_hec over TLS, with acknowledgements',
    isTls: true,
    target: ({ proxyPort }, ca) => ({
      splunk_hec: {
        ...{ url: `https://${host}:${proxyPort}/services/collector/event`, token: 'secret' },
        ...{ acknowledge: true, ca },
      },
    }),
    receiver: place => HttpReceiver.start('hec', place),
    answers: [...httpAnswers, 'lose'],
  },
  {
    name: 'elasticsearch',
    target: ({ proxyPort }) => ({
      elasticsearch: { url: `http://${host}:${proxyPort}`, compress: true },
    }),
    receiver: ({ port, file }) => HttpReceiver.start('elasticsearch', { port, file }),
    answers: [...httpAnswers, 'some busy'],
    isUnordered: true,
  },
  {
    name: 'loki',
    target: ({ proxyPort }) => ({ loki: { url: `http://${host}:${proxyPort}`, compress: true } }),
    receiver: ({ port, file }) => HttpReceiver.start('loki', { port, file }),
    answers: httpAnswers,
  },
  {
    name: 'otlp',
    target: ({ proxyPort }) => ({ otlp: { url: `http://${host}:${proxyPort}` } }),
    receiver: ({ port, file }) => HttpReceiver.start('otlp', { port, file }),
    answers: httpAnswers,
  },
  {
    name: 'gelf over TCP, rsyslog',
    target: ({ proxyPort: port }) => ({ gelf: { host, port } }),
    receiver: ({ port, file }) =>
      Rsyslog.start(
        `module(load="imtcp" addtlFrameDelimiter="0")
         input(type="imtcp" port="${port}" address="${host}")
         ${rsyslogLines(file, '%rawmsg%')}`,
      ),
  },
  {
    name: 'kafka',
    target: ({ proxyPort }) => ({ kafka: { brokers: [`${host}:${proxyPort}`], topic } }),
    // Producers use the place that the broker names, which is the proxy.
    receiver: ({ port, proxyPort, file }) =>
      KafkaReceiver.start({ port, advertised: `${host}:${proxyPort}`, file }),
  },
  {
    name: 'millrace',
    target: ({ proxyPort }) => ({
      millrace: { url: `http://${host}:${proxyPort}`, token: receiverToken, compress: true },
    }),
    receiver: place => MillraceReceiver.start(place),
  },
  {
    name: 'snmp, snmptrapd',
    mayLose: true,
    target: ({ port }) => ({ rate_limit, snmp: { host, port, version: 'v2c', community } }),
    receiver: place => Snmptrapd.start(place),
  },
  {
    name: 'syslog over UDP, rsyslog',
    mayLose: true,
    target: ({ port }) => ({ rate_limit, syslog: { host, port, transport: 'udp' } }),
    async receiver({ port, file }) {
      const rsyslog = await Rsyslog.start(
        `module(load="imudp")
         input(type="imudp" port="${port}" address="${host}" rcvbufSize="4m")
         ${rsyslogLines(file)}`,
      )
      await until('rsyslogd to listen', () => isUdpPortOpen(port))
      return rsyslog
    },
  },
  {
    name: 'file',
    target: () => ({ file: wholeFile }),
  },
]

/** A place for a receiver of this name: a free port with a proxy to it, and a folder in a folder. */
export async function placeIn(
  parent: string,
  name: string,
  tls: Place['tls'],
): Promise<{ place: Place; proxy: TcpProxy }> {
  const port = await freePort()
  const proxy = await TcpProxy.start(port)
  const folder = path.join(parent, name.replaceAll(/\W+/g, '-'))
  const file = path.join(folder, 'forwarded', wholeFile.name)
  mkdirSync(path.dirname(file), { recursive: true })
  return { place: { port, proxyPort: proxy.port, folder, file, tls }, proxy }
}
