import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairReader } from './fair-reader.ts'

const chunk = 128 * 1024

/**
 * Connections that always have a chunk to read. Returns what each has read after some turns of the event
 * loop.
 */
async function readIn(turnsOfLoop: number, connections: readonly string[]): Promise<Map<string, number>> {
  const turns = new FairReader()
  const read = new Map<string, number>()
  let isOn = true
  for (const name of connections) {
    const sender = turns.addConnection(name)
    const next = (): void => {
      // A socket delivers at most this many chunks in one turn.
      for (let i = 0; i < 32 && isOn; i++) {
        read.set(name, (read.get(name) ?? 0) + 1)
        if (turns.recordRead(sender, chunk)) {
          turns.enqueue(sender, next)
          return
        }
      }
      if (isOn) setImmediate().then(next)
    }
    next()
  }
  for (let i = 0; i < turnsOfLoop; i++) await setImmediate()
  isOn = false
  return read
}

test('a sender with many connections is read no more than one with a single one', async () => {
  const read = await readIn(200, [...Array.from({ length: 50 }, () => 'flood'), 'quiet', 'other'])
  const { flood = 0, quiet = 0, other = 0 } = Object.fromEntries(read)
  expect(quiet).toBeGreaterThan(50)
  expect(other).toBeGreaterThan(50)
  // Each of the fifty was read once before it had to wait; the first of them was alone at first.
  expect(flood - 50).toBeLessThanOrEqual(quiet + 10)
})

test('one that is alone is read on', async () => {
  const read = await readIn(100, ['alone'])
  expect(read.get('alone')).toBeGreaterThan(200)
})

test('all that wait are read in the end, no matter how many there are', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `sender ${i}`)
  const read = await readIn(200, names)
  expect(Math.min(...names.map(name => read.get(name) ?? 0))).toBeGreaterThanOrEqual(2)
  // The first of them was alone at first.
  expect(Math.max(...read.values())).toBeLessThanOrEqual(11)
})

test('connections are counted by sender', () => {
  const turns = new FairReader()
  const [a, b] = [turns.addConnection('a'), turns.addConnection('b')]
  expect(turns.addConnection('a')).toBe(a)
  expect([turns.connections, turns.connectionsOf('a'), turns.connectionsOf('c')]).toEqual([3, 2, 0])
  turns.removeConnection(a)
  turns.removeConnection(a)
  turns.removeConnection(b)
  expect([turns.connections, turns.connectionsOf('a')]).toEqual([0, 0])
  expect(turns.addConnection('a')).not.toBe(a)
})
