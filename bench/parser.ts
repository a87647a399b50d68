// Lines per second that one core parses, by kind of line: `node bench/parser.ts [millions of lines per
// kind]`.
import { StreamFramer } from '../src/ingest/framing/stream-framer.ts'
import { parseSyslog } from '../src/ingest/syslog/parse.ts'
import type { ParseContext } from '../src/ingest/syslog/parts/context.ts'

const lines = Number(process.argv[2] ?? 2) * 1_000_000
const distinct = 50_000

const kinds: [name: string, line: (i: number, time: Date) => string][] = [
  [
    'RFC 3164, sshd',
    (i, time) =>
      `<38>${bsd(time)} web-${i % 200} sshd[${4000 + (i % 500)}]: Failed password for invalid user oracle from 198.51.100.${i % 250} port ${20000 + (i % 40000)} ssh2 after ${i} tries by this name and address, delayed`,
  ],
  [
    'RFC 5424, no structured data',
    (i, time) =>
      `<38>1 ${iso(time)} web-${i % 200}.example.org sshd ${4000 + (i % 500)} ID47 - Accepted publickey for deploy from 198.51.100.${i % 250} port ${20000 + (i % 40000)} ssh2: ED25519 SHA256:${i} login ok`,
  ],
  [
    'RFC 5424, three parameters',
    (i, time) =>
      `<165>1 ${iso(time)} app-${i % 200} evntslog ${4000 + (i % 500)} ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="${i}"] An application event log entry of some ordinary length`,
  ],
  [
    'ISO stamp, nginx',
    (i, time) =>
      `<190>${iso(time)} web-${i % 200} nginx: 198.51.100.${i % 250} - - "GET /item/${i} HTTP/1.1" 200 ${i % 9000} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36" rt=0.0${i % 90} up=0.0${i % 70}`,
  ],
  [
    'Cisco ASA',
    (i, time) =>
      `<166>${bsd(time).replace(/ (?=\d\d:)/, ' 2026 ')} fw-${i % 20} : %ASA-6-302013: Built outbound TCP connection ${i} for outside:203.0.113.80/443 (203.0.113.80/443) to inside:10.1.1.5/${i % 60000} (198.51.100.1/51000)`,
  ],
  [
    'FortiGate',
    (i, time) =>
      `<189>date=${iso(time).slice(0, 10)} time=${iso(time).slice(11, 19)} devname="FG${i % 20}" devid="FGT0000000001" eventtime=${time.getTime()}000000 tz="+0000" logid="0000000013" type="traffic" srcip=10.4.0.5 sessionid=${i}`,
  ],
]

const start = Date.UTC(2026, 0, 2, 3, 4, 5)
for (const [name, line] of kinds) {
  // Rendered in advance as one stream, a thousand lines per second, so that only reading is measured.
  const texts = Array.from({ length: distinct }, (_, i) => line(i, new Date(start + i)))
  const stream = Buffer.from(texts.map(text => `${text}\n`).join(''))
  const chunks: Buffer[] = []
  for (let at = 0; at < stream.length; at += 65_536) chunks.push(stream.subarray(at, at + 65_536))
  const context: ParseContext = { receivedAt: (start + 60_000) * 1000, sender: '192.0.2.7' }
  let events = 0
  let characters = 0
  const framer = new StreamFramer({
    maxFrameBytes: 65_536,
    onFrame: (bytes, from, to, length) => {
      characters += parseSyslog(bytes, from, to, context, length).message.length
      events++
    },
  })
  for (const chunk of chunks) framer.feed(chunk)
  events = 0
  const begun = performance.now()
  while (events < lines) for (const chunk of chunks) framer.feed(chunk)
  const seconds = (performance.now() - begun) / 1000
  const bytes = Math.round(stream.length / distinct)
  console.log(
    `${name.padEnd(30)} ${Math.round(events / seconds).toLocaleString('en')} lines/s of ${bytes} bytes (${Math.round(characters / events)} characters of message)`,
  )
}

function bsd(time: Date): string {
  const [, day = '', month = ''] = time.toUTCString().split(' ')
  return `${month} ${String(Number(day)).padStart(2)} ${iso(time).slice(11, 19)}`
}

function iso(time: Date): string {
  return time.toISOString()
}
