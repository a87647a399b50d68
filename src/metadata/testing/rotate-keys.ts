// A process for tests to kill: rotates the instance key of the given folder again and again, as `millrace key
// rotate` does.
import { writeSync } from 'node:fs'
import { openLog } from '../../telemetry/log.ts'
import { openMetadata } from '../open.ts'
import { rotateSecrets } from '../rotate-key.ts'
import { makeNextKey, takeNextKey } from '../secrets/instance-key.ts'
import { Keyring } from '../secrets/keyring.ts'

const [folder = ''] = process.argv.slice(2)
for (;;) {
  const metadata = await openMetadata({ folder, sessionAgeSeconds: 60, log: openLog('silent') })
  const next = new Keyring(makeNextKey(folder))
  await rotateSecrets(metadata, next)
  takeNextKey(folder, next.fingerprint)
  await metadata.close()
  writeSync(1, 'rotated\n')
}
