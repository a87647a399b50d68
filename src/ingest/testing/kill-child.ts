import { openIntake } from '../open-intake.ts'
import { testSettings } from './test-settings.ts'

/**
 * A process to be killed: receives the bodies that its parent sends, [key, body], and sends the key of each that was
 * acknowledged. Its store takes everything and keeps nothing.
 */
const [folder = '', firstId = '1'] = process.argv.slice(2)
let next = Number(firstId)
const intake = await openIntake(testSettings(folder, { listeners: [] }), {
  sink: async () => {},
  reserveIds: async size => {
    next += size
    return next - size
  },
  warn: message => console.error(message),
  onDeath: () => process.exit(1),
})

// Only the test that forked this process sends.
process.on('message', async message => {
  const [key, body] = message as [string, string]
  const answer = await intake.submitIncoming({
    body: new Uint8Array(Buffer.from(body)),
    path: '',
    contentType: 'application/json',
    contentEncoding: '',
    sender: '192.0.2.1',
    partial: false,
    caller: 'token 1',
    idempotencyKey: key,
  })
  if (answer.status === 200) process.send?.(key)
})
process.send?.('ready')
