import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createConnection, type NetConnectOpts } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Form, forms } from '../../src/ingest/syslog/testing/forms.ts'
import type { Reading } from '../../src/ingest/syslog/testing/relay-row.ts'
import { relayTables } from '../../src/ingest/syslog/testing/relays.ts'
import { sender } from '../../src/ingest/syslog/testing/row.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { SyslogNg } from '../testing/syslog-ng.ts'
import { until } from '../testing/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-headers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rows = relayTables.flatMap(([, some]) => some)
/** Forms that a relay can read: other forms have no PRI, or something before it. */
const compared = forms.filter(({ line }) => line.startsWith('<'))
const lines = [...rows, ...compared].map(({ line }) => line)
/** Names that a relay gives a sender without a host. */
const local = new Set([hostname(), 'localhost', '127.0.0.1'])

test('syslog-ng reads the header forms of the table as it says', async () => {
  const socket = (name: string) => path.join(folder, name)
  const file = path.join(folder, 'syslog-ng.out')
  const relay = await SyslogNg.start(
    `source bsd { unix-stream("${socket('bsd')}" flags(expect-hostname)); };
     source ietf { unix-stream("${socket('ietf')}" flags(expect-hostname syslog-protocol)); };
     destination d_millrace {
       file("${file}" template("$(format-json --scope none host=$HOST program=$PROGRAM pid=$PID message=$MSG)\\n"));
     };
     log { source(bsd); source(ietf); destination(d_millrace); };`,
    [socket('bsd'), socket('ietf')],
  )
  try {
    const isIetf = (line: string) => /^<\d+>1 \d{4}-/.test(line)
    const bsd = lines.filter(line => !isIetf(line))
    const ietf = lines.filter(isIetf)
    await send({ path: socket('bsd') }, bsd)
    const first = await readings(file, bsd.length)
    await send({ path: socket('ietf') }, ietf)
    const all = await readings(file, lines.length)
    expect(first).toEqual(all.slice(0, bsd.length))
    const read = new Map([...bsd, ...ietf].map((line, i) => [line, all[i]]))
    expect(rows.map(({ line }) => [line, read.get(line)])).toEqual(
      rows.map(({ line, millrace, syslogNg }) => [line, syslogNg ?? millrace]),
    )
    expect(agreeing(read)).toEqual(
      compared.filter(({ relays }) => relays.includes('s')).map(({ line }) => line),
    )
  } finally {
    await relay.stop()
  }
})

test('rsyslog reads the header forms of the table as it says', async () => {
  const file = path.join(folder, 'rsyslog.out')
  const portFile = path.join(folder, 'port')
  const rsyslog = await Rsyslog.start(
    `module(load="imtcp")
     input(type="imtcp" port="0" address="127.0.0.1" listenPortFileName="${portFile}")
     template(name="reading" type="list" option.jsonf="on") {
       property(outname="host" name="hostname" format="jsonf")
       property(outname="program" name="programname" format="jsonf")
       property(outname="pid" name="procid" format="jsonf")
       property(outname="message" name="msg" format="jsonf")
     }
     action(type="omfile" file="${file}" template="reading")`,
  )
  try {
    const port = await until(
      'the port of rsyslogd',
      () => existsSync(portFile) && readFileSync(portFile, 'utf8').trim(),
    )
    await send({ host: '127.0.0.1', port: Number(port) }, lines)
    const all = (await readings(file, lines.length)).map(
      // It has no word for "no pid", and makes the space after the tag part of the message.
      ([host, program, pid, message]) =>
        [host, program, pid === '-' ? '' : pid, message.replace(/^ /, '')] as const,
    )
    const read = new Map(lines.map((line, i) => [line, all[i]]))
    expect(rows.map(({ line }) => [line, read.get(line)])).toEqual(
      rows.map(({ line, millrace, rsyslog }) => [line, rsyslog ?? millrace]),
    )
    expect(agreeing(read)).toEqual(
      compared.filter(({ relays }) => relays.includes('r')).map(({ line }) => line),
    )
  } finally {
    await rsyslog.stop()
  }
})

/** The lines of forms from which a relay reads the same host and program as Millrace. */
function agreeing(read: ReadonlyMap<string, Reading | undefined>): string[] {
  return compared.filter(form => isSame(form, read.get(form.line))).map(({ line }) => line)
}

function isSame({ wanted }: Form, [host, program]: Reading = ['', '', '', '']): boolean {
  return host === (wanted.host === sender ? '-' : wanted.host) && program === wanted.program
}

async function send(to: NetConnectOpts, some: readonly string[]): Promise<void> {
  const socket = createConnection(to)
  socket.end(some.map(line => `${line}\n`).join(''))
  await once(socket, 'close')
}

/** The JSON lines of the file, once there are this many. */
function readings(file: string, count: number): Promise<Reading[]> {
  return until(`${count} lines in ${file}`, () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    return lines.length >= count && lines.map(readingOf)
  })
}

function readingOf(json: string): Reading {
  const { host, program, pid = '', message } = JSON.parse(json)
  return [local.has(host) ? '-' : host, program, pid, message]
}
