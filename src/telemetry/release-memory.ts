/**
 * Frees an array's memory at once. The garbage collector would do so late, and then mark the whole heap for
 * it. The array is empty afterwards. Does nothing to an array that shares its memory with others.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
