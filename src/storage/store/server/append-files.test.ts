import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileChunks } from './file-chunks.ts'

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-chunks-'))
/** Returns the hash of a body that it reads slowly, so that the sender waits for it. */
const server = createServer(async (asked, answer) => {
  const hash = createHash('sha256')
  for await (const chunk of asked) {
    hash.update(chunk)
    for (let turn = 0; turn < 20; turn++) await setImmediate()
  }
  answer.end(hash.digest('hex'))
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function post(stream: Readable): Promise<string> {
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method: 'POST' })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  await pipeline(stream, sent)
  const [answer] = await answered
  return await text(answer)
}

test('files arrive as they are, however slowly they are read, several at once and one after the other', async () => {
  const chunks = new FileChunks()
  const sendFile = async (bytes: number): Promise<void> => {
    const content = randomBytes(bytes)
    const name = path.join(folder, content.toString('hex', 0, 8) || 'empty')
    writeFileSync(name, content)
    const file = await open(name)
    try {
      await chunks.stream(file, async stream => expect(await post(stream)).toBe(hashOf(content)))
    } finally {
      await file.close()
    }
  }
  const sizes = [0, 1, 256 * 1024, 256 * 1024 + 1, 4_000_003]
  for (const size of sizes) await sendFile(size)
  await Promise.all([...sizes, ...sizes].map(sendFile))
  for (const size of sizes) await sendFile(size)
})

test('a file that could not be sent costs nothing of the next one', async () => {
  const chunks = new FileChunks()
  const name = path.join(folder, 'refused')
  const content = randomBytes(2_000_000)
  writeFileSync(name, content)
  const file = await open(name)
  const refusal = new Error('refused')
  await expect(chunks.stream(file, () => Promise.reject(refusal))).rejects.toBe(refusal)
  await chunks.stream(file, async stream => expect(await post(stream)).toBe(hashOf(content)))
  await file.close()
})
