import path from 'node:path'
import { freePort } from '../../../src/storage/testing/free-port.ts'
import type { makeCertificate } from '../certificate.ts'
import { Rsyslog } from '../rsyslog.ts'
import { SyslogNg } from '../syslog-ng.ts'
import { type HttpAnswers, HttpReceiver } from './http-receiver.ts'

/** What a receiver gets for its start. */
interface Place {
  port: number
  /** It appends what it received to this file, in a form that ReceivedFile reads. */
  file: string
  tls: Awaited<ReturnType<typeof makeCertificate>>
}

/** A process that receives. */
interface Receiver {
  kill(): Promise<void>
  /** Of a receiver that answers. */
  answer?(answers: HttpAnswers): void
}

/** A kind of destination and its receiver: a row of scenarios/deep/forwarding-faults.test.ts. */
export interface Destination {
  name: string
  /** Member of the forwarder; `port`: of the proxy to the receiver. `ca`: PEM. */
  target(port: number, ca: string): Record<string, Record<string, unknown>>
  /** Absent: there is no receiver, and the service writes a file. */
  receiver?(place: Place): Promise<Receiver>
  isTls?: boolean
  /** What it can answer, besides taking events. */
  answers?: readonly Exclude<HttpAnswers, 'take'>[]
}

const host = '127.0.0.1'
const rsyslogLines = (file: string) =>
  `template(name="line" type="string" string="%structured-data% %msg%\\n")
   action(type="omfile" file="${file}" template="line")`

export const destinations: readonly Destination[] = [
  {
    name: 'syslog over TCP, rsyslog',
    target: port => ({ syslog: { host, port } }),
    receiver: ({ port, file }) =>
      Rsyslog.start(
        `module(load="imtcp")
         input(type="imtcp" port="${port}" address="${host}")
         ${rsyslogLines(file)}`,
      ),
  },
  {
    name: 'syslog over TCP, syslog-ng',
    target: port => ({ syslog: { host, port } }),
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
    target: (port, ca) => ({ syslog: { host, port, transport: 'tls', ca } }),
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
    target: port => ({ http: { url: `http://${host}:${port}/logs` } }),
    receiver: place => HttpReceiver.start('http', { port: place.port, file: place.file }),
    // Events that it takes and loses are lost: nothing says so.
    answers: ['slow', 'busy', 'unavailable'],
  },
  {
    name: 'splunk_hec over TLS, with acknowledgements',
    isTls: true,
    target: (port, ca) => ({
      splunk_hec: {
        ...{ url: `https://${host}:${port}/services/collector/event`, token: 'secret' },
        ...{ acknowledge: true, ca },
      },
    }),
    receiver: place => HttpReceiver.start('hec', place),
    answers: ['slow', 'busy', 'unavailable', 'lose'],
  },
  {
    name: 'file',
    target: () => ({ file: { name: 'all.json', compression: 'none', rotate_mb: 100_000 } }),
  },
]

/** A place for a receiver: a free port, and a file in a folder. */
export async function placeIn(folder: string, name: string, tls: Place['tls']): Promise<Place> {
  return { port: await freePort(), file: path.join(folder, name.replaceAll(/\W+/g, '-')), tls }
}
