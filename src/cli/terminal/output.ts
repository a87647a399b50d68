import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { printable } from '../../charts/printable.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import { writeWholeFile } from './write-file.ts'

/**
 * Writes a stream into a file, or to standard output without one. A file gets all of it or nothing. A
 * terminal shows control characters of texts as escapes; files and pipes get every byte unchanged. If the
 * reader of standard output disconnects (`| head`), writing ends without an error.
 */
export async function writeOutput(source: Readable, file: string | undefined): Promise<void> {
  if (file !== undefined && file !== '-') return writeWholeFile(source, file)
  try {
    if (process.stdout.isTTY) await pipeline(source, inertText, process.stdout, { end: false })
    else await pipeline(source, process.stdout, { end: false })
  } catch (error) {
    if (!isClosedPipe(error)) throw error
  }
}

/** Text for a terminal, with control characters (except line feeds and tabs) as visible escapes. */
export async function* inertText(source: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const chunk of source) {
    yield printable(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }), true)
  }
  yield printable(decoder.decode(), true)
}

/** From now on the program ends silently when the reader of its output disconnects. */
export function endWithReader(): void {
  process.stdout.on('error', error => {
    if (isClosedPipe(error)) process.exit()
    throw error
  })
}

function isClosedPipe(error: unknown): boolean {
  return hasErrorCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')
}
