/**
 * Frees the memory of a body with its own buffer at once. Left to the garbage collector, large bodies would
 * make it mark the whole heap too often.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
