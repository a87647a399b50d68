import { openIntake } from '../open-intake.ts'
import { submission } from './submission.ts'
import { testPorts } from './test-ports.ts'
import { testSettings } from './test-settings.ts'

/**
 * A process to be killed: receives the bodies that its parent sends, [key, body], and sends the key of each that was
 * acknowledged. Its store takes everything and keeps nothing.
 */
const [folder = '', firstId = '1'] = process.argv.slice(2)
const intake = await openIntake(testSettings(folder, { listeners: [] }), {
  ...testPorts({ warn: message => console.error(message) }, Number(firstId)),
  onDeath: () => process.exit(1),
})

// Only the test that forked this process sends.
process.on('message', async message => {
  const [key, body] = message as [string, string]
  const answer = await intake.submitIncoming(submission(body, { idempotencyKey: key }))
  if (answer.status === 200) process.send?.(key)
})
process.send?.('ready')
