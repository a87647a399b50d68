import { program } from '../program.ts'

/** Until then a start that lost its signal stays alive. */
const lostMs = 50_000

/** A program whose start gets SIGTERM just before it resolves; it tells whether that closed it. */
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
