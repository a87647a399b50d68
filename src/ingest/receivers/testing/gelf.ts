/** A GELF message in chunks of at most `size` bytes, as senders of UDP write it. */
export function chunked(message: Buffer, id: number, size: number): Buffer[] {
  const count = Math.max(1, Math.ceil(message.length / size))
  return Array.from({ length: count }, (_, number) => {
    const header = Buffer.from([0x1e, 0x0f, 0, 0, 0, 0, 0, 0, 0, 0, number, count])
    header.writeUInt32BE(id, 6)
    return Buffer.concat([header, message.subarray(number * size, (number + 1) * size)])
  })
}
