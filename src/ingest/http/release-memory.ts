/**
 * Frees the memory of a body, which has its own buffer, at once: the garbage collector would mark the whole
 * heap too often because of large bodies.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
