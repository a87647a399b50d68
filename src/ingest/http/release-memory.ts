/** Frees the memory of a body with its own buffer at once: for large bodies the garbage collector would mark the whole heap too often. */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
