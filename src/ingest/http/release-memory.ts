/**
 * Frees the memory of a body at once, if it has a buffer of its own. Otherwise large bodies would make the
 * garbage collector mark the whole heap too often.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
