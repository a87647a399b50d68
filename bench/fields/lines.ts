/** Lines of syslog of sixteen programs and devices, without header: program and message by number. */
const hosts = 200

type Line = readonly [program: string, message: string]

/** A number below `below` that `i` and `salt` decide, spread evenly. */
function spread(i: number, salt: number, below: number): number {
  let mixed = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c1b3c6d)
  mixed ^= mixed >>> 12
  return (mixed >>> 0) % below
}

const outer = (i: number, salt = 1) => `198.51.${100 + spread(i, salt, 4)}.${spread(i, salt + 1, 250)}`
const inner = (i: number, salt = 3) =>
  `10.${spread(i, salt, 8)}.${spread(i, salt + 1, 20)}.${spread(i, salt + 2, 250)}`
const port = (i: number) => 1_024 + spread(i, 6, 60_000)
const user = (i: number) => `user${spread(i, 7, 400)}`
const path = (i: number) =>
  `/shop/${['cart', 'item', 'search', 'login'][spread(i, 8, 4)]}/${spread(i, 9, 5_000)}`
const method = (i: number) => ['GET', 'GET', 'GET', 'POST', 'HEAD'][spread(i, 10, 5)]
const status = (i: number) => [200, 200, 200, 304, 404, 500][spread(i, 11, 6)]
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/'

const kinds: readonly ((i: number) => Line)[] = [
  i => [
    'nginx',
    `${outer(i)} - - [02/Jan/2026:03:04:05 +0000] "${method(i)} ${path(i)} HTTP/1.1" ${status(i)} ${spread(i, 12, 90_000)} "https://shop.example/" "${agent}${100 + spread(i, 13, 40)}.0 Safari/537.36"`,
  ],
  i => ['sshd', `Failed password for invalid user ${user(i)} from ${outer(i)} port ${port(i)} ssh2`],
  i => [
    'sshd',
    `Accepted publickey for ${user(i)} from ${inner(i)} port ${port(i)} ssh2: ED25519 SHA256:${spread(i, 14, 1e9)}`,
  ],
  i => [
    'sudo',
    `${user(i)} : TTY=pts/${spread(i, 15, 9)} ; PWD=/home/${user(i)} ; USER=root ; COMMAND=/usr/bin/systemctl restart app${spread(i, 16, 50)}`,
  ],
  i => ['CRON', `(root) CMD (/usr/local/bin/job-${spread(i, 17, 200)} --quiet)`],
  i => [
    'postfix/smtp',
    `${spread(i, 18, 2 ** 31)
      .toString(16)
      .toUpperCase()
      .padStart(
        10,
        '0',
      )}: to=<${user(i)}@example.org>, relay=mx${spread(i, 19, 9)}.example.org[${outer(i)}]:25, delay=${spread(i, 20, 900) / 100}, delays=0.1/0/0.1/0.15, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued as ${spread(i, 21, 1e9)})`,
  ],
  i => [
    'dovecot',
    `imap-login: Login: user=<${user(i)}>, method=PLAIN, rip=${outer(i)}, lip=${inner(i)}, mpid=${port(i)}, TLS, session=<${spread(i, 22, 1e9)}>`,
  ],
  i => [
    'kernel',
    `[${spread(i, 23, 1e6)}.000001] [UFW BLOCK] IN=eth0 OUT= MAC=00:00:5e:00:53:01 SRC=${outer(i)} DST=${inner(i)} LEN=60 TOS=0x00 PREC=0x00 TTL=48 ID=${spread(i, 24, 65_536)} PROTO=TCP SPT=${port(i)} DPT=${[22, 23, 80, 443, 3389][spread(i, 25, 5)]} WINDOW=65535 RES=0x00 SYN URGP=0`,
  ],
  i => [
    '%ASA-6-302013',
    `Built inbound TCP connection ${spread(i, 26, 1e9)} for outside:${outer(i)}/${port(i)} (${outer(i)}/${port(i)}) to inside:${inner(i)}/443 (203.0.113.9/443)`,
  ],
  i => [
    'FortiGate',
    `date=2026-01-02 time=03:04:05 devname="FG${spread(i, 27, 9)}" devid="FGT0000000001" logid="0000000013" type="traffic" subtype="forward" level="notice" srcip=${inner(i)} srcport=${port(i)} srcintf="lan" dstip=${outer(i)} dstport=443 dstintf="wan1" policyid=${spread(i, 28, 60)} policyname="out-${spread(i, 28, 60)}" sessionid=${spread(i, 29, 1e9)} proto=6 action="close" service="HTTPS" sentbyte=${spread(i, 30, 9e4)} rcvdbyte=${spread(i, 31, 9e5)}`,
  ],
  i => [
    'filterlog',
    `5,,,1000000103,igb0,match,block,in,4,0x0,,64,${spread(i, 32, 65_536)},0,DF,6,tcp,60,${outer(i)},${inner(i)},${port(i)},22,0,S,${spread(i, 33, 1e9)},,64240,,mss`,
  ],
  i => [
    'dhcpd',
    `DHCPACK on ${inner(i)} to 00:00:5e:00:${spread(i, 34, 256).toString(16).padStart(2, '0')}:01 (pc-${spread(i, 35, 900)}) via eth0`,
  ],
  i => [
    'named',
    `client @0x7f${spread(i, 36, 1e9).toString(16)} ${inner(i)}#${port(i)} (host${spread(i, 37, 4_000)}.example): query: host${spread(i, 37, 4_000)}.example IN A +E(0)K (10.0.0.53)`,
  ],
  i => ['systemd', `app${spread(i, 38, 60)}.service: Main process exited, code=exited, status=1/FAILURE`],
  i => [
    'postgres',
    `[${spread(i, 39, 99)}-1] 2026-01-02 03:04:05.678 UTC [${port(i)}] ${user(i)}@shop LOG:  duration: ${spread(i, 40, 9e4) / 100} ms  statement: SELECT * FROM orders WHERE id = ${spread(i, 41, 1e6)}`,
  ],
  i => [
    'haproxy',
    `${outer(i)}:${port(i)} [02/Jan/2026:03:04:05.678] https~ shop/web-${spread(i, 42, 9)} 10/0/30/${spread(i, 43, 99)}/${spread(i, 44, 900)} ${status(i)} ${spread(i, 45, 90_000)} - - ---- 1/1/1/1/0 0/0 "${method(i)} ${path(i)} HTTP/1.1"`,
  ],
]

/** Number of kinds of lines. */
export const lineKinds = kinds.length

/** The line of a number, as a frame of syslog with a time close to now. */
export function mixedLine(i: number, time: string): string {
  const [program, message] = (kinds[i % kinds.length] ?? fallback)(Math.floor(i / kinds.length))
  // A process id for the programs that have one.
  const tag = program.startsWith('%') || program === 'kernel' ? program : `${program}[${1_000 + (i % 50)}]`
  return `<134>${time} host-${spread(i, 46, hosts)} ${program === 'FortiGate' ? '' : `${tag}: `}${message}`
}

const fallback = (): Line => ['', '']
