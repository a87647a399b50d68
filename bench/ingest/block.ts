const hosts = 500
/** Digits of an event's number. */
const digits = 10

/** Text with places that are filled in before it is sent, of a fixed width each. */
export interface Template {
  /** A line for the i-th event: `{time}` and `{number}` are its places. */
  line: (i: number) => string
  /** The moment as text of a fixed width, from Unix milliseconds. */
  time: (millis: number) => string
}

/**
 * Bytes with so many events, made once and stamped before each use: the sender has the machine's cores together with what
 * is measured, so it must cost next to nothing. Every event has a number of its own, so that none repeats another.
 */
export class Block {
  readonly bytes: Buffer
  readonly events: number
  /** Where each line begins; the last entry is where the last one ends. */
  readonly starts: number[] = []
  readonly #template: Template
  readonly #numbers: number[] = []
  readonly #times: number[] = []
  #millis = -1

  constructor(template: Template, events: number, head = '', between = '', tail = '') {
    this.#template = template
    this.events = events
    const width = template.time(Date.now()).length
    let text = head
    for (let i = 0; i < events; i++) {
      if (i > 0) text += between
      this.starts.push(text.length)
      for (const part of template.line(i).split(/(\{time\}|\{number\})/)) {
        if (part === '{time}') {
          this.#times.push(text.length)
          text += '0'.repeat(width)
        } else if (part === '{number}') {
          this.#numbers.push(text.length)
          text += '0'.repeat(digits)
        } else text += part
      }
    }
    this.starts.push(text.length)
    this.bytes = Buffer.from(text + tail, 'latin1')
  }

  /** Numbers the events from `first` and gives them the present time. */
  stamp(first: number): void {
    const { bytes } = this
    for (let i = 0; i < this.#numbers.length; i++) {
      let rest = first + i
      for (let at = (this.#numbers[i] ?? 0) + digits - 1, end = at - digits; at > end; at--) {
        const higher = Math.floor(rest / 10)
        bytes[at] = 48 + rest - higher * 10
        rest = higher
      }
    }
    const millis = Date.now()
    if (millis === this.#millis) return
    this.#millis = millis
    const time = Buffer.from(this.#template.time(millis), 'latin1')
    for (const at of this.#times) time.copy(bytes, at)
  }
}

/** Messages of several kinds, about 150 characters each. */
function message(i: number): string {
  const port = 1_024 + ((i * 7_919) % 60_000)
  const inside = `10.${i % 16}.${(i * 31) % 256}.${(i * 17) % 256}`
  const outside = `203.0.113.${i % 254}`
  switch (i % 5) {
    case 0:
      return `Failed password for invalid user user${i % 900} from ${outside} port ${port} ssh2 [preauth] session {number} closed after 3 attempts`
    case 1:
      return `%ASA-6-302013: Built outbound TCP connection {number} for outside:${outside}/443 (${outside}/443) to inside:${inside}/${port} (198.51.100.4/${port})`
    case 2:
      return `${inside} - - GET /api/items/{number} HTTP/1.1 200 ${(i * 37) % 90_000} https://shop.example/cart Mozilla/5.0 rt=0.0${i % 90} upstream=10.0.0.${i % 9}`
    case 3:
      return `%LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet1/0/${i % 48}, changed state to up, transition {number} since the last reload of the switch`
    default:
      return `type=traffic subtype=forward level=notice srcip=${inside} srcport=${port} dstip=${outside} dstport=443 action=accept sessionid={number} sentbyte=${(i * 91) % 50_000}`
  }
}

const programs = ['sshd', 'asa', 'nginx', 'ios', 'fortigate']
const name = (i: number) => `host-${(i * 13) % hosts}.example.org`
const iso = (millis: number) => new Date(millis).toISOString()

/** RFC 5424, a line a message. */
export const syslogLines: Template = {
  line: i =>
    `<${128 + (i % 8)}>1 {time} ${name(i)} ${programs[i % 5]} ${2_000 + (i % 700)} - - ${message(i)}\n`,
  time: iso,
}

/** The same without an end of line: a datagram each. */
export const syslogDatagrams: Template = { line: i => syslogLines.line(i).trimEnd(), time: iso }

/** Members of `events` of POST /incoming. */
export const incomingEvents: Template = {
  line: i =>
    `{"ts":{time},"host":"${name(i)}","program":"${programs[i % 5]}","priority":${128 + (i % 8)},"message":"${message(i)}"}`,
  time: millis => (millis / 1_000).toFixed(3),
}
