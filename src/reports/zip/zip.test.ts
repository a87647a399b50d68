import { randomBytes } from 'node:crypto'
import { strFromU8, strToU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Output } from '../document/job.ts'
import { zipInto } from './zip.ts'

const modified = Date.UTC(2026, 10, 3, 12) / 1000

function collector(): Output & { bytes(): Uint8Array } {
  const parts: Uint8Array[] = []
  return {
    async write(bytes) {
      parts.push(bytes)
    },
    bytes: () => Buffer.concat(parts),
  }
}

test('the written files are unzipped equal, file by file', async () => {
  const out = collector()
  const zip = zipInto(out, modified)
  const long = Buffer.alloc(3_000_000, 'a log line, and another one; ')
  await zip.add('a.txt', async file => {
    await file.write(strToU8('one '))
    await file.write(strToU8('two'))
  })
  await zip.add('folder/журнал 日誌.csv', async file => {
    for (let at = 0; at < long.length; at += 70_000) await file.write(long.subarray(at, at + 70_000))
  })
  await zip.add('empty', async () => {})
  await zip.close()
  const files = unzipSync(out.bytes())
  expect(Object.keys(files)).toEqual(['a.txt', 'folder/журнал 日誌.csv', 'empty'])
  expect(strFromU8(files['a.txt'] ?? new Uint8Array())).toBe('one two')
  expect(long.equals(files['folder/журнал 日誌.csv'] ?? new Uint8Array())).toBe(true)
  expect(files.empty).toHaveLength(0)
})

test('nothing is made ahead of a slow output but what the compressor holds', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const zip = zipInto({ write: () => held }, modified)
  let given = 0
  const added = zip.add('noise', async file => {
    // Bytes that deflate cannot compress.
    const noise = randomBytes(50_000)
    for (let batch = 0; batch < 200; batch++) {
      await file.write(noise)
      given += noise.length
    }
  })
  // After this many turns of the event loop, everything that can progress without the output has done so for
  // all 200.
  for (let turn = 0; turn < 2_000; turn++) await new Promise(setImmediate)
  expect(given).toBeGreaterThan(0)
  expect(given).toBeLessThan(2_000_000)
  release()
  await added
  expect(given).toBe(10_000_000)
})

describe('failures', () => {
  const noise = randomBytes(100_000)

  test('of the output end the filling and are reported', async () => {
    let left = 3
    const out: Output = {
      async write() {
        if (left-- === 0) throw new Error('the client has gone')
      },
    }
    let given = 0
    const added = zipInto(out, modified).add('a', async file => {
      for (; given < 1_000; given++) await file.write(noise)
    })
    await expect(added).rejects.toThrow('the client has gone')
    expect(given).toBeLessThan(100)
  })

  test('of the filling are reported, and nothing is written afterwards', async () => {
    let written = 0
    const out: Output = {
      async write() {
        written++
      },
    }
    const added = zipInto(out, modified).add('a', async file => {
      await file.write(noise)
      throw new Error('no such table')
    })
    await expect(added).rejects.toThrow('no such table')
    const until = written
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
    expect(written).toBe(until)
  })

  test('a name cannot be there twice', async () => {
    const zip = zipInto(collector(), modified)
    await zip.add('a', async () => {})
    await expect(zip.add('a', async () => {})).rejects.toThrow('already has a file a')
  })
})
