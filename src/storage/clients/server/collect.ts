import type { Readable } from 'node:stream'
import { EngineError, engineCodes } from '../engine-error.ts'
import { maxAnswerBytes } from '../statement-bounds.ts'

/**
 * All bytes of a stream. Rejects when the signal fires, and above `maxBytes`: with the code of too many rows,
 * which callers ask for again in parts.
 */
export async function collect(
  stream: Readable,
  signal: AbortSignal,
  maxBytes = maxAnswerBytes,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const stop = () => stream.destroy(new Error('stopped'))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for await (const chunk of stream) {
      length += chunk.length
      if (length > maxBytes) throw new EngineError(engineCodes.tooManyRows, `an answer of ${length} bytes`)
      chunks.push(chunk)
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
}
