import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { openSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import { startSnmpEngine } from './start-snmp-engine.ts'

const at = (text: string) => ({ wall: () => Date.parse(text), monotonic: () => 0 })

test('boots rise with every start, whatever the clock does; the id stays', async () => {
  const { metadata } = await openTemporaryMetadata()
  const start = (text: string) => startSnmpEngine(metadata, undefined, at(text))
  // As in all earlier versions.
  const first = await start('2026-11-25T12:00:00Z')
  expect(first.boots).toBe(28_382_400)
  const moments = [
    ['2026-11-25T12:00:00Z', 28_382_401],
    ['2027-11-25T12:00:00Z', 59_918_400],
    ['2026-11-25T12:00:00Z', 59_918_401],
    ['1970-01-01T00:00:00Z', 59_918_402],
    ['2300-01-01T00:00:00Z', 59_918_403],
    ['2028-01-01T00:00:00Z', 63_072_000],
  ] as const
  for (const [text, boots] of moments) {
    const engine = await start(text)
    expect([text, engine.boots]).toEqual([text, boots])
    expect(engine.id).toEqual(first.id)
  }
  await metadata.facts.set('snmp_boots', 2 ** 31 - 1)
  expect((await start('2028-01-01T00:00:01Z')).boots).toBe(2 ** 31 - 1)
})

test('a clock that is wrong at the first start leaves boots to count', async () => {
  const { metadata } = await openTemporaryMetadata()
  expect((await startSnmpEngine(metadata, undefined, at('2300-01-01T00:00:00Z'))).boots).toBe(1)
  expect((await startSnmpEngine(metadata, undefined, at('2026-01-01T00:00:09Z'))).boots).toBe(9)
})

test('each node has an engine of its own over its restarts; the first has the id of a service alone', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { fingerprint } = metadata.keyring
  const start = async (folder: string, text: string) =>
    startSnmpEngine(metadata, await metadata.nodes.claim(folder, undefined), at(text))
  const alone = await startSnmpEngine(metadata, undefined, at('2027-01-01T00:00:00Z'))
  expect(alone.id).toEqual(openSnmpEngine(fingerprint, 1).id)
  const rome = await start('rome', '2026-06-01T00:00:00Z')
  const berlin = await start('berlin', '2026-06-01T00:00:00Z')
  const paris = await start('paris', '2026-06-01T00:00:00Z')
  expect(rome.id).toEqual(alone.id)
  expect(rome.boots).toBe(alone.boots + 1)
  expect(new Set([rome, berlin, paris].map(({ id }) => id.toString('hex'))).size).toBe(3)
  // A removed node keeps its position.
  await metadata.nodes.remove((await metadata.nodes.claim('rome', undefined)).name)
  const again = await start('berlin', '2026-05-01T00:00:00Z')
  expect(again.id).toEqual(berlin.id)
  expect(again.boots).toBe(berlin.boots + 1)
  expect((await start('paris', '2026-05-01T00:00:00Z')).boots).toBe(paris.boots + 1)
})
