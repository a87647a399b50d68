import { rmSync } from 'node:fs'
import { allStored } from '../spool/spooled-file.ts'
import { Ingest } from '../worker/ingest.ts'
import { bombs } from './bombs.ts'
import { submitFuzzBody } from './fuzz-bodies.ts'
import { testPorts } from './test-ports.ts'
import { testSettings } from './test-settings.ts'

/**
 * A process that takes bombs of this size, one after the other, and reports the status of each; it dies if it
 * needs too much memory.
 */
const [folder = '', size = ''] = process.argv.slice(2)
const bytes = Number(size)
const http = { maxBodyBytes: bytes, maxWaitingBytes: 2 * bytes }
const ports = testPorts({
  sink: async batches => {
    for (const { file } of batches) rmSync(file, { force: true })
    return allStored
  },
})
const ingest = await Ingest.open(testSettings(folder, { listeners: [], http }), ports)
await ingest.start()
for (const { name, answers, ...body } of bombs(bytes, false)) {
  process.send?.({ name })
  process.send?.({ name, status: await submitFuzzBody(ingest, body), answers })
}
await ingest.close()
process.disconnect?.()
