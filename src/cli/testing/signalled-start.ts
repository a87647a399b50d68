import { program } from '../program.ts'

/** A start that lost its signal stays alive for this time. */
const lostMs = 50_000

/** A program whose start gets SIGTERM just before it resolves. Prints whether that closed it. */
const start = async () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => console.log('the signal was lost'), lostMs)
  return { url: '', reloadCertificates: async () => {}, close: async () => console.log('closed') }
}
// The fake start reads no setting.
const readSettings = () => ({ settings: {} as never, warnings: [] })
await program({ version: '', readSettings, readListeners: () => [], start }).parseAsync([
  'node',
  'millrace',
  'start',
])
