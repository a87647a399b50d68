import { describe, expect, test } from 'vitest'
import { errorsOf, parseNetDev, trafficOf } from './network.ts'
import { countersOf, parseProcStat } from './processors.ts'
import { parseDiskStats, parseMemory, parseMounts, spaceOf } from './read-host.ts'

const entries = <Value>(map: ReadonlyMap<string, Value>) => Object.fromEntries(map)

describe('/proc/stat', () => {
  const cases: [name: string, text: string, counters: Record<string, number[]>][] = [
    [
      'a kernel of today, two processors',
      'cpu  10 2 30 400 5 6 7 8 9 1\ncpu0 4 1 10 200 5 6 7 8 9 1\ncpu1 6 1 20 200 0 0 0 0 0 0\nintr 99 1 2\nctxt 5\nbtime 1\n',
      {
        totals: [10, 2, 30, 6, 7, 5, 8, 400],
        0: [4, 1, 10, 6, 7, 5, 8, 200],
        1: [6, 1, 20, 0, 0, 0, 0, 200],
      },
    ],
    ['an old kernel without steal', 'cpu0 4 1 10 200 5 6 7\n', { 0: [4, 1, 10, 6, 7, 5, 0, 200] }],
    ['something else', 'cpufreq 1 2\ncpu0 a b c d\n\n', {}],
    ['nothing', '', {}],
  ]
  test.each(cases)('%s', (_name, text, counters) => {
    expect(entries(parseProcStat(text))).toEqual(counters)
  })
})

test('node:os reports processors where there is no /proc', () => {
  const processor = { model: '', speed: 1, times: { user: 1, nice: 2, sys: 3, idle: 4, irq: 5 } }
  expect(entries(countersOf([processor, processor]))).toEqual({
    totals: [2, 4, 6, 10, 0, 0, 0, 8],
    0: [1, 2, 3, 5, 0, 0, 0, 4],
    1: [1, 2, 3, 5, 0, 0, 0, 4],
  })
  expect(entries(countersOf([]))).toEqual({})
})

describe('/proc/meminfo', () => {
  const kB = 1024
  const cases: [name: string, text: string, values: number[] | undefined][] = [
    [
      'used is what is neither free nor taken back at need',
      'MemTotal:   1000 kB\nMemFree:     300 kB\nMemAvailable: 800 kB\nBuffers:   50 kB\nCached:   200 kB\nSwapCached: 7 kB\nSReclaimable:   25 kB\nHugePages_Total:  0\n',
      [425 * kB, 50 * kB, 225 * kB, 300 * kB],
    ],
    ['a container that reports little', 'MemTotal: 10 kB\nMemFree: 4 kB\n', [6 * kB, 0, 0, 4 * kB]],
    ['more cached than there is', 'MemTotal: 10 kB\nMemFree: 4 kB\nCached: 9 kB\n', [0, 0, 9 * kB, 4 * kB]],
    ['no total', 'MemFree: 4 kB\n', undefined],
    ['nothing', '', undefined],
  ]
  test.each(cases)('%s', (_name, text, values) => {
    expect(parseMemory(text)).toEqual(values)
  })
})

describe('/proc/diskstats', () => {
  const line = (name: string, reads: number, writes: number) =>
    ` 253  0 ${name} ${reads} 3 4 5 ${writes} 7 8 9 0 11 12 13 14 15 16`
  const cases: [name: string, lines: string[], counters: Record<string, number[]>][] = [
    [
      'parts and compositions are not counted twice',
      [
        line('sda', 10, 20),
        line('sda1', 4, 5),
        line('nvme0n1', 1, 1),
        line('nvme0n1p2', 1, 1),
        line('dm-6', 7, 7),
      ],
      {
        totals: [11, 21],
        sda: [10, 20],
        sda1: [4, 5],
        nvme0n1: [1, 1],
        nvme0n1p2: [1, 1],
        'dm-6': [7, 7],
      },
    ],
    ['memory and loops are no disks', [line('loop0', 1, 1), line('ram1', 1, 1), line('zram0', 2, 2)], {}],
    [
      'what was never used is left out',
      [line('vdb', 0, 0), line('vda', 0, 1)],
      { totals: [0, 1], vda: [0, 1] },
    ],
    ['something else', ['8 0 sda x 1 2 3 y', 'short line', ''], {}],
  ]
  test.each(cases)('%s', (_name, lines, counters) => {
    expect(entries(parseDiskStats(lines.join('\n')))).toEqual(counters)
  })
})

describe('/proc/net/dev', () => {
  const head =
    'Inter-|   Receive                    |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n'
  test('each interface, and all but lo', () => {
    const text = `${head}    lo: 100 1 0 0 0 0 0 0 100 1 0 0 0 0 0 0\n  eth0:1000 10 2 3 0 0 0 9 2000 20 4 5 0 0 0 0\neth0:1: 5 1 0 0 0 0 0 0 6 2 0 0 0 0 0 0\n`
    const counters = parseNetDev(text)
    expect(entries(counters)).toEqual({
      totals: [1005, 11, 2, 3, 2006, 22, 4, 5],
      lo: [100, 1, 0, 0, 100, 1, 0, 0],
      eth0: [1000, 10, 2, 3, 2000, 20, 4, 5],
      'eth0:1': [5, 1, 0, 0, 6, 2, 0, 0],
    })
    expect(trafficOf(counters.get('eth0') ?? [])).toEqual([20, 10, 2000, 1000, 4, 2])
    expect(errorsOf(counters.get('eth0') ?? [])).toEqual([3, 5, 2, 4])
  })
  test.each([head, '', 'eth0: 1 2 3\n', 'eth0: many\n'])('nothing in %j', text => {
    expect(entries(parseNetDev(text))).toEqual({})
  })
})

describe('/proc/mounts', () => {
  const cases: [name: string, lines: string[], mounts: Record<string, string>][] = [
    [
      'local disks, each once',
      [
        'proc /proc proc rw 0 0',
        '/dev/vda1 / ext4 rw 0 0',
        '/dev/vdb /var/log ext4 rw 0 0',
        '/dev/vdb /mnt/again ext4 rw 0 0',
        '/dev/vdc /mnt/two\\040words xfs rw 0 0',
        '/dev/loop3 /snap/core squashfs ro 0 0',
        'server:/export /nfs nfs4 rw 0 0',
      ],
      { root: '/', 'var-log': '/var/log', 'mnt-two words': '/mnt/two words' },
    ],
    ['in a container', ['overlay / overlay rw 0 0'], { root: '/' }],
    ['nothing', [], { root: '/' }],
  ]
  test.each(cases)('%s', (_name, lines, mounts) => {
    const found = parseMounts(lines.join('\n'))
    expect(Object.fromEntries(found.map(({ name, path }) => [name, path]))).toEqual(mounts)
  })
  test('used, reserved and free are all there is', () => {
    expect(spaceOf({ bsize: 10, blocks: 100, bfree: 30, bavail: 25 })).toEqual([700, 50, 250])
  })
})
