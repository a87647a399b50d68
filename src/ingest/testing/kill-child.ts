import type { TriggerInForce } from '../triggers/trigger-in-force.ts'
import { openIntake } from '../worker/open-intake.ts'
import { submission } from './submission.ts'
import { testPorts } from './test-ports.ts'
import { testSettings } from './test-settings.ts'

const everyBody: TriggerInForce = {
  id: 5,
  predicate: { kind: 'phrase', tokens: [{ text: 'body', wild: false }] },
  newStatus: 1,
  owner: 1,
  stop: null,
  activeHours: null,
  onRepeats: 'first',
  groupBy: null,
  window: null,
}

/**
 * A process to be killed. It receives the bodies that its parent sends, [key, body], and sends the key of
 * each acknowledged body. Its store takes everything and keeps nothing.
 */
const [folder = '', firstId = '1'] = process.argv.slice(2)
const intake = await openIntake(testSettings(folder, { listeners: [], triggers: [everyBody] }), {
  ...testPorts({ warn: message => console.error(message) }, Number(firstId)),
  onDeath: () => process.exit(1),
})

// Only the test that forked this process sends messages.
process.on('message', async message => {
  const [key, body] = message as [string, string]
  const answer = await intake.submitIncoming(submission(body, { idempotencyKey: key }))
  if (answer.status === 200) process.send?.(key)
})
process.send?.('ready')
