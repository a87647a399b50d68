import { createReadStream } from 'node:fs'

/** Maximum bytes that a command reads from a file or from standard input. */
const maxInputBytes = 64 * 1024 * 1024

/**
 * The text of a file; `-` is standard input.
 *
 * @throws Error with a message for users: the file cannot be read or is larger than `maxBytes`.
 */
export async function readInput(file: string, maxBytes = maxInputBytes): Promise<string> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    // Neither stream has an encoding.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > maxBytes) throw new Error(`${nameOf(file)} is larger than ${maxBytes} bytes.`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

function nameOf(file: string): string {
  return file === '-' ? 'Standard input' : file
}
