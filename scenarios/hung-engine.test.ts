import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './testing/client.ts'
import { enginePid } from './testing/engine-pid.ts'
import { Load } from './testing/load.ts'
import { Millrace } from './testing/millrace.ts'
import { faultsOfRound } from './testing/verify.ts'

let millrace: Millrace
beforeAll(async () => {
  millrace = await Millrace.start()
})
afterAll(() => millrace.remove())

// A fatal signal inside the engine leaves its process hanging; a stopped one says nothing at all.
test.each(['SIGSEGV', 'SIGSTOP'] as const)('an engine that hangs after %s is replaced', async signal => {
  const client = new Client(millrace)
  const load = new Load(millrace)
  load.start()
  await load.acknowledged(500)
  const engine = await enginePid(millrace)
  process.kill(engine, signal)
  await load.acknowledged(500)
  await enginePid(millrace, engine)
  await load.acknowledged(500)
  await load.stop()
  expect(await faultsOfRound(load, client, 0)).toEqual([])
})
