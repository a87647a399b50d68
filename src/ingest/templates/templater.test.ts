import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import { runs } from '../../testing/depth.ts'
import { RowBuffer } from '../spool/rows/row-buffer.ts'
import { Templater } from './templater.ts'

const mask = new Templater()

function templateOf(message: string): string {
  const bytes = Buffer.from(message)
  mask.write(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length)
  return mask.bytes.toString('utf8', 0, mask.length)
}

/** Readable form: d, x and m in angle brackets. */
function shown(message: string): string {
  return templateOf(message)
    .replaceAll('\u0011', '<d>')
    .replaceAll('\u0012', '<x>')
    .replaceAll('\u0013', '<m>')
}

describe('parts that vary', () => {
  it.each([
    ['', ''],
    ['Connection closed', 'Connection closed'],
    [
      'Failed password for root from 10.0.0.7 port 5022',
      'Failed password for root from <d>.<d>.<d>.<d> port <d>',
    ],
    ['link eth0 up', 'link eth<d> up'],
    ['session 7f3a opened', 'session <x> opened'],
    ['mac 00:1a:2b:aa:44:ff seen', 'mac <x>:<x>:<x>:<x>:<x>:<x> seen'],
    ['job 6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'job <x>-<x>-<x>-<x>-<x>'],
    ['at 10:00:00', 'at <d>:<d>:<d>'],
    ['12:30:eth0', '<d>:<d>:eth<d>'],
    ['aa:b2:server', '<x>:<x>:server'],
    ['dead-beef', 'dead-beef'],
    ['12:a1:bee', '<x>:<x>:<x>'],
    ['12:a1:b2:bees', '<d>:<x>:<x>:bees'],
    ['tab\t7\n8', 'tab\t<d>\n<d>'],
    ['token x9Kd82jZ', 'token <m>'],
    ['at 0x1f', 'at <m>'],
    ['Größe5 10GB', 'Größe<d> <d>GB'],
    ['用户123登录失败', '用户<d>登录失败'],
    ['\u0012', ''],
    ['a'.repeat(1_001), ''],
    ['a'.repeat(1_000), 'a'.repeat(1_000)],
  ])('%j', (message, wanted) => {
    expect(shown(message)).toBe(wanted)
  })
})

it('is what the definition says, of any text', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{1,4}$/),
    fc.stringMatching(/^[0-9a-zA-Z]{1,9}$/),
    fc.constantFrom(':', '-', '.', ' ', ': ', '0x', 'ж', '登', '，', '😀', 'é', '_', '\u0011'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      // Unpaired surrogates never reach the bytes.
      const message = parts.join('').toWellFormed()
      expect(templateOf(message)).toBe(slowTemplate(message))
    }),
    { numRuns: runs(2_000) },
  )
})

it('is written as a text of a row', () => {
  templateOf('port 22')
  const row = new RowBuffer(4)
  mask.copyTo(row)
  expect(row.bytes.subarray(0, row.length)).toEqual(Buffer.from('\u0006port \u0011'))
})

it('hashes equal templates alike, and others differently', () => {
  const hashes = ['port 1', 'port 22', 'ports 1', 'Port 1'].map(message => {
    templateOf(message)
    return `${mask.hash} ${mask.secondHash}`
  })
  expect(hashes[0]).toBe(hashes[1])
  expect(new Set(hashes).size).toBe(3)
})
