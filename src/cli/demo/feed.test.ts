import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { demoLines, feedDemo } from './feed.ts'

const moment = 1_767_225_600

test('the same second has the same lines in every demo', () => {
  expect(demoLines(41, moment)).toEqual(demoLines(41, moment))
  expect(demoLines(41, moment)).not.toEqual(demoLines(42, moment))
})

test('every line has a priority, a stamp of its second and a host', () => {
  const lines = Array.from({ length: 300 }, (_, second) => demoLines(second, moment)).flat()
  const shape =
    /^<\d{1,3}>(Jan {2}1 00:00:00|1 2026-01-01T00:00:00\.\d{6}Z) (fw|sw|app|db|bastion|build|web|shop|esx|ns)-\S+ \S/
  expect(lines.filter(line => !shape.test(line))).toEqual([])
  expect(lines.length).toBeGreaterThan(300 * 20)
})

test('it has bursts, a message that repeats itself, and faults', () => {
  expect(demoLines(42, moment).length).toBeGreaterThan(demoLines(38, moment).length + 50)
  expect(demoLines(3, moment).filter(line => line.includes('Fan 2 in slot 1')).length).toBe(5)
  const day = Array.from({ length: 600 }, (_, second) => demoLines(second, moment)).flat()
  expect(day.some(line => line.includes('Lost Failover') || line.includes('EXT4-fs error'))).toBe(true)
})

test('a stop while the connection opens closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createServer(socket => socket.on('close', () => closed.resolve()).resume())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  // The address of a listening TCP server.
  const { port } = server.address() as AddressInfo
  const stop = feedDemo(
    { host: '127.0.0.1', port },
    { startedAt: moment, isFirstStart: true, maxAgeDays: 30 },
    () => {},
  )
  stop()
  await closed.promise
})
