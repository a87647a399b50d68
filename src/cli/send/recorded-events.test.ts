import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../testing/until.ts'
import { socketFormats } from './formats.ts'
import { RecordedEvents, type RecordedOptions } from './recorded-events.ts'
import { bareFrame, countedFrame, lineFrame } from './supply.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-send-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.useRealTimers())

function file(name: string, content: string | Buffer): string {
  const whole = path.join(folder, name)
  writeFileSync(whole, content)
  return whole
}

function recorded(options: Partial<RecordedOptions> & Pick<RecordedOptions, 'files'>): RecordedEvents {
  return new RecordedEvents({
    fileFormat: 'lines',
    format: undefined,
    frame: lineFrame,
    defaults: { host: 'here', program: '' },
    now: false,
    speed: undefined,
    loop: false,
    ...options,
  })
}

/** All events as texts, and when each was returned; at most `most` at once. */
async function all(
  supply: RecordedEvents,
  max = 100,
  atMost = Infinity,
): Promise<{ texts: string[]; at: number[] }> {
  const source = supply.open()
  const texts: string[] = []
  const at: number[] = []
  while (texts.length < atMost) {
    const batch = await source.next(max)
    if (batch === undefined) break
    for (const [i, start] of batch.starts.entries()) {
      texts.push(batch.bytes.toString('latin1', start, batch.ends[i]))
      at.push(performance.now())
    }
    expect(batch.events).toBeLessThanOrEqual(max)
  }
  await supply.close()
  return { texts, at }
}

test('lines go as they are, whatever bytes they have, of plain and compressed files, in order', async () => {
  const bytes = Buffer.from([0x3c, 0x31, 0x3e, 0xff, 0x00, 0xe4, 0x0d, 0x0a])
  const many = Array.from({ length: 30_000 }, (_, i) => `<13>a line of some length, number ${i}`)
  const files = [
    file('bytes.log', Buffer.concat([bytes, Buffer.from('\n\r\nlast without end')])),
    file('many.log.gz', gzipSync(`${many.join('\n')}\n`)),
    file('one.zst', zstdCompressSync('one\n')),
  ]
  const { texts } = await all(recorded({ files, frame: bareFrame() }), 999)
  expect(texts).toEqual(
    [bytes.subarray(0, 6).toString('latin1'), '', 'last without end', ...many, 'one'].filter(Boolean),
  )
  const counted = await all(recorded({ files: files.slice(0, 1), frame: countedFrame }))
  expect(counted.texts).toEqual([`6 ${bytes.subarray(0, 6).toString('latin1')}`, '16 last without end'])
})

test('lines of syslog and of anything else are written again in the requested form', async () => {
  const files = [
    file(
      'mixed.log',
      '<38>Jan  2 2026 03:04:05 web-1 sshd[42]: Größe\n' +
        '<165>1 2026-01-02T03:04:05.000678+01:00 app-1 evnt 7 ID47 [x y="z"] hello\nno syslog at all\n',
    ),
  ]
  const { texts } = await all(
    recorded({ files, format: socketFormats.rfc5424, defaults: { host: 'here', program: 'p' } }),
  )
  const utf8 = texts.map(text => Buffer.from(text, 'latin1').toString())
  expect(utf8.slice(0, 2)).toEqual([
    '<38>1 2026-01-02T03:04:05.000000Z web-1 sshd 42 - - Größe\n',
    '<165>1 2026-01-02T02:04:05.000678Z app-1 evnt 7 - - hello\n',
  ])
  expect(utf8[2]).toMatch(/^<13>1 20\d\d-\S+Z here p - - - no syslog at all\n$/)
  const now = await all(recorded({ files, format: socketFormats.bsd, now: true }))
  expect(now.texts[0]).not.toContain('Jan  2 03:04:05')
})

