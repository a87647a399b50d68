import { expect, test } from 'vitest'
import { enginePid } from '../testing/engine-pid.ts'
import { Load } from '../testing/load.ts'
import { Millrace } from '../testing/millrace.ts'
import { faultsOfRound } from '../testing/verify.ts'

// A fatal signal inside the engine leaves its process hanging; a stopped process does not respond at all.
// Each waits for a deadline: both at once.
test.concurrent.each(['SIGSEGV', 'SIGSTOP'] as const)(
  'an engine that hangs after %s is replaced',
  async signal => {
    const millrace = await Millrace.start()
    try {
      const load = new Load(millrace)
      load.start()
      await load.acknowledged(500)
      const engine = await enginePid(millrace)
      process.kill(engine, signal)
      await load.acknowledged(500)
      await enginePid(millrace, engine)
      await load.acknowledged(500)
      await load.stop()
      expect(await faultsOfRound(load, millrace.client, 0)).toEqual([])
    } finally {
      await millrace.remove()
    }
  },
)
