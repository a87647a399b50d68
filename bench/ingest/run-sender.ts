import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order, Sent } from './order.ts'

const sender = fileURLToPath(new URL('../sender.ts', import.meta.url))
/** Time allowed for the responses that a sender waits for at its end. */
const graceSeconds = 120

/** Runs one sender process to its end. */
export async function runSender(order: Order): Promise<Sent> {
  const child = spawn(process.execPath, [sender, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: (order.seconds + graceSeconds) * 1_000,
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The sender to ${order.to} ended with ${code}`)
  // Its last line; see sender.ts.
  return JSON.parse(said) as Sent
}
