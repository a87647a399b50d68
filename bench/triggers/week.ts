import { rareToken } from '../corpora.ts'
import { randomNumbers } from '../random.ts'

const kinds = ['connection', 'session', 'request', 'login', 'packet', 'transaction', 'backup', 'interface']
const results = ['opened', 'closed', 'failed', 'denied', 'accepted']
const names = ['anna', 'boris', 'chen', 'dora', 'emil', 'fatima']
const linesAtOnce = 500
const hosts = 500
const programs = 60
/** Once in `burstEvery` seconds, the events of this many seconds arrive in a quarter of that time. */
const burstSeconds = 1_200
const burstEvery = 61_000
/** One in this many hosts is silent for the first hours of each day. */
const silentOf = 50
const silentSeconds = 2 * 3_600

/**
 * RFC 5424 lines in order of time, some at the same time, like the events of ../corpus.ts: hosts and programs
 * of uneven frequency, messages with addresses, ids and users. Unlike there, with bursts, and with hosts that
 * are silent for hours.
 */
export function* weekOfLines(events: number, from: number, to: number): Generator<string> {
  const random = randomNumbers(17)
  const spacing = (to - from) / events
  let lines = ''
  for (let n = 0; n < events; n++) {
    const second = from + compressed((n + random()) * spacing)
    const number = Math.floor(random() * 2 ** 32)
    let host = Math.floor(hosts * random() ** 2.2)
    if (host % silentOf === silentOf - 1 && second % 86_400 < silentSeconds) host--
    const kind = Math.floor(40 * random() ** 1.8)
    const user = number % 3 === 0 ? names[number % names.length] : `user${number % 5_000}`
    const rare = n % 1_000_000 === 500_000 ? ` ${rareToken}` : ''
    lines +=
      `<${8 + (number % 8)}>1 ${new Date(second * 1_000).toISOString()} host-${host} program-${Math.floor(programs * random() ** 2)} - - - ` +
      `${kinds[kind % 8]} ${results[kind % 5]} for ${user} from 10.${host % 256}.${kind}.${number % 256} port ${number % 60_000} to 192.0.2.${number % 254} ` +
      `service https duration ${number % 1_000}ms bytes ${number % 1_000_000} reason template-${kind} trace ${number.toString(16)}${n.toString(16)}${rare}\n`
    if ((n + 1) % linesAtOnce === 0) {
      yield lines
      lines = ''
    }
  }
  if (lines !== '') yield lines
}

function compressed(second: number): number {
  const within = second % burstEvery
  return within < burstSeconds ? second - within + within / 4 : second
}
