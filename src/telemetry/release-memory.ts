/**
 * Frees the memory of an array at once, if it has a buffer of its own. The array is empty afterwards. Such
 * memory is outside of the heap: the garbage collector frees it late, or marks the whole heap too often.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
