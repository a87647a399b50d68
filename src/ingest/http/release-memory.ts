/**
 * Frees the memory of a body at once, when it has a buffer of its own; its length is 0 then. Left to the garbage collector, bodies of
 * some hundred kilobytes make it mark the whole heap for each few megabytes of them.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
