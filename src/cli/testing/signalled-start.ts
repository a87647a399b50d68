import { program } from '../program.ts'

/** A start that lost its signal stays alive for this time. */
const lostMs = 50_000

/** A program whose start gets SIGHUP, and SIGTERM just before it resolves. Prints what they did. */
const start = async () => {
  // It also keeps the process alive until the signals are handled, in later turns of the event loop.
  setTimeout(() => console.log('the signal was lost'), lostMs)
  process.kill(process.pid, 'SIGHUP')
  await new Promise(resolve => process.once('SIGHUP', resolve))
  process.kill(process.pid, 'SIGTERM')
  return {
    url: '',
    reloadCertificates: async () => console.log('reloaded'),
    close: async () => console.log('closed'),
  }
}
// The fake start reads no setting.
const readSettings = () => ({ settings: {} as never, warnings: [] })
await program({ version: '', readSettings, readListeners: () => [], start }).parseAsync([
  'node',
  'millrace',
  'start',
])