test('tab-separated columns: 0 is now, the message may have tabs', async () => {
  const files = [file('a.tsv', '1767225600.25\tfw-1\t165\tasa\tone\ttwo\n0\t\t0\t\tthree\n')]
  const { texts } = await all(recorded({ files, fileFormat: 'tsv', format: socketFormats.rfc5424 }))
  expect(texts[0]).toBe('<165>1 2026-01-01T00:00:00.250000Z fw-1 asa - - - one\ttwo\n')
  expect(texts[1]).toMatch(/^<0>1 20\d\d-\S+Z here - - - - three\n$/)
})

test.each([
  ['a\tb', 'expected five columns separated by tabs: time stamp, host, priority, program, message'],
  ['then\th\t13\tp\tm', 'the time stamp must be Unix seconds or 0, not "then"'],
  ['0\th\t192\tp\tm', 'the priority must be a whole number from 0 to 191, not "192"'],
])('an invalid line: %j', async (line, message) => {
  const name = file('bad.tsv', `0\th\t13\tp\tm\n\n${line}\n`)
  await expect(
    all(recorded({ files: [name], fileFormat: 'tsv', format: socketFormats.bsd })),
  ).rejects.toThrow(`${name}: ${name}: line 3: ${message}`.replace(`${name}: ${name}`, name))
})

test('a file that is not there or too long a line is reported by name', async () => {
  await expect(all(recorded({ files: [path.join(folder, 'none')] }))).rejects.toThrow(/none: is not there/)
  const long = file('long.log', `short\n${'x'.repeat(1_400_000)}`)
  await expect(all(recorded({ files: [long] }))).rejects.toThrow(
    `${long}: line 2 is longer than 1048576 bytes`,
  )
  const broken = file('broken.gz', 'no gzip')
  await expect(all(recorded({ files: [broken] }))).rejects.toThrow(/broken\.gz: incorrect header check/)
})

test('again and again until stopped; not for ever over a file without lines', async () => {
  const files = [file('two.log', 'a\nb\n')]
  const { texts } = await all(recorded({ files, loop: true, frame: bareFrame() }), 1, 5)
  expect(texts).toEqual(['a', 'b', 'a', 'b', 'a'])
  expect(await all(recorded({ files: [file('empty.log', '\n\n')], loop: true }))).toMatchObject({ texts: [] })
})

test('a recording keeps its distances, at a multiple of its speed; earlier events are sent at once', async () => {
  const files = [
    file('paced.tsv', ['100', '101', '100.5', '102'].map((ts, i) => `${ts}\th\t13\tp\t${i}`).join('\n')),
  ]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const begun = performance.now()
  let isOver = false
  const given = all(recorded({ files, fileFormat: 'tsv', format: socketFormats.bsd, speed: 10 })).finally(
    () => {
      isOver = true
    },
  )
  // Time passes only during waits: reading the file takes none.
  while (await until('a wait, or the end', () => isOver || vi.getTimerCount() > 0).then(() => !isOver))
    await vi.advanceTimersToNextTimerAsync()
  const { texts, at } = await given
  expect(texts.map(text => text.trim().at(-1))).toEqual(['0', '1', '2', '3'])
  expect(at.map(moment => moment - begun)).toEqual([0, 100, 100, 200])
})

test('a wait for a distant moment ends when the supply is closed', async () => {
  const files = [file('far.tsv', '100\th\t13\tp\ta\n90000\th\t13\tp\tb\n')]
  const supply = recorded({ files, fileFormat: 'tsv', format: socketFormats.bsd, speed: 1 })
  const source = supply.open()
  expect((await source.next(10))?.events).toBe(1)
  const next = source.next(10)
  await supply.close()
  expect(await next).toBeUndefined()
})

test('a wait for lines of an idle standard input ends when the supply is closed', async () => {
  const input = new PassThrough()
  // Only the members of a Readable are used.
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  onTestFinished(() => void vi.restoreAllMocks())
  const supply = recorded({ files: ['-'] })
  const source = supply.open()
  input.write('a\n')
  expect((await source.next(10))?.events).toBe(1)
  const next = source.next(10)
  await supply.close()
  expect(await next).toBeUndefined()
  expect(input.destroyed).toBe(true)
})
