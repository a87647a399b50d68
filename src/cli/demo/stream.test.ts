import { expect, test } from 'vitest'
import { DemoStream } from './stream.ts'

const moment = 1_767_225_600

test('the same seed and second give the same lines', () => {
  expect(new DemoStream(7).linesAt(41, moment)).toEqual(new DemoStream(7).linesAt(41, moment))
  expect(new DemoStream(7).linesAt(41, moment)).not.toEqual(new DemoStream(8).linesAt(41, moment))
})

test('every line has a priority, a stamp of its second and a host', () => {
  const lines = Array.from({ length: 300 }, (_, second) => new DemoStream().linesAt(second, moment)).flat()
  const shape =
    /^<\d{1,3}>(Jan {2}1 00:00:00|1 2026-01-01T00:00:00\.\d{6}Z) (fw|sw|app|db|bastion|build|web|esx)-\S+ \S/
  expect(lines.filter(line => !shape.test(line))).toEqual([])
  expect(lines.length).toBeGreaterThan(300 * 20)
})

test('it has bursts, a message that repeats itself, and faults', () => {
  const stream = new DemoStream()
  expect(stream.linesAt(42, moment).length).toBeGreaterThan(stream.linesAt(38, moment).length + 50)
  expect(stream.linesAt(3, moment).filter(line => line.includes('Fan 2 in slot 1')).length).toBe(5)
  const day = Array.from({ length: 600 }, (_, second) => stream.linesAt(second, moment)).flat()
  expect(day.some(line => line.includes('Lost Failover') || line.includes('EXT4-fs error'))).toBe(true)
})
