import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { parseNetDev } from './network.ts'
import { parseProcStat } from './processors.ts'
import { parseDiskStats, parseMemory, parseMounts } from './read-host.ts'

/** Words, numbers and separators of these files in any order. */
const anyText = fc
  .array(
    fc.constantFrom(
      ...[
        'cpu',
        'cpu0',
        'MemTotal:',
        'MemFree:',
        ' kB',
        'sda',
        'nvme0n1p1',
        'eth0:',
        'lo:',
        '/dev/vda',
        '/',
        '\\040',
      ],
      ...[' ', '  ', '\t', '\n', '0', '1', '-5', '18446744073709551615', '1e400', 'NaN', '\u0000', ':'],
    ),
    { maxLength: 60 },
  )
  .map(words => words.join(''))

test('whatever the kernel writes, the values read are numbers', () => {
  const property = fc.property(anyText, text => {
    const counters = [parseProcStat(text), parseDiskStats(text), parseNetDev(text)]
    const numbers = [...counters.flatMap(each => [...each.values()].flat()), ...(parseMemory(text) ?? [])]
    expect(numbers.every(Number.isFinite)).toBe(true)
    expect(parseMounts(text).map(mount => mount.name)).toContain('root')
  })
  fc.assert(property, { numRuns: runs(2_000) })
})
